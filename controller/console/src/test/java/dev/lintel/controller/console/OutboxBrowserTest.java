package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator of a box without a mail server finds out what its letters say, and takes one out.
class OutboxBrowserTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(rig.url("/sign-in?next=%2Foutbox"));
        browser.eval("document.getElementById('email').value = '" + Rig.EMAIL + "'; true");
        browser.eval("document.getElementById('password').value = '" + Rig.PASSWORD + "'; true");
        browser.press("main form button[type=submit]");
        browser.says("has no mail server");
    }

    @AfterEach
    void stop() {
        browser.close();
        rig.close();
    }

    @Test
    void aLetterIsTriedReadAndTakenOut() throws Exception {
        assertThat(browser.eval("document.getElementById('address').value")).isEqualTo(Rig.EMAIL);
        browser.press("form[action='/outbox'] button");
        browser.says("The test letter waits");
        looks.at("outbox");
        browser.press("a.row");
        browser.says("This is a test letter of the door controller Lobby.");
        looks.at("letter");
        browser.press("button.danger");
        browser.says("It is taken out.");
        assertThat(looks.ugly).isEmpty();
    }

    @Test
    void aLetterThatFailedIsSeenFromEveryPage() throws Exception {
        assertThat(browser.eval("document.querySelector('nav .badge') === null"))
                .isEqualTo(true);
        rig.database.write(sql -> {
            MailStore.insert(sql, new MailStore.Draft("test", null, "ada@example.com", "ops"), 0);
            return MailStore.endWaiting(sql, "550 no such mailbox", 1);
        });
        browser.open(rig.url("/users"));
        browser.waitFor("document.querySelector('nav .badge') !== null");
        assertThat(browser.eval("document.querySelector('nav a[href=\"/outbox\"]').textContent.replace(/\\s+/g, ' ')"))
                .isEqualTo("Mail1 not sent");
        looks.at("outbox-failed");
        assertThat(looks.ugly).isEmpty();
    }

    private @Nullable Object open(String menu) {
        return browser.eval("[...document.querySelectorAll('details.menu')].find(m => m.textContent.includes('" + menu
                + "')).open");
    }

    /// Clicks on what is shown there, as a hand does.
    private void clickOn(String words) {
        Object point = browser.eval("(() => { const r = [...document.querySelectorAll('nav summary, nav a')]"
                + ".find(e => e.checkVisibility() && e.innerText.startsWith('" + words + "')).getBoundingClientRect();"
                + " return Math.round(r.x + r.width / 2) + ' ' + Math.round(r.y + r.height / 2); })()");
        String[] at = String.valueOf(point).split(" ", -1);
        browser.clickAt(Long.parseLong(at[0]), Long.parseLong(at[1]));
    }

    @Test
    void theMenusOfTheHeaderOpenLeadAndCloseByAClickElsewhere() throws Exception {
        assertThat(browser.eval("document.querySelector('nav summary[aria-current]').innerText"))
                .isEqualTo("Connections");
        clickOn("Connections");
        assertThat(open("Connections")).isEqualTo(true);
        looks.at("menu");
        browser.clickAt(640, 700);
        assertThat(open("Connections")).isEqualTo(false);
        clickOn("This box");
        assertThat(open("This box")).isEqualTo(true);
        clickOn("Users");
        browser.waitFor("location.pathname === '/users' && document.readyState === 'complete'");
        assertThat(browser.eval("document.querySelector('nav summary[aria-current]').innerText"))
                .isEqualTo("This box");
        assertThat(open("This box")).isEqualTo(false);
        assertThat(looks.ugly).isEmpty();
    }
}
