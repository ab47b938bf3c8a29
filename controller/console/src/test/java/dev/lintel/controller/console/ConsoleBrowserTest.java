package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleBrowserTest {
    private static final String NO_SIDEWAYS = "document.documentElement.scrollWidth <= window.innerWidth";

    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        browser = new Browser();
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    @Test
    void fromTheSetUpLinkToAnEventThatAppearsAndACardThatIsTapped() throws Exception {
        browser.viewport(1280, 860, false);
        browser.open(rig.url(rig.links.create()));
        browser.screenshot("setup");
        submit("email", Rig.EMAIL, "password", Rig.PASSWORD);
        browser.waitFor("document.querySelectorAll('.door').length === 2");
        signOutAndIn();
        history();
        eventAppears();
        phone();
        simulator();
    }

    private void signOutAndIn() throws Exception {
        browser.eval("document.querySelector('.who button').click()");
        browser.waitFor("location.pathname === '/sign-in' && document.getElementById('password')");
        submit("email", Rig.EMAIL, "password", "not the password");
        browser.waitFor("document.querySelector('.fault')");
        browser.screenshot("sign-in");
        submit("email", Rig.EMAIL, "password", Rig.PASSWORD);
        browser.waitFor("document.getElementById('pulse')?.textContent === 'Live'");
    }

    private void history() throws Exception {
        rig.append(
                EventKind.ADMITTED_CARD, Rig.person(1, "Ada Demo", "1001"), Map.of("reader", "entry", "role_id", 1L));
        rig.append(EventKind.REJECTED_OUT_OF_HOURS, Rig.person(2, "Ben Demo", "2002"), Map.of("reader", "entry"));
        rig.append(
                EventKind.REJECTED_UNKNOWN_CARD,
                new Subject(1L, null, null, null, "918273", false),
                Map.of("reader", "entry"));
        rig.append(EventKind.ADMITTED_REQUEST_EXIT, Subject.channel(2), Map.of());
        rig.append(EventKind.READER_OFFLINE, Subject.channel(2), Map.of());
        rig.append(EventKind.FORCED_OPEN, Subject.channel(2), Map.of());
        rig.doors.set(1, "open", true, true, true);
        rig.doors.set(2, "forced", false, true, false);
        browser.waitFor("document.querySelector('#door-2')?.dataset.state === 'forced'");
        browser.waitFor("document.querySelectorAll('.event').length >= 7");
        assertThat(browser.eval("document.querySelector('#door-1').dataset.leaf"))
                .isEqualTo("open");
        assertThat(browser.eval("document.getElementById('events').innerText"))
                .asString()
                .contains("Ada Demo admitted", "Front Door · By role Always", "Ben Demo refused", "Card 918273 refused")
                .contains("Back Door forced open");
        browser.waitFor("document.getAnimations().every(a => a.playState !== 'running' || a.animationName === 'glow')");
        browser.screenshot("live-light");
        browser.dark(true);
        browser.screenshot("live-dark");
        browser.dark(false);
    }

    private void eventAppears() {
        browser.eval("window.seen = new Promise(done => new MutationObserver(() => {"
                + " if (document.body.innerText.includes('Eve Newcomer')) done(Date.now()); })"
                + ".observe(document.getElementById('events'), {childList: true, subtree: true})); true");
        long before = System.currentTimeMillis();
        rig.append(EventKind.ADMITTED_CARD, Rig.person(1, "<b>Eve Newcomer</b>", "7"), Map.of());
        Object seen = browser.eval("window.seen");
        assertThat(((Number) java.util.Objects.requireNonNull(seen)).longValue() - before)
                .isBetween(0L, 1000L);
        assertThat(browser.eval("document.querySelectorAll('.event .title b').length"))
                .isEqualTo(0L);
    }

    private void phone() throws Exception {
        browser.viewport(360, 760, true);
        browser.waitFor(NO_SIDEWAYS);
        assertThat(browser.smallTargets()).isEqualTo("");
        browser.screenshot("live-phone");
    }

    private void simulator() throws Exception {
        browser.open(rig.url("/sim"));
        browser.waitFor(NO_SIDEWAYS);
        browser.waitFor("document.body.innerText.includes('Front Door') && document.body.innerText.includes('Ada')");
        assertThat(browser.smallTargets()).isEqualTo("");
        browser.screenshot("sim-phone");
        browser.viewport(1280, 860, false);
        browser.screenshot("sim-light");
        Object status = browser.eval("fetch('/sim/state').then(a => a.json()).then(s => fetch('/sim/present', {"
                + "method: 'POST', headers: {'Content-Type': 'application/json', 'X-CSRF-Token': s.csrf},"
                + " body: JSON.stringify({channel_id: 1, reader: 'entry', card: 1001})})).then(a => a.status)");
        assertThat(status).isEqualTo(200L);
        browser.eval("document.querySelector('.bar nav a[href=\"/\"]').click(); true");
        browser.waitFor("document.title === 'Live · Lobby' && document.querySelector('.bar nav a[href=\"/sim\"]')");
        browser.eval("document.querySelector('.bar nav a[href=\"/sim\"]').click(); true");
        browser.waitFor("document.title === 'Simulator · Lobby' && document.querySelector('.who button')");
        browser.eval("document.querySelector('.who button').click(); true");
        browser.waitFor("location.pathname === '/sign-in'");
    }

    private void submit(String... fields) {
        var script = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            script.append("document.getElementById('").append(fields[i]).append("').value = '");
            script.append(fields[i + 1]).append("';");
        }
        browser.eval(script + "document.querySelector('main form').requestSubmit(); true");
    }
}
