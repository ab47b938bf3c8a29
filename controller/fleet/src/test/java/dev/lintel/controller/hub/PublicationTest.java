package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.fleet.PublishedStore;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import dev.lintel.sync.wire.PersonRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The guard against taking very many people away at once.
class PublicationTest {
    @TempDir
    Path path;

    @ParameterizedTest
    @CsvSource({
        "0,0,false",
        "10,0,false",
        "11,0,true",
        "11,43,true",
        "11,44,false",
        "20,80,false",
        "21,79,true",
        "20000,80000,false",
        "20001,79999,true"
    })
    void moreThanTenAndAFifthAreTooMany(long taken, long stillEnabled, boolean tooMany) {
        assertThat(MassGuard.DEFAULT.isTooMany(taken, () -> stillEnabled + taken))
                .isEqualTo(tooMany);
    }

    private static void disable(HubRig rig, long first, long last) {
        rig.database.write(sql -> {
            for (long id = first; id <= last; id++) {
                PersonStore.update(sql, id, Map.of("enabled", false), rig.time.nowMs());
            }
            return true;
        });
    }

    private static List<DownLine> changes(TestBoxClient box, Cursor after) {
        return TestBoxClient.lines(box.get("/sync/1/changes?check=1&after=" + after));
    }

    private static Cursor end(List<DownLine> lines) {
        return ((Head) lines.getLast()).cursor();
    }

    @Test
    void aMassOfPeopleIsHeldBackUntilAnOperatorLetsItThrough() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            TestLink link = gate.link();
            link.greet();

            disable(rig, 100, 120);
            List<DownLine> held = changes(gate, before);
            assertThat(held).noneMatch(PersonLine.class::isInstance);
            assertThat(end(held)).isEqualTo(before);
            assertThat(((Head) held.getLast()).check()).isNull();
            HubRig.await(() -> rig.hub.fault() != null);
            assertThat(rig.hub.fault()).contains("21 people", "lintel hub publish");
            assertThat(gate.get("/sync/1/snapshot").statusCode()).isEqualTo(503);
            rig.time.advance(Duration.ofHours(1)); // it stays so
            rig.hub.look();
            assertThat(end(changes(gate, before))).isEqualTo(before);
            link = gate.link(); // the hub has closed the one that said nothing for so long
            link.greet();
            assertThat(link.isSilent()).isTrue();

            disable(rig, 121, 121); // singly, after that
            rig.database.write(sql -> PersonStore.delete(sql, 122, rig.time.nowMs()));
            rig.hub.look();
            List<Long> urgent = Stream.generate(link::hears)
                    .limit(2)
                    .map(message -> ((Urgent) message).line())
                    .map(line -> line instanceof PersonLine one ? one.row().id() : ((Gone) line).id())
                    .toList();
            assertThat(urgent).containsExactly(121L, 122L);
            link.close();
            TestLink again = gate.link();
            again.greet();
            rig.hub.look();
            assertThat(again.hears()).isInstanceOf(Urgent.class); // who comes later hears of them, too
            assertThat(again.hears()).isInstanceOf(Urgent.class);

            assertThat(rig.hub.desk().publish("olga")).isEqualTo(21);
            LinkMessage news = again.hears();
            List<DownLine> let = changes(gate, before);
            assertThat(((News) news).latest()).isEqualTo(end(let));
            assertThat(let.stream().filter(PersonLine.class::isInstance)).hasSize(22);
            assertThat(rig.hub.fault()).isNull();
            assertThatThrownBy(() -> rig.hub.desk().publish("olga")).hasMessage("nothing is held back");
        }
    }

    private static void run(HubRig rig, String... statements) {
        rig.database.write(sql -> {
            for (String statement : statements) sql.run(statement);
            return true;
        });
        rig.hub.look();
    }

    private static PersonRow urgent(TestLink link) {
        return ((PersonLine) ((Urgent) link.hears()).line()).row();
    }

    @Test
    void whoLosesACardARoleOrAReservationIsToldOfAsTheyStandWhileMuchIsHeldBack() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            disable(rig, 100, 120);
            HubRig.await(() -> rig.hub.fault() != null);

            run(rig, "DELETE FROM credential WHERE id = 1");
            assertThat(urgent(link).credentials()).hasSize(1);
            run(rig, "UPDATE credential SET status = 'disabled' WHERE id = 2");
            assertThat(urgent(link).credentials().getFirst().status()).isEqualTo("disabled");
            run(rig, "DELETE FROM person_role WHERE person_id = 125");
            assertThat(((Urgent) link.hears()).line()).isInstanceOf(Gone.class);
            run(rig, "UPDATE person SET valid_to = '2026-11-01' WHERE id = 126");
            assertThat(urgent(link).validTo()).isEqualTo("2026-11-01");
            run(rig, "UPDATE reservation SET end_at = start_at WHERE id = 2", "DELETE FROM group_reservation");
            assertThat(Stream.generate(link::hears).limit(3)).allMatch(Urgent.class::isInstance); // 10, 6 and 7
            // What only adds waits with the others.
            run(rig, "INSERT INTO person_role VALUES (3, 2)", "UPDATE person SET first_name = 'Else' WHERE id = 127");
            assertThat(link.isSilent()).isTrue();
        }
    }

    @Test
    void onlyWhatWasShownIsLetThrough() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 60);
            TestLink link = rig.join("Gate").link();
            link.greet();
            disable(rig, 100, 130);
            HubRig.await(() -> rig.hub.fault() != null);
            PublishedStore.Held shown =
                    Objects.requireNonNull(rig.hub.desk().heldBack(5)).held();
            disable(rig, 131, 145);
            rig.hub.look();
            assertThatThrownBy(() -> rig.hub.desk().publish(shown, "olga")).hasMessageContaining("look at it again");
            HubRig.await(() -> String.valueOf(rig.hub.fault()).contains("46 people")); // at the next look
            HubDesk.HeldBack now = Objects.requireNonNull(rig.hub.desk().heldBack(5));
            assertThat(rig.hub.desk().publish(now.held(), "olga")).isEqualTo(46);
            assertThat(new EventStore(rig.database).newest(1).getFirst().draft().additional())
                    .containsEntry("action", "published 46 people taken away")
                    .containsEntry("by", "olga");
        }
    }

    /// As without a hold: it is for people who are deleted or disabled.
    @Test
    void veryManyWhoLoseSomethingWhileMuchIsHeldBackAreToldOf() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 60);
            TestLink link = rig.join("Gate").link();
            link.greet();
            disable(rig, 100, 130);
            HubRig.await(() -> rig.hub.fault() != null);
            run(rig, "DELETE FROM person_role WHERE person_id BETWEEN 131 AND 150");
            for (int i = 0; i < 20; i++) assertThat(link.hears()).isInstanceOf(Urgent.class);
            assertThat(link.isSilent()).isTrue();
            assertThat(rig.hub.fault()).contains("31 people"); // those who are deleted or disabled
        }
    }

    /// Also where more are held back before the box is there.
    @Test
    void whoIsTakenAwaySinglyIsToldToABoxThatComesLater() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 60);
            TestBoxClient gate = rig.join("Gate");
            disable(rig, 100, 130);
            HubRig.await(() -> rig.hub.fault() != null);
            rig.hub.look();
            disable(rig, 131, 131);
            rig.hub.look();
            disable(rig, 132, 150);
            HubRig.await(() -> String.valueOf(rig.hub.fault()).contains("50 people"));
            TestLink link = gate.link();
            link.greet();
            assertThat(link.hears())
                    .isInstanceOfSatisfying(
                            Urgent.class,
                            urgent -> assertThat(urgent.line())
                                    .isInstanceOfSatisfying(
                                            DownLine.PersonLine.class,
                                            line -> assertThat(line.row().id()).isEqualTo(131)));
            assertThat(link.isSilent()).isTrue();
        }
    }

    @Test
    void whoWasLetThroughIsNotCountedAgainWhenAPolicyChangesThem() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            TestBoxClient gate = rig.join("Gate");
            disable(rig, 100, 120);
            HubRig.await(() -> rig.hub.fault() != null);
            rig.hub.desk().publish("olga");
            run(rig, """
                    UPDATE person_revision SET revision = (SELECT value FROM sync_revision) + person_id
                     WHERE person_id >= 100""", "UPDATE sync_revision SET value = value + 1000, policy = value + 1000");
            assertThat(rig.hub.fault()).isNull();
            assertThat(changes(gate, new Cursor(rig.hub.era(), 0))).hasSizeGreaterThan(30);
        }
    }

    @Test
    void itIsHeldBackOverARestartAndAlsoWhenTheProcessEndedBeforeItWasSeen() {
        TestBoxClient gate;
        Cursor before;
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            gate = rig.join("Gate");
            before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            rig.hub.close(); // its thread sees nothing any more
            disable(rig, 100, 120);
        }
        try (var rig = new HubRig(path)) {
            assertThat(end(changes(gate.at(rig.server.publicUrl()), before)).revision())
                    .isEqualTo(before.revision());
            HubRig.await(() -> rig.hub.fault() != null);
        }
        try (var rig = new HubRig(path)) {
            rig.time.advance(Duration.ofDays(1));
            assertThat(end(changes(gate.at(rig.server.publicUrl()), before)).revision())
                    .isEqualTo(before.revision());
        }
    }

    /// The window of ten minutes is over by the time that the disk lets the hold be noted.
    @Test
    void aMassIsHeldBackAlsoWhileTheDiskRefusesToNoteIt() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            String refusal =
                    " ON sync_published WHEN NEW.held_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'no room'); END";
            run(
                    rig,
                    "CREATE TRIGGER first_refused BEFORE INSERT" + refusal,
                    "CREATE TRIGGER next_refused BEFORE UPDATE" + refusal);
            disable(rig, 100, 120);
            assertThat(end(changes(gate, before))).isEqualTo(before);
            rig.time.advance(Duration.ofMinutes(11));
            assertThat(end(changes(gate, before))).isEqualTo(before);
            assertThat(rig.database.read(PublishedStore::held)).isNull();
            run(rig, "DROP TRIGGER first_refused", "DROP TRIGGER next_refused");
            rig.hub.look();
            HubRig.await(() -> rig.database.read(PublishedStore::held) != null);
            assertThat(end(changes(gate, before))).isEqualTo(before);
            assertThat(rig.hub.desk().publish("olga")).isEqualTo(21);
        }
    }

    private static void delete(HubRig rig, long first, long last) {
        rig.database.write(sql -> {
            for (long id = first; id <= last; id++) PersonStore.delete(sql, id, rig.time.nowMs());
            return true;
        });
    }

    @Test
    void whoWasDisabledBeforeTheHubBeganIsNotTakenAwayWhenTheyAreDeleted() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 200);
            disable(rig, 100, 159);
            TestBoxClient gate = rig.join("Gate");
            List<DownLine> all = TestBoxClient.lines(gate.get("/sync/1/changes"));
            rig.database.write(sql -> sql.run("UPDATE person SET first_name = 'Old' WHERE id BETWEEN 100 AND 159"));
            rig.hub.look();
            delete(rig, 100, 159);
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
            assertThat(changes(gate, end(all)).stream().filter(Gone.class::isInstance))
                    .hasSize(60); // they are told all the same
        }
    }

    @Test
    void whoIsMadeDisabledIsNotTakenAwayUnlessTheyWereEnabledSince() {
        try (var rig = new HubRig(path)) {
            rig.join("Gate");
            String numbers = LongStream.range(0, 40).boxed().toList().toString();
            rig.database.write(sql -> sql.run("""
                    INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
                    SELECT 100 + value, 1, 'New', 'N', 0, ?1, ?1 FROM json_each(?2)""", rig.time.nowMs(), numbers));
            delete(rig, 100, 119);
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
            run(rig, "UPDATE person SET enabled = 1 WHERE id BETWEEN 120 AND 139");
            assertThat(rig.hub.fault()).isNull();
            disable(rig, 120, 139);
            rig.hub.look();
            assertThat(rig.hub.fault()).contains("20 people");
        }
    }

    @Test
    void whoWasDisabledAllAlongIsNoUrgentMatterWhileMuchIsHeldBack() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 60);
            disable(rig, 140, 159);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            TestLink link = gate.link();
            link.greet();
            disable(rig, 100, 120);
            HubRig.await(() -> rig.hub.fault() != null);
            delete(rig, 140, 159);
            delete(rig, 130, 130);
            rig.hub.look();
            assertThat(((Urgent) link.hears()).line())
                    .isInstanceOfSatisfying(
                            Gone.class, gone -> assertThat(gone.id()).isEqualTo(130));
            assertThat(link.isSilent()).isTrue();
            assertThat(rig.hub.fault()).contains("21 people");
            rig.hub.desk().publish("olga");
            assertThat(changes(gate, before).stream().filter(Gone.class::isInstance))
                    .hasSize(21);
        }
    }

    @Test
    void whereNobodyFollowsNothingIsHeldBack() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 90);
            rig.hub.desk().code("Gate", new Terms(false, false), "olga"); // a hub, and nobody came yet
            disable(rig, 100, 129);
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            disable(rig, 130, 130); // those of before it came do not count
            assertThat(changes(gate, before)).anyMatch(PersonLine.class::isInstance);
            disable(rig, 131, 150);
            rig.hub.look();
            assertThat(rig.hub.fault()).contains("21 people");
            rig.hub.desk().revoke("Gate", "olga");
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
        }
    }

    @Test
    void fewerGoThroughAtOnce() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 100);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            disable(rig, 100, 119);
            assertThat(changes(gate, before).stream().filter(PersonLine.class::isInstance))
                    .hasSize(20);
        }
    }
}
