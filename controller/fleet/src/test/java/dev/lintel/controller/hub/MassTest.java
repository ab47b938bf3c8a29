package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.time.Await;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Very many people who are taken away one by one, over a restart, or while the disk takes nothing.
class MassTest {
    @TempDir
    Path path;

    private static void disable(HubRig rig, long first, long last, Duration ago) {
        rig.database.write(sql -> {
            for (long id = first; id <= last; id++) {
                PersonStore.update(sql, id, Map.of("enabled", false), rig.time.nowMs() - ago.toMillis());
            }
            return true;
        });
    }

    private static void disable(HubRig rig, long first, long last) {
        disable(rig, first, last, Duration.ZERO);
        rig.hub.look();
    }

    /// One after another, as a program does with `DELETE /people/:id`.
    private static void delete(HubRig rig, long first, long last) {
        for (long id = first; id <= last; id++) {
            long one = id;
            rig.database.write(sql -> PersonStore.delete(sql, one, rig.time.nowMs()));
            rig.hub.look();
        }
    }

    private static Cursor cursor(TestBoxClient box, Cursor after) {
        List<DownLine> lines = TestBoxClient.lines(box.get("/sync/1/changes?after=" + after));
        return ((Head) lines.getLast()).cursor();
    }

    private static Cursor cursor(TestBoxClient box) {
        return ((Head) TestBoxClient.lines(box.get("/sync/1/changes")).getLast()).cursor();
    }

    /// All that the hub has said by now: it answers a beat behind all else.
    private static List<LinkMessage> heard(TestLink link) {
        link.say(new LinkMessage.Beat(null, "ok", null, 0, null, null, List.of()));
        return Stream.generate(link::hears)
                .takeWhile(message -> !(message instanceof Pulse))
                .toList();
    }

    private static List<Long> urgent(TestLink link) {
        return heard(link).stream()
                .filter(Urgent.class::isInstance)
                .map(message -> id(((Urgent) message).line()))
                .toList();
    }

    /// So many, which come once the hub has taken in that somebody is there.
    private static List<Long> urgent(TestLink link, int wanted) {
        var all = new ArrayList<Long>();
        Await.until(wanted + " are told", () -> {
            all.addAll(urgent(link));
            return all.size() >= wanted;
        });
        return all;
    }

    private static long id(DownLine line) {
        return line instanceof PersonLine one ? one.row().id() : ((Gone) line).id();
    }

    private static List<Long> ids(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void aDeletionRowByRowIsHeldBackAndFewOfItAreTold() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 1_000, 1_000);
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            delete(rig, 1_000, 1_999);
            assertThat(rig.hub.fault()).contains("people were deleted");
            List<LinkMessage> heard = heard(link);
            long before = heard.stream()
                    .filter(News.class::isInstance)
                    .map(message -> Objects.requireNonNull(((News) message).few()))
                    .mapToLong(few -> few.lines().size())
                    .sum();
            List<LinkMessage> singly =
                    heard.stream().filter(Urgent.class::isInstance).toList();
            assertThat(before).isBetween(190L, 201L); // a fifth of all who were enabled
            assertThat(singly).hasSize((int) MassGuard.PEOPLE_MAX);
            long waiting = 1_000 - before - singly.size();
            HubDesk.HeldBack back = Objects.requireNonNull(rig.hub.desk().heldBack(2_000));
            assertThat(back.people()).isEqualTo(waiting);
            assertThat(back.first()).hasSize((int) waiting);

            rig.time.advance(Duration.ofMinutes(11)); // the next few, and a lost card without any count
            link = gate.link(); // the hub closes one that says nothing for so long
            link.greet();
            rig.hub.look();
            assertThat(urgent(link, 11))
                    .hasSize(11)
                    .contains(1_999L); // those of before, and the last one after a pause
            HubSite.guests(rig.database, 3_000, 40);
            disable(rig, 3_000, 3_008);
            assertThat(urgent(link)).containsExactlyElementsOf(ids(3_000, 3_008));
            disable(rig, 3_010, 3_010);
            assertThat(urgent(link)).isEmpty();
            rig.database.write(sql -> sql.run("DELETE FROM credential WHERE id = 1"));
            rig.hub.look();
            assertThat(urgent(link)).containsExactly(1L);

            TestLink later = gate.link(); // and to who comes later no others
            later.greet();
            rig.hub.look();
            assertThat(urgent(later, 21)).hasSize(21);
            rig.hub.desk().publish("olga");
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
        }
    }

    /// By rows: the first ten of the rest use up what is told singly.
    @Test
    void whoIsTakenAwayByHandAfterAMassIsToldAfterAPauseAndNobodyElse() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 1_000, 100);
            TestLink link = rig.join("Gate").link();
            link.greet();
            delete(rig, 1_000, 1_049);
            assertThat(rig.hub.fault()).contains("people were deleted");
            heard(link);
            delete(rig, 1_080, 1_080); // at once after it: the last one
            assertThat(urgent(link)).isEmpty();
            pause(rig);
            assertThat(urgent(link, 1)).containsExactly(1_080L);
            pause(rig);
            assertThat(urgent(link)).isEmpty();
            delete(rig, 1_081, 1_082); // two between pauses
            pause(rig);
            assertThat(urgent(link, 2)).containsExactlyInAnyOrder(1_081L, 1_082L);
            delete(rig, 1_050, 1_054); // more than three: the mass goes on
            pause(rig);
            assertThat(urgent(link, 1)).containsExactly(1_054L);
            for (long id = 1_060; id < 1_079; id++) { // one by one, but slowly
                delete(rig, id, id);
                pause(rig);
            }
            assertThat(urgent(link)).hasSizeLessThanOrEqualTo((int) MassGuard.PEOPLE_MAX - 4);
        }
    }

    private static void pause(HubRig rig) {
        rig.hub.look();
        rig.time.advance(Duration.ofMillis(Urgents.PAUSE_MS + 1));
        rig.hub.look();
    }

    @Test
    void theShareThatMayGoIsTheInstallers() {
        try (var rig = new HubRig(path, new MassGuard(50))) {
            HubSite.guests(rig.database, 100, 92); // with eight others who are enabled
            TestBoxClient gate = rig.join("Gate");
            Cursor before = cursor(gate);
            disable(rig, 100, 149); // half of all: not more than the share
            assertThat(rig.hub.fault()).isNull();
            Cursor half = cursor(gate, before);
            assertThat(half.revision()).isGreaterThan(before.revision());
            disable(rig, 150, 150);
            assertThat(rig.hub.fault()).contains("51 people were deleted", "more than 50 % of all");
            assertThat(cursor(gate, half).revision()).isEqualTo(half.revision());
        }
    }

    /// They are held back already, or open no door since long ago.
    @Test
    void changesOfThoseWhoAreDisabledAreNoNewMass() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 100);
            TestBoxClient gate = rig.join("Gate");
            disable(rig, 100, 109);
            rig.time.advance(Duration.ofHours(1));
            disable(rig, 110, 114);
            rig.time.advance(Duration.ofHours(1));
            TestLink link = gate.link();
            link.greet();
            disable(rig, 120, 150);
            rig.database.write(
                    sql -> { // in one look: an import that touches former people, and somebody who goes
                        sql.run("UPDATE person SET first_name = 'Else' WHERE id BETWEEN 100 AND 150");
                        PersonStore.update(sql, 160, Map.of("enabled", false), rig.time.nowMs());
                        return true;
                    });
            rig.hub.look();
            assertThat(urgent(link)).containsExactly(160L);
            rig.database.write(
                    sql -> sql.run("UPDATE person SET first_name = 'Once more' WHERE id BETWEEN 120 AND 150"));
            rig.hub.look();
            assertThat(urgent(link)).isEmpty();
            assertThat(rig.hub.fault()).contains("31 people");
        }
    }

    /// Boxes let them in while the hub holds back: what they lose beside that is lost at once, as ever.
    @Test
    void whoIsHeldBackStillLosesARoleOrIsDeletedSingly() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 100);
            TestLink link = rig.join("Gate").link();
            link.greet();
            disable(rig, 120, 150);
            assertThat(rig.hub.fault()).contains("31 people");
            assertThat(urgent(link)).isEmpty();
            unrole(rig, 120); // the role, then in again
            assertThat(urgent(link)).containsExactly(120L);
            enable(rig, 120);
            assertThat(urgent(link)).containsExactly(120L);
            enable(rig, 121); // and the other way round
            assertThat(urgent(link)).containsExactly(121L);
            unrole(rig, 121);
            assertThat(urgent(link)).containsExactly(121L);
            delete(rig, 122, 124);
            assertThat(urgent(link)).containsExactly(122L, 123L, 124L);
            rig.database.write(sql -> sql.run("DELETE FROM person_role WHERE person_id BETWEEN 125 AND 150"));
            rig.hub.look();
            assertThat(urgent(link)).as("that is the mass once more").isEmpty();
            assertThat(rig.hub.fault()).contains("31 people");
        }
    }

    private static void unrole(HubRig rig, long id) {
        rig.database.write(sql -> sql.run("DELETE FROM person_role WHERE person_id = ?", id));
        rig.hub.look();
    }

    private static void enable(HubRig rig, long id) {
        rig.database.write(sql -> {
            PersonStore.update(sql, id, Map.of("enabled", true), rig.time.nowMs());
            return true;
        });
        rig.hub.look();
    }

    @Test
    void whoWasToldOfSinglyOverDaysIsNoMassWhenTheRestIsLetThrough() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 60);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = cursor(gate);
            disable(rig, 100, 119);
            for (long id = 130; id < 145; id++) {
                rig.time.advance(Duration.ofHours(1));
                disable(rig, id, id);
            }
            rig.hub.desk().publish("olga");
            rig.hub.look();
            assertThat(rig.hub.fault()).isNull();
            assertThat(cursor(gate, before).revision()).isGreaterThan(before.revision());
        }
    }

    /// The power went before the hub looked, and was back after a quarter of an hour.
    @Test
    void aMassIsHeldBackHoweverLongTheHubWasOff() {
        TestBoxClient gate;
        Cursor before;
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 40);
            gate = rig.join("Gate");
            before = cursor(gate);
            rig.time.advance(Duration.ofSeconds(11));
            rig.hub.look(); // how far boxes may be is kept
            rig.hub.close();
            disable(rig, 100, 120, Duration.ofMinutes(15));
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            assertThat(cursor(gate, before).revision()).isEqualTo(before.revision());
            HubRig.await(() -> rig.hub.fault() != null);
            assertThat(Objects.requireNonNull(rig.hub.desk().heldBack(50)).first())
                    .hasSize(21);
        }
    }

    /// What boxes have had for long is no news to them: a restart holds nothing of it back.
    @Test
    void whatWasToldBeforeARestartIsNotHeldBackAfterIt() {
        TestBoxClient gate;
        Cursor before;
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 40);
            gate = rig.join("Gate");
            for (long id = 100; id < 120; id += 5) {
                disable(rig, id, id + 4, Duration.ofHours(1));
                rig.time.advance(Duration.ofMinutes(11));
                rig.hub.look();
            }
            before = cursor(gate);
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            disable(rig, 121, 121);
            assertThat(rig.hub.fault()).isNull();
            assertThat(cursor(gate, before).revision()).isGreaterThan(before.revision());
        }
    }

    /// Those that nobody had to hear of are none of a mass once somebody follows.
    @Test
    void whoWasTakenAwayWhileNobodyFollowedDoesNotCountAfterARestart() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 40);
            rig.hub.desk().code("Gate", new Terms(false, false), "olga");
            disable(rig, 100, 120);
            rig.time.advance(Duration.ofSeconds(11));
            rig.hub.look();
            gate = rig.join("Gate");
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl());
            disable(rig, 130, 130);
            assertThat(rig.hub.fault()).isNull();
        }
    }

    @Test
    void aMassThatNobodyLooksAtOrThatCannotBeWrittenGoesOutNoLater() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 40);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = cursor(gate);
            rig.hub.close(); // its thread has ended
            rig.database.write(sql -> {
                for (long id = 100; id <= 120; id++) {
                    PersonStore.update(sql, id, Map.of("enabled", false), rig.time.nowMs());
                }
                return true;
            });
            assertThat(cursor(gate, before)).isEqualTo(before);
            rig.time.advance(Duration.ofMinutes(11));
            assertThat(cursor(gate, before)).isEqualTo(before);
            assertThat(gate.get("/sync/1/snapshot").statusCode()).isEqualTo(503);
        }
    }
}
