package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of people, as an operator uses it.
class PeopleBrowserTest {
    private static final String FILE = """
            first_name,last_name,email,role_ids,card
            Cyd,Charisse,cyd@example.com,Always,77
            <b>Dee</b>,Dow,dee@example,Sometimes,1001
            ,Eve,,,
            Fay,Fox,cyd@example.com,,
            Gus,Gray,gus@example.com,always,78
            """;

    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        browser = new Browser();
        browser.viewport(1280, 1000, false);
        browser.createAdministrator(rig);
        browser.waitFor("document.querySelectorAll('.door').length === 2");
        browser.eval("document.querySelector('nav a[href=\"/people\"]').click(); true");
        browser.waitFor("location.pathname === '/people' && !!document.getElementById('check')");
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    private void choose(String text) {
        browser.eval("{ const files = new DataTransfer(); files.items.add(new File([" + Json.write(text)
                + "], 'staff.csv')); const input = document.getElementById('file'); input.files = files.files;"
                + " input.dispatchEvent(new Event('change')); } true");
    }

    private void press(String id) {
        browser.waitFor("!document.getElementById('" + id + "').disabled");
        browser.eval("document.getElementById('" + id + "').click(); true");
    }

    private void ends(String words) {
        browser.waitFor("document.getElementById('tally').textContent === '" + words + "'");
    }

    private @Nullable Object text(String id) {
        String element = "document.getElementById('" + id + "')";
        return browser.eval(element + ".checkVisibility() ? " + element + ".innerText : ''");
    }

    private long people() {
        return rig.database.read(sql -> sql.get("SELECT count(*) FROM person", row -> row.number(1)));
    }

    private List<String> events() {
        return rig.database.read(
                sql -> sql.list("SELECT additional FROM event WHERE kind = 350 ORDER BY id", row -> row.text(1)));
    }

    @Test
    void aFileIsCheckedThenBroughtInAndWhoIsRefusedIsTold() throws Exception {
        assertThat(browser.eval("document.getElementById('check').disabled")).isEqualTo(true);
        choose(FILE);
        assertThat(browser.eval("document.getElementById('take').disabled")).isEqualTo(true);
        int before = events().size();
        press("check");
        ends("5 rows: 2 would be created, 0 would be changed, 0 unchanged, 3 refused.");
        assertThat(people()).isEqualTo(1);
        assertThat(events()).hasSize(before);
        assertThat(String.valueOf(browser.eval("[...document.querySelectorAll('#rows tr')]"
                        + ".map(row => [...row.children].map(cell => cell.textContent).join('|')).join('\\n')")))
                .isEqualTo("""
                        3|role_ids|names a role that is not there, or whose name another has too
                        3|email|is invalid
                        3|card|has already been taken
                        4|first_name|can't be blank
                        5|email|stands in line 2 already""");
        browser.screenshot("people-light");
        looksRight();

        press("take");
        ends("5 rows: 2 created, 0 changed, 0 unchanged, 3 refused.");
        assertThat(people()).isEqualTo(3);
        assertThat(events()).hasSize(before + 2).last().asString().contains(Rig.EMAIL, "\"credential\":\"session\"");
        assertThat(browser.eval("document.getElementById('take').disabled")).isEqualTo(true);
        assertThat(browser.saved(folder, "refused.csv", "document.getElementById('save').click(); true"))
                .isEqualTo("first_name,last_name,email,role_ids,card,refused\r\n"
                        + "<b>Dee</b>,Dow,dee@example,Sometimes,1001,\"role_ids names a role that is not there, or"
                        + " whose name another has too; email is invalid; card has already been taken\"\r\n"
                        + ",Eve,,,,first_name can't be blank\r\n"
                        + "Fay,Fox,cyd@example.com,,,email stands in line 2 already\r\n");

        choose(browser.saved(
                folder, "lintel-people.csv", "document.querySelector('a[href=\"/people/export\"]').click(); true"));
        press("check");
        ends("3 rows: 0 would be created, 0 would be changed, 3 unchanged, 0 refused.");
        assertThat(text("report")).isEqualTo("");
        assertThat(browser.eval("document.getElementById('take').disabled")).isEqualTo(true);
    }

    private void looksRight() throws Exception {
        assertThat(browser.faintText()).isEqualTo("");
        browser.dark(true);
        browser.screenshot("people-dark");
        assertThat(browser.faintText()).isEqualTo("");
        browser.viewport(390, 844, true);
        browser.screenshot("people-phone");
        assertThat(browser.smallTargets()).isEqualTo("");
        assertThat(browser.sideways()).isEqualTo("");
        browser.viewport(1280, 1000, false);
        browser.dark(false);
    }

    @Test
    void manyRowsMoveAMeterAndTheLongListIsInTheSavedFile() throws Exception {
        var text = new StringBuilder("first_name,last_name,email\n");
        for (int i = 0; i < 2_000; i++) {
            text.append(i % 4 == 0 ? "" : "P").append(",N,p").append(i).append("@x.example\n");
        }
        browser.eval("{ window.seen = new Set();"
                + " new MutationObserver(() => seen.add(document.getElementById('meter').value))"
                + ".observe(document.getElementById('tally'), {childList: true}); } true");
        choose(text.toString());
        press("check");
        ends("2000 rows: 1500 would be created, 0 would be changed, 0 unchanged, 500 refused.");
        press("take");
        ends("2000 rows: 1500 created, 0 changed, 0 unchanged, 500 refused.");
        assertThat((Long) browser.eval("seen.size")).isGreaterThan(3);
        assertThat(browser.eval("document.querySelectorAll('#rows tr').length")).isEqualTo(200L);
        assertThat(text("more")).isEqualTo("And 300 rows more, in the saved file.");
        assertThat(browser.saved(folder, "refused.csv", "document.getElementById('save').click(); true")
                        .lines())
                .hasSize(501);
    }

    @Test
    void aFileThatIsNoneIsRefusedInWords() {
        choose("first_name,lastname\nA,B\n");
        press("check");
        browser.waitFor("document.getElementById('fault').checkVisibility()");
        assertThat(text("fault")).isEqualTo("there is no column lastname; did you mean last_name?");
        assertThat(browser.eval("document.getElementById('take').disabled")).isEqualTo(true);
        choose("first_name,last_name\n" + "A,B\n".repeat(PeoplePage.ROWS_MAX + 1));
        assertThat(text("fault")).isEqualTo("");
        press("check");
        browser.waitFor("document.getElementById('fault').checkVisibility()");
        assertThat(String.valueOf(text("fault"))).contains("10001 rows", "lintel people import");
        choose("first_name,last_name,notes\n" + ("A,B," + "x".repeat(9_000) + "\n").repeat(240));
        press("check");
        browser.waitFor("document.getElementById('fault').checkVisibility()");
        assertThat(String.valueOf(text("fault"))).contains("more than 2 MB");
        assertThat(people()).isEqualTo(1);
    }

    @Test
    void aFileOfAProgramHasExactNumbers() {
        choose("first_name,last_name,barcode\nA,B,1234567890123400\n");
        press("check");
        ends("1 row: 0 would be created, 0 would be changed, 0 unchanged, 1 refused.");
        press("exact");
        assertThat(text("work")).as("another check is needed").isEqualTo("");
        press("check");
        ends("1 row: 1 would be created, 0 would be changed, 0 unchanged, 0 refused.");
        press("take");
        ends("1 row: 1 created, 0 changed, 0 unchanged, 0 refused.");
    }

    @Test
    void onlyAnOperatorsOwnPageBringsPeopleIn() {
        String post = "(token, type, body, credentials) => fetch('/people/import', {method: 'POST', body: body,"
                + " credentials: credentials, headers: {'Content-Type': type, 'X-CSRF-Token': token}})"
                + ".then(a => a.text().then(text => a.status + ' ' + text))";
        browser.eval("window.post = " + post + "; window.own = document.querySelector('.who input[name=csrf]').value;"
                + " window.file = 'first_name,last_name\\nA,B\\n'; true");
        assertThat(answer("post('forged', 'text/csv', file, 'same-origin')")).startsWith("403");
        assertThat(answer("post(own, 'text/csv', file, 'omit')")).startsWith("401");
        assertThat(answer("post(own, 'text/plain', file, 'same-origin')")).startsWith("400");
        assertThat(answer("post(own, 'text/csv', 'x'.repeat(3 << 20), 'same-origin')"))
                .startsWith("413");
        assertThat(answer("post(own, 'text/csv', new Uint8Array([0x61, 0xE9]), 'same-origin')"))
                .startsWith("422")
                .contains("not in UTF-8");
        assertThat(answer("fetch('/people/export', {credentials: 'omit', redirect: 'manual'}).then(a => a.type)"))
                .isEqualTo("opaqueredirect");
        assertThat(people()).isEqualTo(1);
        assertThat(answer("post(own, 'text/csv; charset=utf-8', file, 'same-origin')"))
                .startsWith("200")
                .contains("event: end");
        assertThat(people()).isEqualTo(2);
    }

    private String answer(String expression) {
        return String.valueOf(browser.eval(expression));
    }
}
