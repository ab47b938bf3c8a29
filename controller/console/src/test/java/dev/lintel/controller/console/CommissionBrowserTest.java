package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.commission.DoorTest;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An installer puts a box into service: names, a door more, tests at a door with what the box sees, the report.
class CommissionBrowserTest {
    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();
    private Rig rig;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(rig.url("/sign-in?next=%2Fcommission"));
        fill("email", Rig.EMAIL, "password", Rig.PASSWORD);
        browser.press("main form button[type=submit]");
        browser.says("From a wired board");
    }

    @AfterEach
    void stop() {
        browser.close();
        rig.close();
    }

    private void fill(String... fields) {
        for (int i = 0; i < fields.length; i += 2) {
            browser.eval("(() => { const field = document.getElementById('" + fields[i] + "'); field.value = '"
                    + fields[i + 1]
                    + "'; field.dispatchEvent(new Event('change', {bubbles: true})); return true; })()");
        }
    }

    private void ticked(DoorTest test, String words) {
        browser.waitFor("document.querySelector('#" + test.word() + " .chip').textContent === '" + words + "'");
    }

    private void happens(EventKind kind, Map<String, Object> additional) {
        var draft = new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.channel(1), additional);
        rig.database.events().append(draft);
    }

    @Test
    void aBoxIsPutIntoServiceFromTheFirstNameToTheReport() throws Exception {
        looks.at("commission");
        names();
        aDoorMore();
        passes();
        tests();
        report();
        assertThat(looks.ugly).isEmpty();
    }

    private void names() {
        fill("box", "North gate", "customer", "North Ltd", "site", "Yard", "zone", "Europe/Lunden");
        browser.press("form[action='/commission/place'] button");
        browser.says("Europe/Lunden");
        fill("box", "North gate", "customer", "North Ltd", "site", "Yard", "zone", "Europe/London");
        browser.press("form[action='/commission/place'] button");
        browser.says("Names and time zone are set.");
        browser.press("form[action='/commission/alone'] button");
        browser.says("This box stands alone");
    }

    private void aDoorMore() throws Exception {
        browser.press("a[href='/commission/doors/new']");
        browser.says("Add a door");
        fill("name", "Gate", "entry.driver", "wiegand", "entry.d0", "30", "entry.d1", "31", "strike.line", "17");
        assertThat(browser.eval("document.getElementById('entry.bus').checkVisibility()"))
                .as("fields of another wire are out of the way")
                .isEqualTo(false);
        fill("egress", "mechanical");
        looks.at("commission-wiring");
        browser.press("#wiring button.main");
        browser.says("line 17 is the strike of unit 1 already");
        fill("strike.line", "33");
        browser.press("#wiring button.main");
        browser.says("The box works so once it begins anew.");
        looks.at("commission-waits");
        browser.press("#begin");
        browser.says("This page goes on by itself");
        assertThat(rig.commission.begun).hasValue(1);
        looks.at("commission-begins");
        rig.commission.commissioning().drop(Rig.EMAIL);
        browser.open(rig.url("/commission"));
        browser.says("not wired");
    }

    /// The new door is nobody's until a group has it.
    private void passes() throws Exception {
        browser.open(rig.url("/commission"));
        browser.says("No group passes Front Door, Back Door, Gate.");
        browser.press("a[href='/commission/passes']");
        browser.says("Groups and their doors");
        fill("group", "Staff");
        looks.at("commission-passes");
        fill("from", "07:00");
        fill("to", "19:00");
        browser.waitFor("document.getElementById('hours').value === 'new'");
        fill("hours", "");
        browser.waitFor("document.getElementById('from').value === ''");
        browser.press("#form button.main");
        browser.says("Written. Staff passes Front Door, Back Door, Gate, at all times.");
        browser.open(rig.url("/commission"));
        browser.says("Staff: Front Door, Back Door, Gate");
        browser.open(rig.url("/site"));
        browser.waitFor("document.getElementById('text').value.includes('Gate')");
        looks.at("site");
        browser.open(rig.url("/commission"));
    }

    private void tests() throws Exception {
        rig.doors.set(1, "open", true, true, true);
        browser.press("a[href='/commission/doors/1']");
        browser.says("Stand at the door.");
        ticked(DoorTest.CONTACT, "not at rest");
        browser.says("The box saw the leaf open as the test began. Was it shut?");
        browser.says("contact.closed is high");
        looks.at("commission-doubt");
        browser.press("#contact [data-rest]");
        browser.waitFor("document.getElementById('lost').textContent"
                + ".startsWith('the box does not see it at rest: contact')");
        rig.doors.set(1, "secure", false, false, true);
        browser.waitFor("document.getElementById('now-leaf').textContent === 'closed'");
        ticked(DoorTest.CONTACT, "not at rest");
        browser.press("#strike button.main"); // the page loads itself anew
        browser.says("works");
        ticked(DoorTest.CONTACT, "not at rest");
        browser.press("#contact [data-rest]");
        ticked(DoorTest.CONTACT, "to be tried");
        rig.doors.set(1, "open", true, true, true);
        ticked(DoorTest.CONTACT, "now the other way");
        rig.doors.set(1, "secure", false, false, true);
        ticked(DoorTest.CONTACT, "works");
        happens(EventKind.ADMITTED_REQUEST_EXIT, Map.of());
        ticked(DoorTest.REX, "works");
        happens(EventKind.REJECTED_UNKNOWN_CARD, Map.of("reader", "entry"));
        ticked(DoorTest.ENTRY_READER, "works");
        looks.at("commission-door");
        browser.eval("document.querySelector('#sounder details').open = true; true");
        fill("note-sounder", "comes next week");
        browser.press("#sounder button[value=left-out]");
        browser.says("left out: comes next week");
        assertThat(Objects.requireNonNull(rig.commission.commissioning().door(1))
                        .tests())
                .extractingByKeys(DoorTest.CONTACT, DoorTest.REX, DoorTest.ENTRY_READER)
                .allSatisfy(result ->
                        assertThat(Objects.requireNonNull(result).by()).isEqualTo(Rig.EMAIL));
    }

    private void report() throws Exception {
        browser.open(rig.url("/commission/finish"));
        browser.says("Front Door, not tried: entry reader's light, auxiliary input");
        looks.at("commission-finish");
        browser.press("form[action='/commission/finish'] button.main");
        browser.says("Handed over. The report has all of it.");
        browser.open(rig.url("/commission/report"));
        browser.says("Handed over by " + Rig.EMAIL);
        browser.says("comes next week");
        looks.at("commission-report");
    }
}
