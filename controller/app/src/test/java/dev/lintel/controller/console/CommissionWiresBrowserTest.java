package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.time.Await;
import dev.lintel.reader.format.CardFormats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a whole box with simulated doors, whose reader answers on a real line: an installer finds it while the box runs,
/// has its light shown, and learns what cards say at the other door.
class CommissionWiresBrowserTest {
    private static final String EMAIL = "ines@example.com";
    private static final String PASSWORD = "eight loud harbours";

    @TempDir
    Path folder;

    private WholeLintel box;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        box = new WholeLintel(folder).start();
        box.asked(Map.of("command", "user create", "email", EMAIL, "password", PASSWORD, "kind", "operator"));
        browser = new Browser();
        looks = new Looks(browser);
        open("/sign-in?next=%2Fcommission%2Flines");
        fill("email", EMAIL, "password", PASSWORD);
        browser.press("main form button[type=submit]");
        browser.says("Readers on a line");
    }

    @AfterEach
    void stop() {
        browser.close();
        box.close();
    }

    private void open(String path) {
        browser.open("https://localhost:" + box.port() + path);
    }

    private void fill(String... fields) {
        for (int i = 0; i < fields.length; i += 2) {
            browser.eval("document.getElementById('" + fields[i] + "').value = '" + fields[i + 1] + "'; true");
        }
    }

    @Test
    void aReaderIsFoundWhileItsDoorWorksAndGoesToANewDoorsForm() throws Exception {
        looks.at("commission-lines");
        fill("scan-port", "rs485-1", "scan-baud", "115200");
        browser.eval("document.querySelector('input[name=quick]').checked = true; true");
        browser.press("form[action='/commission/lines/scan'] button");
        browser.says("Looking for readers");
        looks.at("commission-scan");
        browser.says("Address 0, 115200 baud");
        browser.waitFor("document.getElementById(`doing`)?.textContent === `1 reader`");
        looks.at("commission-found");
        assertThat(box.card(1, 7)).as("its door works again").containsEntry("decision", "rejected");
        browser.press("form[action='/commission/lines/use'] button");
        browser.says("Add a door");
        assertThat(browser.eval("document.getElementById('entry.bus').value")).isEqualTo("rs485-1");
        assertThat(browser.eval("document.getElementById('entry.address').value"))
                .isEqualTo("0");
        open("/commission/lines");
        fill("pair-port", "rs485-9", "pair-key", "gate-entry");
        browser.press("form[action='/commission/lines/pair'] button");
        browser.waitFor("document.querySelector('.fault') !== null");
        assertThat(looks.ugly).isEmpty();
    }

    @Test
    void aReaderThatWasFoundGetsAnotherAddressOnceSomebodyHasSaidThatItsDoorMayLoseIt() throws Exception {
        fill("scan-port", "rs485-1", "scan-baud", "115200");
        browser.eval("document.querySelector('input[name=quick]').checked = true; true");
        browser.press("form[action='/commission/lines/scan'] button");
        browser.says("Address 0, 115200 baud");
        browser.waitFor("document.getElementById(`doing`)?.textContent === `1 reader`");
        browser.press("a[href$='#move-title']");
        browser.says("Give a reader another address");
        assertThat(browser.eval("document.getElementById('move-baud').value")).isEqualTo("115200");
        assertThat(browser.eval("document.getElementById('move-address').value"))
                .isEqualTo("0");
        fill("move-to", "3");
        browser.press("form[action='/commission/lines/move'] button");
        browser.says("is unit 1's entry reader");
        assertThat(browser.eval("document.getElementById('move-to').value")).isEqualTo("3");
        looks.at("commission-move");
        browser.eval("document.getElementById('move-title').scrollIntoView(); true");
        looks.at("commission-move-form");
        browser.eval("document.querySelector('input[name=confirmed]').checked = true; true");
        browser.press("form[action='/commission/lines/move'] button");
        browser.says("The reader is at address 3, 115200 baud");
        browser.says("name address 3 at unit 1's entry reader");
        looks.at("commission-moved");
        browser.press("form[action='/commission/lines/use'] button");
        browser.says("Add a door");
        assertThat(browser.eval("document.getElementById('entry.bus').value")).isEqualTo("rs485-1");
        assertThat(browser.eval("document.getElementById('entry.address').value"))
                .isEqualTo("3");

        open("/commission/lines?port=rs485-1&address=3&baud=");
        browser.says("Give a reader another address");
        assertThat(browser.eval("document.getElementById('move-baud').value")).isEqualTo("");
        fill("move-baud", "115200", "move-to", "0", "move-key", "demo-reader");
        browser.press("form[action='/commission/lines/move'] button");
        browser.says("the box speaks to it as unit 1's entry reader");
        Await.until(
                "its door works again", () -> "rejected".equals(box.card(1, 7).get("decision")));
        assertThat(looks.ugly).isEmpty();
    }

    @Test
    void whatCardsSayIsLearnedAtADoorThatWorksAndWrittenAtItsReader() throws Exception {
        open("/commission/doors/2");
        browser.says("Stand at the door.");
        browser.press("form[action='/commission/learn'] button");
        browser.says("present a card");
        card(21, 15_890);
        browser.says("type the number printed on the card");
        looks.at("commission-learn");
        fill("printed", "21,15890");
        browser.press("#printed ~ .choice button");
        browser.says("present another card of the same kind");
        card(21, 4_711);
        browser.says("type the number printed on the card");
        fill("printed", "21,4711");
        browser.press("#printed ~ .choice button");
        browser.says("H10301");
        looks.at("commission-learned");
        browser.eval("document.querySelector('form[action*=\"/use\"] input[name=way]').value = '0'; true");
        browser.press("form[action*='/use'] button");
        browser.says("another card was learned since this page was shown");
        assertThat(box.data.resolve("controller.yaml")).as("nothing is written").doesNotExist();
        browser.eval("const use = document.querySelector('form[action*=\"/use\"]');"
                + " use.action = use.action.replace(/\\?.*/, '?unit=1&side=exit'); true");
        browser.press("form[action*='/use'] button");
        browser.says("The box works so once it begins anew.");
        assertThat(Files.readString(box.data.resolve("controller.yaml")))
                .as("whatever the address of the form says")
                .containsPattern("(?s)unit: 2\\b.*entry:.*formats: \\[H10301, raw]")
                .doesNotContain("exit:");
        assertThat(looks.ugly).isEmpty();
    }

    private void card(int facility, int number) {
        String bits = CardFormats.encode("H10301", facility, number).toString();
        box.asked(Map.of("command", "present", "channel", 2, "bits", bits));
    }

    @Test
    void aLightIsShownAndTheSounderHeardForAMoment() {
        open("/commission/doors/1");
        browser.waitFor("document.getElementById('now-leaf').textContent === 'closed'");
        // The reader hears of it with its line's next turn, and shows it for a moment.
        Await.until("the light is green", () -> {
            browser.eval("document.querySelector('[data-output=entry]').click(); true");
            return String.valueOf(box.asked(Map.of("command", "sim", "channel", 1)))
                    .contains("led=green");
        });
        browser.waitFor("!document.querySelector('[data-output=entry]').disabled");
        assertThat(browser.eval("document.getElementById('lost').hidden")).isEqualTo(true);
        browser.eval("document.querySelector('[data-output=sounder]').click(); true");
        browser.waitFor("!document.querySelector('[data-output=sounder]').disabled");
        assertThat(browser.eval("document.getElementById('lost').hidden")).isEqualTo(true);
    }
}
