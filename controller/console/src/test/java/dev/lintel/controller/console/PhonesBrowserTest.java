package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator invites somebody's phone, makes a new code, and withdraws it.
class PhonesBrowserTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        rig.database.write(sql -> sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                + " VALUES (5, 1, 'Mobile access', 'vendor_mobile', 800),"
                + " (6, 1, 'Wallet pass', 'wallet_pass', 1001)"));
        rig.database.write(sql -> PersonStore.insert(
                sql, Map.of("first_name", "Ines", "last_name", "North", "email", "ines@example.com"), 0));
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(rig.url("/sign-in?next=%2Fphones"));
        browser.eval("document.getElementById('email').value = '" + Rig.EMAIL + "'; true");
        browser.eval("document.getElementById('password').value = '" + Rig.PASSWORD + "'; true");
        browser.press("main form button[type=submit]");
        browser.says("There are none.");
    }

    @AfterEach
    void stop() {
        browser.close();
        rig.close();
    }

    private void invite(String whom) {
        browser.eval("document.getElementById('person').value = '" + whom + "'; true");
        browser.press("form[method=post][action='/phones'] button");
    }

    @Test
    void somebodyIsInvitedAnewAndWithdrawn() throws Exception {
        invite("nobody@example.com");
        browser.says("There is nobody with this email address or number.");
        assertThat(browser.eval("document.getElementById('person').value")).isEqualTo("nobody@example.com");
        invite("ines@example.com");
        browser.says("The invitation is made, and a letter");
        Object code = browser.eval("document.getElementById('code').textContent");
        assertThat(String.valueOf(code)).matches("[A-Z0-9]{4}(-[A-Z0-9]{4}){3}");
        assertThat(String.valueOf(browser.eval("document.getElementById('link').textContent")))
                .isEqualTo("https://lobby.example:8443/mobile#" + code);
        looks.at("phone");
        browser.press("form[action$='/invite'] button");
        browser.says("There is a new one, and a letter");
        assertThat(browser.eval("document.getElementById('code').textContent")).isNotEqualTo(code);
        browser.press("main .trail a");
        browser.says("Ines North");
        looks.at("phones");
        browser.press("a.row");
        browser.says("Good until");
        browser.press("a.danger");
        browser.says("Withdraw the invitation of Ines North?");
        looks.at("revoke");
        browser.press("main form button");
        browser.says("The invitation is withdrawn.");
        browser.says("There are none.");
        browser.open(rig.url("/outbox"));
        browser.says("Invitation of a phone");
        browser.press("a.row");
        browser.says("It says nothing any more");
        assertThat(looks.ugly).isEmpty();
    }

    @Test
    void somebodyIsInvitedToAPassThatIsWithdrawn() throws Exception {
        browser.eval("document.querySelector('input[value=pass]').checked = true; true");
        invite("ines@example.com");
        browser.says("The invitation is made, and a letter");
        browser.says("New link");
        Object link = browser.eval("document.getElementById('link').textContent");
        assertThat(String.valueOf(link)).matches("https://lobby\\.example:8443/pass/[0-9]+-[0-9]+-[A-Za-z0-9_-]{22}");
        looks.at("phone-pass");
        browser.press("form[action$='/invite'] button");
        browser.says("There is a new one, and a letter");
        assertThat(browser.eval("document.getElementById('link').textContent")).isNotEqualTo(link);
        browser.press("main .trail a");
        browser.waitFor("!window.left && /pass \\d+ · invited/.test(document.body.textContent)");
        looks.at("phones-pass");
        browser.press("a.row");
        browser.says("Good until");
        browser.press("a.danger");
        browser.says("a pass that was made by it opens nothing");
        looks.at("revoke-pass");
        browser.press("main form button");
        browser.says("The invitation is withdrawn.");
        browser.says("There are none.");
        assertThat(looks.ugly).isEmpty();
    }
}
