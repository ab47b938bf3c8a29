package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.commission.WiringFile;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Putting a box into service, over real TLS: who may, and what is refused.
class CommissionPagesTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/commission");
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/commission",
                "/commission/wiring",
                "/commission/report",
                "/commission/finish",
                "/commission/doors/1",
                "/commission/doors/new",
                "/commission/doors/1/wiring",
                "/commission/doors/1/remove",
                "/commission/buses/remove?bus=rs485-2"
            })
    void pagesAreForOperatorsAlone(String path) throws Exception {
        rig.commission.commissioning().saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, "somebody");
        try (var stranger = new Visitor(rig)) {
            assertThat(stranger.get(path).statusCode()).isEqualTo(303);
        }
        rig.desk.create(By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), "eight loud harbours");
        try (var ulf = new Visitor(rig)) {
            ulf.signIn("ulf@example.com", "eight loud harbours");
            assertThat(ulf.get(path).statusCode()).isEqualTo(403);
        }
        assertThat(olga.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void aPostThatIsNotOursChangesNothing() throws Exception {
        olga.forge("not-ours");
        assertThat(olga.post("/commission/begin").statusCode()).isEqualTo(403);
        assertThat(olga.post("/commission/doors/1/remove").statusCode()).isEqualTo(403);
        assertThat(rig.commission.begun).hasValue(0);
        assertThat(folder.resolve("controller.yaml")).doesNotExist();
    }

    @Test
    void aFileWithFaultsIsShownAgainWithAllOfThemAndNotWritten() throws Exception {
        var answer = olga.post(
                "/commission/wiring",
                "text",
                "hardware: simulated\nchannels:\n  - unit: 0\n  - unit: 1\n",
                "seen",
                WiringFile.mark(rig.commission.commissioning().text()));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .contains("controller.yaml:3: channels[0].unit", "controller.yaml:4: channels[1].strike", "- unit: 0");
        assertThat(folder.resolve("controller.yaml")).doesNotExist();
    }

    @Test
    void theFileIsWrittenAsItStandsAndCanBeForgotten() throws Exception {
        String text = rig.commission.commissioning().text().replace("line: 17", "line: 44");
        var answer = olga.post(
                "/commission/wiring",
                "text",
                text.replace("\n", "\r\n"),
                "seen",
                WiringFile.mark(rig.commission.commissioning().text()));
        assertThat(location(answer)).isEqualTo("/commission?done=saved");
        assertThat(Files.readString(folder.resolve("controller.yaml"))).isEqualTo(text);
        assertThat(olga.get("/commission").body()).contains("New wiring waits");
        assertThat(location(olga.post("/commission/drop"))).isEqualTo("/commission?done=dropped");
        assertThat(folder.resolve("controller.yaml")).doesNotExist();
    }

    @Test
    void whoeverIsLateSeesWhatStandsAndOverwritesNothing() throws Exception {
        String before = rig.commission.commissioning().text();
        String seen = WiringFile.mark(before);
        rig.commission.commissioning().saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, "somebody");
        String stands = rig.commission.commissioning().text();
        var text = olga.post("/commission/wiring", "text", before.replace("line: 17", "line: 44"), "seen", seen);
        assertThat(text.statusCode()).isEqualTo(422);
        assertThat(text.body())
                .contains("changed by somebody else meanwhile", "What you wrote", "line: 44", "rs485-2")
                .contains("name=\"seen\" value=\"" + WiringFile.mark(stands) + "\"");
        var door = olga.post("/commission/doors/1/wiring", "name", "Front", "strike.line", "44", "seen", seen);
        assertThat(door.statusCode()).isEqualTo(422);
        assertThat(door.body()).contains("changed by somebody else meanwhile", "id=\"strike.line\"", "value=\"17\"");
        var inputs = olga.post("/commission/inputs", "fire.line", "", "seen", seen);
        assertThat(inputs.statusCode()).isEqualTo(422);
        assertThat(rig.commission.commissioning().text()).isEqualTo(stands);
    }

    @Test
    void aFileThatIsNoTextIsSaidOnThePageAndForgotten() throws Exception {
        rig.commission.commissioning().saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, "somebody");
        Files.write(folder.resolve("controller.yaml"), new byte[] {'a', (byte) 0xFC, '\n'});
        var page = olga.get("/commission/wiring");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("controller.yaml");
        assertThat(olga.get("/commission").statusCode()).isEqualTo(200);
        assertThat(location(olga.post("/commission/drop"))).isEqualTo("/commission?done=dropped");
        assertThat(folder.resolve("controller.yaml")).doesNotExist();
    }

    @Test
    void aDoorThatIsThereIsNotAddedAgain() throws Exception {
        olga.get("/commission/doors/new");
        var answer = olga.post("/commission/doors/new/wiring", "unit", "1", "name", "Front", "strike.line", "50");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("unit 1 is there already");
    }

    @Test
    void everyDoorCanBeRemoved() throws Exception {
        String seen = rig.commission.commissioning().seen();
        assertThat(location(olga.post("/commission/inputs", "fire.line", "", "seen", seen)))
                .isEqualTo("/commission?done=saved");
        for (String unit : new String[] {"2", "1"}) {
            String remove = "/commission/doors/" + unit + "/remove";
            assertThat(olga.get(remove).body()).contains("of unit " + unit + " are free from the next start on");
            assertThat(location(olga.post(remove))).as(unit).isEqualTo("/commission?done=removed");
        }
        assertThat(Files.readString(folder.resolve("controller.yaml"))).contains("channels: []");
    }

    @Test
    void aLineWithoutReadersCanBeRemovedAndAnyOtherNot() throws Exception {
        var written = olga.post("/commission/buses", "bus", "rs485-2", "port", "tcp://10.0.0.4:1", "baud", "9600");
        assertThat(location(written)).isEqualTo("/commission?done=bus");
        assertThat(olga.get("/commission").body())
                .contains("Remove rs485-2: no reader is on it", "value=\"rs485-3\"")
                .doesNotContain("Remove rs485-1");
        var used = olga.post("/commission/buses/remove", "bus", "rs485-1");
        assertThat(used.statusCode()).isEqualTo(422);
        assertThat(used.body()).contains("rs485-1 has the entry reader of unit 1");
        assertThat(olga.get("/commission/buses/remove?bus=rs485-2").body())
                .contains("Remove rs485-2?", "The port of rs485-2 is free from the next start on.");
        assertThat(location(olga.post("/commission/buses/remove", "bus", "rs485-2")))
                .isEqualTo("/commission?done=removed");
        assertThat(rig.commission.commissioning().buses()).containsOnlyKeys("rs485-1");
    }

    /// The page offers a USB adapter's link; the wiring has its device.
    @Test
    void aReaderIsUsedOnTheLineThatItsAdapterHasByAnotherName() throws Exception {
        Path device = Files.createFile(folder.resolve("ttyUSB0"));
        Path link = Files.createSymbolicLink(folder.resolve("usb-adapter"), device);
        rig.commission.commissioning().saveBus("gate", device.toString(), 9_600, "somebody");
        var answer =
                olga.post("/commission/lines/use", "port", link.toString(), "baud", "9600", "address", "3", "key", "");
        assertThat(location(answer)).startsWith("/commission/doors/new?entry.driver=osdp&entry.bus=gate&");
        assertThat(rig.commission.commissioning().buses()).containsOnlyKeys("rs485-1", "gate");
    }

    @Test
    void unitsAndTestsThatAreNoneAreNotFound() throws Exception {
        for (String unit : new String[] {"77", "0", "-1", "one", "99999999999"}) {
            assertThat(olga.get("/commission/doors/" + unit).statusCode())
                    .as(unit)
                    .isEqualTo(404);
        }
        assertThat(olga.post("/commission/doors/1/say", "test", "kick", "state", "passed")
                        .statusCode())
                .isEqualTo(404);
        assertThat(olga.post("/commission/doors/1/say", "test", "strike", "state", "failed", "note", "")
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void whatHasChangedSinceIsShownBeforeTheBoxIsHandedOver() throws Exception {
        olga.get("/commission/finish");
        var stale = olga.post("/commission/finish", "open", "0");
        assertThat(stale.statusCode()).isEqualTo(200);
        assertThat(stale.body()).contains("Hand the box over?");
        assertThat(rig.commission.commissioning().sheet().finished()).isNull();
    }

    @Test
    void theAdviceForADoorWithoutAFireReleaseNamesTheFieldsOfThePages() throws Exception {
        assertThat(olga.get("/commission").body())
                .contains(
                        "<summary>Fire panel, mains, GPIO chip</summary>", "<legend>The fire panel releases</legend>");
        assertThat(olga.get("/commission/doors/1/wiring").body())
                .contains(">Does the fire panel itself cut the lock's power?</label>");
        assertThat(FireRelease.ADVICE)
                .contains("\"Fire panel, mains, GPIO chip\", \"The fire panel releases\"")
                .contains("\"Does the fire panel itself cut the lock's power?\"")
                .contains("'fire: release'", "'fire_panel_cuts_power: true'");
    }
}
