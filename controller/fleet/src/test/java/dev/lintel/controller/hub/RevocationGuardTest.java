package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A box that says too much of a hub that was restored from a backup, or was not: it may have been stolen.
class RevocationGuardTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path path;

    /// The newest cursor of a box, with the proof that the hub gave.
    private static Cursor newest(TestBoxClient box) {
        return TestBoxClient.lines(box.get("/sync/1/changes")).stream()
                .filter(Head.class::isInstance)
                .map(line -> ((Head) line).cursor())
                .findFirst()
                .orElseThrow();
    }

    private static void shows(TestBoxClient box, Cursor at, int status) {
        assertThat(box.get("/sync/1/changes?" + at.query("after")).statusCode()).isEqualTo(status);
    }

    private static void says(TestLink link, List<Long> gone) {
        var report = new RevocationReport(gone, gone.size(), false, 0, gone);
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), report));
        while (!(link.hearsWhileOpen() instanceof Pulse)) {} // news of the people come before it
    }

    private static void report(HubRig rig, TestLink link, List<Long> gone) {
        rig.time.advance(MINUTE);
        says(link, gone);
    }

    private static long refused(HubRig rig) {
        return rig.database.read(ReportedRevocations::count);
    }

    private static List<Long> guests(HubRig rig, int count) {
        HubSite.guests(rig.database, 100, count);
        return LongStream.range(100, 100 + count).boxed().toList();
    }

    private static Cursor beyond(HubRig rig) {
        return new Cursor("lost", rig.hub.latest().revision() + 5);
    }

    @Test
    void boxThatHasShownAProofAndInventsACursor_hasNobodyRefusedUntilAnOperatorAcceptsIt() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            shows(gate, newest(gate), 200);
            TestLink link = gate.link();
            link.greet();
            shows(gate, beyond(rig), 410);
            shows(gate, beyond(rig).with("00000000000000000000000000000000"), 410);
            report(rig, link, List.of(1L, 2L));
            report(rig, link, List.of(1L, 2L, 6L));
            assertThat(refused(rig)).isZero();
            assertThat(rig.hub.restored().fault())
                    .contains("without proof", "'lintel hub restored --accept \"Gate\"'", "refuse 3 of ")
                    .doesNotStartWith("this hub was restored");
            assertThat(rig.hub.restored().view().held())
                    .extracting(Restored.HeldReport::box)
                    .containsExactly("Gate");
            assertThatThrownBy(() -> rig.hub.restored().accept("Barn", "olga"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("Barn");
            rig.hub.restored().accept("Gate", "olga");
            assertThat(refused(rig)).isEqualTo(3);
            assertThat(rig.hub.restored().fault()).doesNotContain("--accept");
        }
    }

    @Test
    void cursorThatTheHubGaveBeforeTheRestore_isKnownByItsProofAlsoToAnotherDatabase() throws Exception {
        Cursor before;
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            guests(rig, 30);
            before = newest(gate);
        }
        Files.delete(path.resolve("lintel.db"));
        Files.deleteIfExists(path.resolve("lintel.db-wal"));
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            shows(gate, newest(gate), 200);
            shows(gate, before, 410);
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
            assertThat(refused(rig)).isEqualTo(2);
            assertThat(rig.hub.restored().fault()).startsWith("this hub was restored from a backup");
        }
    }

    /// It has no proof: the hub it knew gave none.
    @Test
    void boxOfAnEarlierVersion_hasTenPeopleRefusedAtMost() {
        try (var rig = new HubRig(path)) {
            List<Long> people = guests(rig, 100);
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            shows(gate, beyond(rig), 410);
            report(rig, link, people.subList(0, 10));
            assertThat(refused(rig)).isEqualTo(10);
            report(rig, link, people.subList(5, 11));
            assertThat(refused(rig)).isEqualTo(10);
            assertThat(rig.hub.restored().fault()).contains("without proof", "--accept");
        }
    }

    @Test
    void reportOfMoreThanTheMassGuardAllows_isHeldAndWhatIsRefusedStaysRefused() {
        try (var rig = new HubRig(path)) {
            List<Long> people = guests(rig, 100);
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            shows(gate, rig.hub.restored().proofs().prove(beyond(rig)), 410);
            report(rig, link, people.subList(0, 15)); // of 108
            assertThat(refused(rig)).isEqualTo(15);
            report(rig, link, people.subList(0, 60));
            assertThat(refused(rig)).isEqualTo(15);
            assertThat(rig.hub.restored().fault())
                    .startsWith("this hub was restored from a backup")
                    .contains("refuse 45 of 108 people", "--accept");
            report(rig, link, people.subList(0, 15));
            assertThat(rig.hub.restored().fault()).doesNotContain("--accept");
            report(rig, link, people.subList(0, 60));
            rig.hub.restored().accept("Gate", "olga");
            assertThat(refused(rig)).isEqualTo(60);
            report(rig, link, people.subList(0, 65)); // five more than an operator has accepted
            assertThat(refused(rig)).isEqualTo(65);
        }
    }

    /// A box with a proof reports an earlier last day of people. A stolen box must not have the same people refused
    /// altogether: neither one that is doubted, nor one without a proof beyond ten people.
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 11"})
    void boxWithoutAProof_addsNothingToWhatAnotherBoxReports(boolean doubted, int count) {
        try (var rig = new HubRig(path)) {
            List<Long> people = guests(rig, 100).subList(0, 15);
            rig.database.write(sql -> sql.run("INSERT INTO role_channel VALUES (2, 4)")); // at Barn, too
            TestBoxClient gate = rig.join("Gate");
            shows(gate, rig.hub.restored().proofs().prove(beyond(rig)), 410);
            TestLink honest = gate.link();
            honest.greet();
            RevocationRig.report(
                    rig,
                    honest,
                    people.stream().map(RevocationGuardTest::endsLater).toArray(RevokedRights[]::new));
            assertThat(refused(rig)).isEqualTo(15);
            TestBoxClient barn = rig.join("Barn");
            if (doubted) shows(barn, newest(barn), 200);
            shows(barn, beyond(rig), 410);
            hold(rig, barn, people.subList(0, count));
            assertThat(rig.hub.restored().fault()).contains("--accept \"Barn\"", "refuse " + count + " of 108 people");
            assertThat(people).noneMatch(id -> RevocationRig.isRefused(rig, id));
            rig.hub.restored().accept("Barn", "olga");
            assertThat(people.subList(0, count)).allMatch(id -> RevocationRig.isRefused(rig, id));
        }
    }

    /// The box keeps its proof, and the hub verifies it once the key is there: nothing is held for an operator.
    @Test
    void boxWhoseProofCannotBeVerifiedForNow_waits() throws Exception {
        TestBoxClient gate;
        Cursor proven;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            shows(gate, newest(gate), 200);
            proven = rig.hub.restored().proofs().prove(beyond(rig));
        }
        Path key = path.resolve("tls/ca.key");
        byte[] kept = Files.readAllBytes(key);
        Files.delete(key);
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            assertThat(rig.hub.restored().proofsFault()).as("at the start").contains("boxes get no proofs", "ca.key");
            assertThat(newest(gate).proof()).isNull();
            shows(gate, newest(gate), 200);
            shows(gate, proven, 503);
            assertThat(gate.get("/sync/1/snapshot?" + proven.query("known")).statusCode())
                    .isEqualTo(503);
            Files.write(key, kept);
            rig.time.advance(MINUTE);
            shows(gate, proven, 410);
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
            assertThat(refused(rig)).isEqualTo(2);
            assertThat(rig.hub.restored().proofsFault()).isNull();
        }
    }

    /// Held reports are in memory. A box reports all on its next link; it shows the lost cursor no more.
    @ParameterizedTest
    @CsvSource({"doubted, 3", "unproven, 11", "proven, 60"})
    void heldReport_isHeldAgainAfterARestart(String kind, int count) {
        List<Long> people;
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            people = guests(rig, 100);
            gate = rig.join("Gate");
            if (kind.equals("doubted")) shows(gate, newest(gate), 200);
            boolean proven = kind.equals("proven");
            shows(gate, proven ? rig.hub.restored().proofs().prove(beyond(rig)) : beyond(rig), 410);
            hold(rig, gate, people.subList(0, count));
            assertThat(rig.hub.restored().view().held()).hasSize(1);
        }
        try (var rig = new HubRig(path)) {
            assertThat(rig.hub.restored().view().held()).isEmpty();
            hold(rig, gate, people.subList(0, count));
            assertThat(rig.hub.restored().view().held())
                    .containsExactly(new Restored.HeldReport("Gate", count, people.size() + 8));
            assertThat(rig.hub.restored().fault()).contains("--accept");
            assertThat(refused(rig)).isZero();
            rig.hub.restored().accept("Gate", "olga");
            assertThat(refused(rig)).isEqualTo(count);
        }
    }

    @Test
    void boxThatProvesItsClaim_isDoubtedNoLonger() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            shows(gate, newest(gate), 200);
            shows(gate, beyond(rig), 410);
            hold(rig, gate, List.of(1L));
            assertThat(refused(rig)).isZero();
            shows(gate, rig.hub.restored().proofs().prove(beyond(rig)), 410);
            hold(rig, gate, List.of(1L, 2L));
            assertThat(refused(rig)).isEqualTo(2);
        }
    }

    private static RevokedRights endsLater(long person) {
        List<Long> none = List.of();
        return new RevokedRights(person, none, none, none, none, none, null, "2099-12-31", false, false);
    }

    private static void hold(HubRig rig, TestBoxClient box, List<Long> gone) {
        TestLink link = box.at(rig.server.publicUrl()).link();
        link.greet();
        report(rig, link, gone);
    }

    @Test
    void reportsOfABox_changeSomethingOnceAMinute() {
        try (var rig = new HubRig(path)) {
            List<Long> people = guests(rig, 100);
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            shows(gate, rig.hub.restored().proofs().prove(beyond(rig)), 410);
            says(link, people.subList(0, 1));
            long head = rig.database.read(RevisionQueries::head);
            for (int i = 1; i <= 10; i++) says(link, people.subList(0, i));
            assertThat(refused(rig)).isEqualTo(1);
            assertThat(rig.database.read(RevisionQueries::head)).isEqualTo(head);
            report(rig, link, people.subList(0, 10));
            assertThat(refused(rig)).isEqualTo(10);
        }
    }

    @Test
    void personWhomAnOperatorGaveBack_isRefusedAgainOnlyAfterALaterRestore() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            Cursor first = rig.hub.restored().proofs().prove(beyond(rig));
            shows(gate, first, 410);
            report(rig, link, List.of(1L, 2L));
            rig.hub.restored().giveBack(2, "olga");
            shows(gate, first, 410);
            report(rig, link, List.of(2L));
            assertThat(refused(rig)).as("whatever the box reports").isEqualTo(1);
            shows(gate, rig.hub.restored().proofs().prove(beyond(rig)), 410); // which the hub gave after that
            report(rig, link, List.of(1L, 2L));
            assertThat(refused(rig)).isEqualTo(2);
        }
    }
}
