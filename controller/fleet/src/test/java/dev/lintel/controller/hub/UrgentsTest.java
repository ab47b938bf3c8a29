package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.fleet.RevocationActors;
import dev.lintel.controller.fleet.RevocationActors.Actor;
import dev.lintel.controller.fleet.RevocationActors.Actors;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Revocations of several actors while the hub holds a mass of one of them back.
class UrgentsTest {
    private static final Actor PROGRAM = new Actor("program@x", "api_key 1");
    private static final Actor OLGA = new Actor("olga@x", "session 2");

    @TempDir
    Path path;

    /// One transaction each, as by the API: with the event that names the actor.
    private static void delete(HubRig rig, Actor actor, long first, long last) {
        for (long id : LongStream.rangeClosed(first, last).toArray())
            rig.database.write(sql -> delete(sql, rig, actor, id));
    }

    private static boolean delete(Sql sql, HubRig rig, Actor actor, long id) {
        append(rig, Map.of("id", id, "by", actor.user(), "credential", actor.credential()));
        return PersonStore.delete(sql, id, rig.time.nowMs());
    }

    private static void append(HubRig rig, Map<String, Object> facts) {
        var all = new LinkedHashMap<>(facts);
        all.put("what", "person");
        all.put("action", "delete");
        rig.database
                .events()
                .append(new EventDraft(
                        EventKind.CONFIGURATION_CHANGED,
                        rig.time.nowMs(),
                        rig.time.nowNs(),
                        EventDraft.Subject.NOBODY,
                        all));
    }

    /// The people whose revocation the hub has sent by now: it answers a beat after everything else.
    static List<Long> urgent(HubRig rig, TestLink link) {
        rig.hub.look();
        link.say(new LinkMessage.Beat(null, "ok", null, 0, null, null, List.of()));
        return Stream.generate(link::hears)
                .takeWhile(message -> !(message instanceof Pulse))
                .filter(Urgent.class::isInstance)
                .map(message -> id(((Urgent) message).line()))
                .toList();
    }

    private static long id(DownLine line) {
        return line instanceof PersonLine one ? one.row().id() : ((Gone) line).id();
    }

    static TestLink greeted(HubRig rig) {
        HubSite.guests(rig.database, 1_000, 400);
        TestLink link = rig.join("Gate").link();
        link.greet();
        return link;
    }

    @Test
    void aSingleRevocationGoesPastTheMassOfAnotherActor() {
        try (var rig = new HubRig(path)) {
            TestLink link = greeted(rig);
            delete(rig, PROGRAM, 1_000, 1_149);
            rig.hub.look();
            assertThat(rig.hub.fault()).contains("people were deleted");
            delete(rig, PROGRAM, 1_150, 1_169);
            urgent(rig, link); // the budget of the program is used up, or exceeded
            delete(rig, PROGRAM, 1_200, 1_219);
            delete(rig, OLGA, 1_300, 1_300);
            delete(rig, PROGRAM, 1_220, 1_239);
            assertThat(urgent(rig, link)).contains(1_300L).hasSizeLessThanOrEqualTo(11);
        }
    }

    @Test
    void anActorSendsTenPeopleWithinTheWindowAndNoMore() {
        try (var rig = new HubRig(path)) {
            TestLink link = greeted(rig);
            delete(rig, PROGRAM, 1_000, 1_149);
            rig.hub.look();
            var sent = new ArrayList<>(urgent(rig, link));
            for (long id = 1_150; id < 1_250; id++) {
                delete(rig, PROGRAM, id, id);
                sent.addAll(urgent(rig, link));
            }
            assertThat(sent).hasSize((int) MassGuard.PEOPLE_MAX);
            delete(rig, OLGA, 1_300, 1_309);
            assertThat(urgent(rig, link))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1_300, 1_309).boxed().toList());
            delete(rig, OLGA, 1_310, 1_310);
            assertThat(urgent(rig, link)).isEmpty();
            delete(rig, new Actor(PROGRAM.user(), "api_key 9"), 1_320, 1_320);
            assertThat(urgent(rig, link)).as("another client of that user").containsExactly(1_320L);
        }
    }

    @Test
    void aProgramThatShowsAnotherCredentialWithEachDeletionSendsNoMass() {
        try (var rig = new HubRig(path)) {
            TestLink link = greeted(rig);
            delete(rig, PROGRAM, 1_000, 1_149);
            rig.hub.look();
            var sent = new ArrayList<>(urgent(rig, link));
            for (long id = 1_150; id < 1_250; id++) {
                delete(rig, new Actor(PROGRAM.user(), "token " + id), id, id);
                sent.addAll(urgent(rig, link));
            }
            assertThat(sent.size()).isBetween(11, RevocationBudget.CREDENTIALS_MAX * 10 + 10);
        }
    }

    @Test
    void usersBeyondTheLimitShareABudget() {
        try (var rig = new HubRig(path)) {
            TestLink link = greeted(rig);
            rig.database.write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id BETWEEN 1000 AND 1149"));
            rig.hub.look();
            var sent = new ArrayList<>(urgent(rig, link));
            for (long id = 1_150; id < 1_250; id++) {
                delete(rig, new Actor("user" + id + "@x", "session " + id), id, id);
                sent.addAll(urgent(rig, link));
            }
            assertThat(sent).hasSize(RevocationBudget.USERS_MAX + (int) MassGuard.PEOPLE_MAX);
        }
    }

    @Test
    void aSingleRevocationTogetherWithTheMassOfAnotherActorIsSent() {
        try (var rig = new HubRig(path)) {
            TestLink link = greeted(rig);
            rig.database.write(
                    sql -> { // seen with one look, and so held back with the mass
                        for (long id = 1_000; id < 1_150; id++) delete(sql, rig, PROGRAM, id);
                        return delete(sql, rig, OLGA, 1_300);
                    });
            rig.hub.look();
            assertThat(rig.hub.fault()).contains("151 people were deleted");
            assertThat(urgent(rig, link)).containsExactly(1_300L);
        }
    }

    @Test
    void anEventThatABoxSentNamesNoActor() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> {
                append(rig, Map.of("id", 1, "by", "olga@x", "credential", "session 2"));
                append(rig, Map.of("id", 1, "by", "eve@x", "credential", "session 3", "box", "Gate"));
                return true;
            });
            Actors actors = rig.database.read(sql -> RevocationActors.after(sql, 0, 100));
            assertThat(actors.byPerson()).containsExactly(Map.entry(1L, OLGA));
        }
    }
}
