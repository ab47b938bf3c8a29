package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Dismissed;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Order;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Welcome;
import dev.lintel.sync.wire.Wire;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The WebSocket between box and hub, with the JDK's client at the box's end.
class LinkTest {
    @TempDir
    Path path;

    private static Beat beat(@Nullable Cursor cursor, @Nullable String held) {
        var door = new DoorRow(2, 1, "online", "secure", false, false, "normal", null, 0, false, false, false);
        return new Beat(cursor, "trusted", -250L, 3, "the disk is full", held, List.of(door));
    }

    private static List<EventKind> told(HubRig rig, long channel) {
        return new EventStore(rig.database)
                .newest(200).stream()
                        .filter(event -> Objects.equals(event.subject().channelId(), channel))
                        .map(Event::kind)
                        .toList();
    }

    @Test
    void aBoxSaysHowItIsAndHearsOfEachChange() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            Welcome welcome = link.greet();
            assertThat(welcome.hub()).isEqualTo("hub1");
            assertThat(welcome.timeMs()).isEqualTo(rig.time.nowMs());
            link.say(beat(welcome.latest(), null));
            assertThat(link.hears()).isEqualTo(new Pulse(rig.time.nowMs()));
            HubDesk.View view = rig.hub.desk().boxes().getFirst();
            assertThat(view.online()).isTrue();
            assertThat(view.lag()).isZero();
            assertThat(view.told().skewMs()).isEqualTo(-250);
            assertThat(view.told().problem()).isEqualTo("the disk is full");
            assertThat(view.channels()).containsExactly(2L, 3L);
            DoorRow door = rig.hub.links().door(2);
            assertThat(door).isNotNull().extracting(DoorRow::status).isEqualTo("online");

            HubSite.guests(rig.database, 100, 1);
            var news = (News) link.hears();
            assertThat(news.latest().revision()).isGreaterThan(welcome.latest().revision());
            assertThat(rig.hub.desk().boxes().getFirst().lag()).isPositive();
        }
    }

    @Test
    void aBoxWhoseFirstContactIsNotToldOfYetIsWelcome() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            long id = rig.hub.desk().boxes().getFirst().box().id();
            rig.hub.contacts().ended(id); // as between its row in the database and the hub's memory of it
            TestLink link = gate.link();
            link.say(beat(link.greet().latest(), null));
            assertThat(link.hears()).isInstanceOf(Pulse.class);
            assertThat(rig.hub.desk().boxes()).hasSize(1).allMatch(HubDesk.View::online);
            rig.hub.desk().revoke("Gate", "olga");
            assertThat(link.hears()).isInstanceOf(Dismissed.class);
            assertThat(rig.hub.contacts().told(id)).isNull();
        }
    }

    private static List<DownLine> changes(TestBoxClient box, Cursor after) {
        return TestBoxClient.lines(box.get(Wire.CHANGES + "?after=" + after)).stream()
                .filter(line -> line instanceof DownLine.PersonLine || line instanceof DownLine.Gone)
                .toList();
    }

    /// The same lines as whoever asks gets them, each box its own.
    @Test
    void aLittleComesWithTheNews() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestBoxClient barn = rig.join("Barn");
            TestLink toGate = gate.link();
            TestLink toBarn = barn.link();
            Cursor before = toGate.greet().latest();
            toBarn.greet();
            rig.database.write(sql -> {
                sql.run("UPDATE person SET email = 'new@example.com' WHERE id = 2"); // concerns both
                sql.run("DELETE FROM person_role WHERE person_id = 1"); // concerns the gate no more
                sql.run("UPDATE person SET email = 'five@example.com' WHERE id = 5"); // concerns the barn
                return true;
            });
            var told = (News) toGate.hears();
            LinkMessage.Few few = Objects.requireNonNull(told.few());
            assertThat(few.after()).isEqualTo(before);
            assertThat(few.lines()).isEqualTo(changes(gate, before));
            assertThat(few.lines()).hasSize(3).anyMatch(line -> line instanceof DownLine.Gone gone && gone.id() == 1);
            LinkMessage.Few other = Objects.requireNonNull(((News) toBarn.hears()).few());
            assertThat(other.lines()).isEqualTo(changes(barn, before)).isNotEqualTo(few.lines());

            HubSite.guests(rig.database, 100, Wire.FEW_MAX + 1);
            assertThat(((News) toGate.hears()).few()).as("too many").isNull();
        }
    }

    @Test
    void twoBoxesHearAndAnswerOrdersEachForItsOwnDoors() throws Exception {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            TestLink barn = rig.join("Barn").link();
            gate.greet();
            barn.greet();
            var asked = CompletableFuture.supplyAsync(
                    () -> rig.hub.links().order(4, "unlock", Map.of("relock_at", "later"), null, "olga@x"));
            var order = (Order) barn.hears();
            assertThat(order.name()).isEqualTo("unlock");
            assertThat(order.channelId()).isEqualTo(4);
            assertThat(order.by()).isEqualTo("olga@x");
            barn.say(new Answer(order.id(), "refused", "it is on fire"));
            assertThat(asked.get()).isEqualTo(new Links.Outcome("refused", "it is on fire"));
            assertThat(gate.isSilent()).isTrue();

            assertThat(rig.hub
                            .links()
                            .order(2, "normal", Map.of(), null, "olga@x")
                            .outcome())
                    .isEqualTo("timeout"); // it hears and does not answer
            assertThat(gate.hears()).isInstanceOf(Order.class);
            assertThat(rig.hub
                            .links()
                            .order(1, "normal", Map.of(), null, "olga@x")
                            .outcome())
                    .isEqualTo("offline"); // the hub's own door
            barn.close();
            HubRig.await(() -> rig.hub.links().all().size() == 1);
            assertThat(rig.hub
                            .links()
                            .order(4, "normal", Map.of(), null, "olga@x")
                            .outcome())
                    .isEqualTo("offline");
        }
    }

    @Test
    void silenceAndReturnAreToldOnceEachAlsoOverARestart() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            rig.time.advance(Duration.ofSeconds(89));
            rig.hub.look();
            assertThat(told(rig, 2)).isEmpty();
            rig.time.advance(Duration.ofSeconds(1));
            rig.hub.look();
            rig.hub.look();
            assertThat(told(rig, 2)).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
            assertThat(told(rig, 3)).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
            assertThat(told(rig, 4)).isEmpty();
            assertThat(rig.hub.desk().boxes().getFirst().lost()).isTrue();
        }
        try (var rig = new HubRig(path)) {
            rig.time.advance(Duration.ofMinutes(5));
            rig.hub.look();
            assertThat(told(rig, 2)).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
            gate.at(rig.server.publicUrl()).link().greet();
            assertThat(told(rig, 2)).containsExactly(EventKind.CHANNEL_CONTACT_LOST, EventKind.CHANNEL_STARTED);
            assertThat(told(rig, 3)).containsExactly(EventKind.CHANNEL_CONTACT_LOST, EventKind.CHANNEL_STARTED);
        }
    }

    @Test
    void whatABoxTellsIsOnDiskAfterAWhile() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            Welcome welcome = link.greet();
            link.say(beat(welcome.latest(), "snapshot-1"));
            link.hears();
            rig.time.advance(Duration.ofSeconds(11));
            rig.hub.look();
            BoxStore.Told told = Objects.requireNonNull(rig.database.read(sql -> BoxStore.named(sql, "Gate")))
                    .told();
            assertThat(told.version()).isEqualTo("0.9");
            assertThat(told.cursor()).isEqualTo(welcome.latest());
            assertThat(told.held()).isEqualTo("snapshot-1");

            rig.hub.desk().approve("Gate", null, "olga");
            assertThat(((News) link.hears()).approved()).isEqualTo("snapshot-1");
            link.close();
            TestLink again = gate.link();
            again.greet();
            assertThat(((News) again.hears()).approved()).isEqualTo("snapshot-1");
        }
    }

    @Test
    void whoIsTurnedAwayHearsOfItAndNonsenseEndsTheLink() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            rig.hub.desk().revoke("Gate", "olga");
            assertThat(gate.hears()).isInstanceOf(Dismissed.class);
            assertThat(gate.isClosed()).isTrue();

            TestBoxClient box = rig.join("Barn");
            for (String nonsense : List.of(
                    "hello", "{}", "{\"beat\":{}}", "[1]", beat(null, null).toJson())) {
                TestLink link = box.link();
                link.say(nonsense);
                assertThat(link.isClosed()).as(nonsense).isTrue();
            }
            TestLink link = box.link();
            link.greet();
            link.say(new LinkMessage.Answer(77, "done", null)); // to no question
            link.say("{\"sing\":{\"song\":1}}"); // of a newer box
            link.say(beat(null, null));
            assertThat(link.hears()).isInstanceOf(Pulse.class);
        }
    }

    private static DoorRow row(long channel) {
        return new DoorRow(channel, 1, "online", "secure", false, false, "normal", null, 0, false, false, false);
    }

    private static void says(TestLink link, DoorRow... rows) {
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(rows)));
        assertThat(link.hears()).isInstanceOf(Pulse.class);
    }

    @Test
    void aBoxIsBelievedOfTheDoorsThatHangOnItAndOfNoOthers() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            TestLink barn = rig.join("Barn").link();
            gate.greet();
            barn.greet();
            says(barn, row(1), row(2), row(4));
            assertThat(rig.hub.links().door(2)).isNull();
            assertThat(new RemoteDoors(rig.hub).all())
                    .extracting(DoorView::channelId)
                    .containsExactly(4L);
            says(gate, row(2));
            assertThat(rig.hub.links().door(2)).isNotNull();
            // It hangs elsewhere now: the one that had it is not believed any more.
            rig.database.write(sql -> sql.run("DELETE FROM channel_box WHERE channel_id = 2"));
            rig.database.write(sql -> sql.run("INSERT INTO channel_box VALUES (2, 'Barn', 2)"));
            assertThat(rig.hub.links().door(2)).isNotNull(); // as the barn said it
            barn.close();
            HubRig.await(() -> rig.hub.links().door(2) == null);
            assertThat(new RemoteDoors(rig.hub).all()).isEmpty();
        }
    }

    @Test
    void aBoxSaysHelloOnceAndSoonAndNothingVeryLong() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink twice = gate.link();
            twice.greet();
            twice.say(new LinkMessage.Hello("0.9", List.of(), null));
            assertThat(twice.isClosed()).isTrue();
            TestLink first = gate.link();
            first.say(beat(null, null));
            assertThat(first.isClosed()).isTrue();
            TestLink much = gate.link();
            much.greet();
            much.say("{\"x\":\"" + "x".repeat(70_000) + "\"}");
            assertThat(much.isClosed()).isTrue();
            rig.hub.links().helloMs(50);
            assertThat(gate.link().isClosed()).isTrue();
            var doors = LongStream.rangeClosed(1, 64).mapToObj(LinkTest::row).toArray(DoorRow[]::new);
            rig.hub.links().helloMs(Link.HELLO_MS);
            TestLink all = gate.link();
            all.greet();
            says(all, doors);
        }
    }

    @Test
    void aHubThatDoesNotTrustItsClockSaysSoAndEndsNoReservations() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            long before = rig.database.read(RevisionQueries::endedBeforeMs);
            rig.clockTrusted = false;
            rig.time.advance(Duration.ofDays(3 * 365));
            rig.hub.look();
            assertThat(rig.database.read(RevisionQueries::endedBeforeMs)).isEqualTo(before);
            assertThat(gate.get(Wire.EVENTS).statusCode()).isEqualTo(401); // of the certificate, which has ended
            rig.time.advance(Duration.ofDays(-3 * 365));
            assertThat(gate.get(Wire.EVENTS).headers().firstValue(Wire.CLOCK)).contains(Wire.UNCERTAIN);
            TestLink link = gate.link();
            assertThat(link.greet().uncertain()).isTrue();
            link.say(beat(null, null));
            assertThat(link.hears()).isEqualTo(new Pulse(rig.time.nowMs(), true));
            rig.clockTrusted = true;
            assertThat(gate.get(Wire.EVENTS).headers().firstValue(Wire.CLOCK)).isEmpty();
            link.say(beat(null, "other"));
            assertThat(link.hears()).isEqualTo(new Pulse(rig.time.nowMs()));
            rig.time.advance(Duration.ofHours(2));
            rig.hub.look();
            assertThat(rig.database.read(RevisionQueries::endedBeforeMs)).isGreaterThan(before);
        }
    }

    @Test
    void oneBoxThatCannotBeWrittenKeepsNoOtherFromBeingToldOf() {
        try (var rig = new HubRig(path)) {
            rig.join("Gate");
            rig.join("Barn");
            rig.database.write(sql -> sql.run("CREATE TRIGGER none BEFORE UPDATE ON box WHEN OLD.name = 'Gate'"
                    + " BEGIN SELECT RAISE(ABORT, 'not this one'); END"));
            rig.time.advance(Duration.ofSeconds(100));
            assertThatThrownBy(rig.hub.contacts()::look).hasMessageContaining("not this one");
            assertThat(told(rig, 4)).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
            assertThat(told(rig, 2)).isEmpty();
            rig.database.write(sql -> sql.run("DROP TRIGGER none"));
            rig.hub.look();
            assertThat(told(rig, 2)).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
            assertThat(told(rig, 4)).hasSize(1);
        }
    }

    @Test
    void aLintelThatFollowsAHubTakesNoBoxes() {
        try (var rig = new HubRig(path)) {
            rig.elsewhere = "this box follows the hub Yard";
            assertThatThrownBy(() -> rig.join("Gate")).hasMessageContaining("this box follows the hub Yard");
            assertThat(rig.hub.isHub()).isFalse();
        }
    }

    @Test
    void whoShowsNoCertificateGetsNoLink() {
        try (var rig = new HubRig(path)) {
            rig.join("Gate");
            var stranger = rig.stranger();
            assertThatThrownBy(stranger::link).cause().satisfies(e -> {
                var refused = (WebSocketHandshakeException) Objects.requireNonNull(e);
                assertThat(refused.getResponse().statusCode()).isEqualTo(401);
            });
        }
    }

    @Test
    void aLaterLinkOfTheSameBoxTakesThePlaceOfTheOther() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink first = gate.link();
            first.greet();
            TestLink second = gate.link();
            second.greet();
            assertThat(first.isClosed()).isTrue();
            assertThat(rig.hub.links().all()).hasSize(1);
            assertThat(gate.get("/sync/1/link").statusCode()).isEqualTo(426);
        }
    }

    /// More than the connections that one box may have: those that have ended count no more.
    @Test
    void aBoxThatLinksAgainAndAgainIsLetInEachTime() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            for (int i = 0; i < 40; i++) gate.link().greet();
            HubRig.await(() -> rig.hub.links().open() == 1);
            assertThat(gate.get("/sync/1/changes").statusCode()).isEqualTo(200);
        }
    }
}
