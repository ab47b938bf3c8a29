package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.json.Json;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.LinkMessage.NewKey;
import dev.lintel.sync.wire.Wire;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a hub knows of two boxes with one identity, and what an operator decided, after restarts of the hub.
class ClonedHubRestartTest {
    private static final String CLONED = "two boxes have one identity";

    @TempDir
    Path path;

    private static HttpResponse<String> ask(TestBoxClient box, String run) {
        return box.get(Wire.EVENTS, Wire.RUN, run);
    }

    private static TestBoxClient cloned(HubRig rig) {
        TestBoxClient gate = rig.join("Gate");
        for (String run : new String[] {"aaaa-1", "bbbb-2", "aaaa-1"})
            gate.link(run).greet();
        assertThat(rig.hub.fault()).contains(CLONED, "Gate");
        return gate;
    }

    @Test
    void theReportSurvivesARestart() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = cloned(rig);
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            assertThat(rig.hub.fault()).contains(CLONED, "Gate");
            assertThat(gate.link("bbbb-2").greet().notice()).contains("same identity");
        }
    }

    @Test
    void theAddressesOfBoxesAreKnownAfterARestart() {
        try (var rig = new HubRig(path)) {
            rig.join("Gate").link("aaaa-1").greet();
            rig.join("Yard"); // has opened no link
        }
        try (var rig = new HubRig(path)) {
            assertThat(LastAddresses.of(rig.database)).containsExactly("127.0.0.1");
        }
    }

    /// The two copies take turns, and the hub restarts in between.
    @Test
    void copiesAreFoundAlthoughTheHubRestartsBetweenThem() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            gate.link("aaaa-1").greet();
            gate.link("bbbb-2").greet();
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl()).link("aaaa-1").greet();
            assertThat(rig.hub.fault()).contains(CLONED);
        }
    }

    @Test
    void aBoxThatIsAloneIsNotReportedAfterARestart() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            gate.link("aaaa-1").greet();
            gate.link("bbbb-2").greet();
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            gate.link("bbbb-2").greet(); // it kept running
            gate.link("cccc-3").greet(); // restarted
            assertThat(rig.hub.fault()).isNull();
        }
    }

    private static void failWrites(HubRig rig) {
        rig.database.write(sql -> sql.run("CREATE TRIGGER fails BEFORE UPDATE OF runs ON box"
                + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"));
    }

    @Test
    void decisionThatTheDiskDoesNotTake_turnsNobodyAway() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = cloned(rig);
            failWrites(rig);
            assertThatThrownBy(() -> rig.hub.desk().keep("Gate", "aaaa", "olga"))
                    .hasMessageContaining("the disk is full");
            assertThat(ask(gate, "bbbb-2").statusCode()).isEqualTo(200);
            assertThat(ask(gate, "cccc-3").statusCode()).isEqualTo(200);
            rig.database.write(sql -> sql.run("DROP TRIGGER fails"));
            rig.hub.desk().keep("Gate", "aaaa", "olga");
            assertThat(ask(gate, "bbbb-2").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void keyThatTheDiskDoesNotTake_isNotTheBoxsKey() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = cloned(rig);
            rig.hub.desk().keep("Gate", "aaaa", "olga");
            long boxId = rig.hub.desk().boxes().getFirst().box().id();
            var key = Bytes.copyOf(new byte[] {1});
            assertThatThrownBy(() -> rig.database.write(sql -> {
                        rig.hub.cloned().sign(sql, boxId, "aaaa-1", key);
                        throw new IllegalStateException("as if the commit failed");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(rig.hub.cloned().key(boxId)).isNull();
            rig.database.write(sql -> {
                rig.hub.cloned().sign(sql, boxId, "aaaa-1", key);
                return true;
            });
            rig.hub.cloned().signed(boxId, "aaaa-1", key);
            assertThat(rig.hub.cloned().key(boxId)).isEqualTo(key);
            assertThat(ask(gate, "bbbb-2").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void theDecisionSurvivesARestartUntilTheKeptBoxHasItsKey() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = cloned(rig);
            rig.hub.desk().keep("Gate", "aaaa", "olga");
        }
        TestBoxClient renewed;
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            assertThat(rig.hub.fault()).contains(CLONED);
            assertThat(ask(gate, "bbbb-2").statusCode()).as("the copy").isEqualTo(403);
            assertThat(ask(gate, "cccc-3").statusCode()).as("not known").isEqualTo(503);
            TestLink kept = gate.link("aaaa-1");
            kept.greet();
            assertThat(kept.hears()).isEqualTo(new NewKey());
            renewed = rig.stranger(); // for its key
            HttpResponse<String> answer = gate.post(Wire.RENEW, renewed.csr(), Wire.RUN, "aaaa-1");
            assertThat(answer.statusCode()).isEqualTo(200);
            renewed.shows(String.valueOf(Json.parseObject(answer.body()).get("certificate")));
        }
        try (var rig = new HubRig(path)) { // the kept box restarts as well
            assertThat(ask(gate.at(rig.server.publicUrl()), "bbbb-2").statusCode())
                    .isEqualTo(403);
            assertThat(ask(renewed.at(rig.server.publicUrl()), "dddd-4").statusCode())
                    .isEqualTo(200);
            assertThat(rig.hub.fault()).isNull();
            assertThat(ask(gate, "aaaa-1").statusCode()).as("the old key").isEqualTo(403);
        }
        try (var rig = new HubRig(path)) {
            assertThat(rig.hub.fault()).isNull();
            assertThat(ask(gate.at(rig.server.publicUrl()), "eeee-5").statusCode())
                    .isEqualTo(403);
        }
    }
}
