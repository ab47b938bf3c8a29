package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests for approval on the live page.
class ApprovalBrowserTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        browser = new Browser();
        browser.viewport(1280, 1100, false);
        browser.createAdministrator(rig);
        browser.waitFor("document.querySelectorAll('.door').length === 2");
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    /// The clock of the box is an hour behind, or that of the browser ahead.
    @Test
    void personWhoWaitsForApproval_isApprovedByAButton() throws Exception {
        asks(Duration.ofSeconds(25), System.currentTimeMillis() - 3_600_000);
        browser.waitFor("document.querySelectorAll('.approval button').length === 2");
        browser.waitFor("document.querySelector('.approval-who').textContent"
                + " === 'Ada Demo waits for your approval at Front Door'");
        assertThat(browser.eval("document.querySelector('.event .title').textContent"))
                .isEqualTo("Ada Demo waits for your approval at Front Door");
        browser.waitFor("/^2[0-5] s left$/.test(document.querySelector('.approval-left').textContent)");
        assertThat(browser.eval("document.title")).asString().startsWith("(1) ");
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            assertThat(browser.faintText()).isEqualTo("");
            browser.screenshot("approval-" + (dark ? "dark" : "light"));
        }
        for (int width : new int[] {320, 390}) {
            browser.viewport(width, 844, true);
            assertThat(browser.sideways()).isEqualTo("");
            assertThat(browser.smallTargets()).isEqualTo("");
            browser.screenshot("approval-phone-" + width);
        }
        browser.eval("document.querySelector('.approval button.main').click(); true");
        browser.waitFor("document.querySelector('.approval-said').textContent === 'Approved'");
        assertThat(rig.approvals.decided).containsExactly("approved by " + Rig.EMAIL);
    }

    private void asks(Duration left, long atMs) {
        var subject = new EventDraft.Subject(1L, 7L, "Ada Demo", null, null, false);
        Map<String, Object> trace = Map.of("approval_id", 7, "awaits", "operator");
        long untilNs = new SystemTime().nowNs() + left.toNanos();
        rig.approvals.asked.add(new Approvals.Asked(7, 1, "entry", 7, "Ada Demo", untilNs, false));
        rig.database.events().append(new EventDraft(EventKind.APPROVAL_REQUESTED, atMs, 1, subject, trace));
    }

    @Test
    void requestForApproval_leavesThePageWhenItsTimeIsOver() throws Exception {
        asks(Duration.ofSeconds(3), System.currentTimeMillis());
        browser.waitFor("document.querySelectorAll('.approval').length === 1");
        browser.waitFor("document.getElementById('approvals').hidden");
        assertThat(browser.eval("document.title")).asString().doesNotContain("(1)");
    }

    /// Another operator was quicker, also before this page was opened.
    @Test
    void requestThatIsDecidedElsewhere_hasNoButtonsAnyMore() throws Exception {
        var subject = new EventDraft.Subject(1L, 7L, "Ada Demo", null, null, false);
        Map<String, Object> denied = Map.of("approval_id", 7, "reason", "approval_denied", "decided_by", "ben@x");
        long nowMs = System.currentTimeMillis();
        asks(Duration.ofSeconds(30), nowMs);
        browser.waitFor("document.querySelectorAll('.approval button').length === 2");
        rig.approvals.asked.clear();
        rig.database.events().append(new EventDraft(EventKind.REJECTED_NOT_APPROVED, nowMs, 2, subject, denied));
        browser.waitFor("document.querySelectorAll('.approval').length === 0");
        browser.open(rig.url("/"));
        browser.waitFor("document.querySelectorAll('.event').length >= 2");
        assertThat(browser.eval("document.querySelectorAll('.approval').length"))
                .isEqualTo(0L);
    }

    /// A question that fails is asked again, and an answer that is overtaken is dropped.
    @Test
    void requestForApproval_isShownAfterAFailedQuestion() throws Exception {
        browser.eval("const real = window.fetch; let failed = false; window.fetch = (path, how) =>"
                + " path === '/live/approvals' && !failed ? (failed = true, Promise.reject(new Error('away')))"
                + " : real(path, how); true");
        asks(Duration.ofSeconds(25), System.currentTimeMillis());
        browser.waitFor("document.querySelectorAll('.approval').length === 1");
    }
}
