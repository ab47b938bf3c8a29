package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.MovedTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Signing in with a second step, one's own account, users and an invitation, as people use them.
class UsersBrowserTest {
    @TempDir
    Path folder;

    private final MovedTime time = new MovedTime();
    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        browser = new Browser();
        browser.viewport(1280, 900, false);
        browser.open(rig.url("/sign-in?next=%2Faccount"));
        submit("main form", "email", Rig.EMAIL, "password", Rig.PASSWORD);
        at("/account");
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    private void submit(String form, String... fields) {
        var script = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            script.append("document.getElementById('").append(fields[i]).append("').value = '");
            script.append(fields[i + 1]).append("';");
        }
        browser.eval(script + "document.querySelector('" + form + "').requestSubmit(); true");
    }

    private void at(String path) {
        browser.waitFor("location.pathname === '" + path + "' && document.readyState === 'complete'");
    }

    private void says(String words) {
        browser.waitFor("document.readyState === 'complete' && document.body.innerText.includes('" + words + "')");
    }

    private String text(String selector) {
        return String.valueOf(browser.eval("document.querySelector('" + selector + "').innerText"));
    }

    /// Light, dark and on a phone.
    private void look(String name) throws Exception {
        browser.screenshot(name + "-light");
        assertThat(browser.faintText()).isEqualTo("");
        browser.dark(true);
        browser.screenshot(name + "-dark");
        assertThat(browser.faintText()).isEqualTo("");
        browser.dark(false);
        browser.viewport(360, 1500, true);
        browser.screenshot(name + "-phone");
        assertThat(browser.smallTargets()).isEqualTo("");
        assertThat(browser.sideways()).isEqualTo("");
        browser.viewport(1280, 900, false);
    }

    private String code(int stepsOn) {
        long id = Objects.requireNonNull(new UserStore(rig.database).find(Rig.EMAIL))
                .id();
        Bytes secret = Objects.requireNonNull(new TotpStore(rig.database).secret(id));
        return Totp.code(secret, Totp.stepAt(time.nowMs()) + stepsOn);
    }

    @Test
    void theSecondStepFromThePictureToTheNextSignIn() throws Exception {
        submit("form[action=\"/account/totp\"]", "totp-current", Rig.PASSWORD);
        says("Turn on two-step sign-in");
        browser.waitFor("document.querySelector('.qr').naturalWidth > 0");
        look("totp");
        submit("form[action=\"/account/totp/on\"]", "code", "000000");
        says("That code is not right.");
        String letters = text("#secret").replace(" ", "");
        browser.eval("window.letters = '" + letters + "'; true");
        submit("form[action=\"/account/totp/on\"]", "code", String.valueOf(browser.eval(CODE)));
        says("Your recovery codes");
        assertThat(browser.eval("document.querySelectorAll('.codes li').length"))
                .isEqualTo(10L);
        look("codes");
        browser.eval("document.querySelector('main a.button').click(); true");
        at("/account");
        time.pass(Duration.ofMinutes(1)); // the code of before was spent by turning it on
        submit(
                "form[action=\"/account/keys\"]",
                "key-name",
                "Till at the counter",
                "key-current",
                Rig.PASSWORD,
                "key-code",
                code(0));
        says("This is the new API key.");
        look("newkey");
        browser.open(rig.url("/account"));
        submit(
                "form[action=\"/account/password\"]",
                "current",
                "not this one",
                "password-code",
                code(1),
                "password",
                "eight loud harbours");
        says("The password or the code is not right.");
        browser.viewport(1280, 1500, false);
        look("account");
        browser.eval("document.querySelector('.who button').click(); true");
        at("/sign-in");
        submit("main form", "email", Rig.EMAIL, "password", Rig.PASSWORD);
        at("/sign-in/code");
        submit("main form", "code", "123");
        says("That code is not right.");
        look("code");
        submit("main form", "code", code(1)); // that of now was spent by the key
        at("/");
        browser.waitFor("document.querySelectorAll('.door').length === 2");
    }

    /// The code that an app would show, made in the page.
    private static final String CODE = """
            (async () => {
              const bits = [...letters].map(c => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c)
                  .toString(2).padStart(5, '0')).join('');
              const secret = Uint8Array.from(bits.match(/.{8}/g), b => parseInt(b, 2));
              const key = await crypto.subtle.importKey('raw', secret, {name: 'HMAC', hash: 'SHA-1'}, false, ['sign']);
              const counter = new DataView(new ArrayBuffer(8));
              counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30000)));
              const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
              const number = hash.getUint32(hash.getUint8(19) & 15) & 0x7fffffff;
              return String(number % 1000000).padStart(6, '0');
            })()""";

    @Test
    void anInvitationFromTheUsersPageToTheFirstSignIn() throws Exception {
        var tess = new NewPerson("tess.with.a.rather.long.address@developers.example.com", "", "", Kind.DEVELOPER);
        rig.desk.create(By.COMMAND_LINE, tess, "nine calm harbours");
        browser.open(rig.url("/users"));
        submit(
                "form[action=\"/users\"]",
                "email",
                "ulf@example",
                "first-name",
                "Ulf",
                "last-name",
                "Unger",
                "invite-current",
                Rig.PASSWORD);
        says("The invitation is made");
        look("link");
        String link = text("#link");
        browser.open(rig.url("/users"));
        says("Has a link until");
        browser.viewport(1280, 1100, false);
        look("users");
        browser.eval("[...document.querySelectorAll('.list .button')].find(a => a.ariaLabel.includes('ulf')).click();"
                + " true");
        says("Make a link");
        browser.viewport(1280, 1300, false);
        look("user");
        browser.eval("document.querySelector('a.danger').click(); true");
        says("This cannot be undone.");
        look("remove");
        browser.eval("document.querySelector('.who button').click(); true");
        at("/sign-in");
        browser.open(link);
        says("Choose a password");
        look("invitation");
        submit("main form", "password", "eight loud harbours");
        at("/");
        browser.waitFor("document.querySelectorAll('.door').length === 2");
        browser.open(rig.url("/users"));
        says("this page is for others");
        look("forbidden");
    }

    /// The message and the field are seen without scrolling, and what was chosen stays chosen.
    @Test
    void aWrongPasswordIsReportedNextToItsField() throws Exception {
        var ulf = new NewPerson("ulf@example.com", "Ulf", "Unger", Kind.USER);
        long id = rig.desk.create(By.COMMAND_LINE, ulf, "nine calm harbours").id();
        for (int i = 0; i < SlowDown.LOCK_AFTER; i++) {
            time.pass(Duration.ofMinutes(2));
            rig.slowDown.attempt(new SlowDown.Try("ulf@example.com", "10.0.0." + i, false));
        }
        browser.open(rig.url("/users/" + id));
        submit("form[action$=\"/unlock\"]", "unlock-current", "not this one");
        says("That is not your current password.");
        seesFault("unlock");
        look("unlock");
        submit("form[action$=\"/unlock\"]", "unlock-current", Rig.PASSWORD);
        says("The lock has ended.");
        browser.viewport(1280, 500, false);
        browser.eval("document.querySelector('input[name=kind][value=developer]').checked = true");
        submit("form[action$=\"/kind\"]", "kind-current", "not this one");
        says("That is not your current password.");
        seesFault("kind");
        assertThat(browser.eval("document.querySelector('input[name=kind]:checked').value"))
                .isEqualTo("developer");
        submit("form[action$=\"/link\"]", "link-current", "not this one");
        says("That is not your current password.");
        seesFault("link");
        browser.open(rig.url("/users"));
        submit("form[action=\"/users\"]", "email", "x@example.com", "invite-current", "not this one");
        says("That is not your current password.");
        seesFault("invite");
        assertThat(browser.eval("document.getElementById('email').value")).isEqualTo("x@example.com");
    }

    private void seesFault(String form) {
        browser.waitFor("document.activeElement.id === '" + form + "-current'");
        for (String part : List.of("-current", "-fault")) {
            browser.waitFor("(box => box.top >= 0 && box.bottom <= innerHeight)" + "(document.getElementById('" + form
                    + part + "').getBoundingClientRect())");
        }
    }
}
