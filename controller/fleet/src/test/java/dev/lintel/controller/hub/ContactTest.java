package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.EventStore;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Hello;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whether a box is there, as the log and the hub's lists tell it, whatever becomes of the box.
class ContactTest {
    @TempDir
    Path path;

    private HubRig rig;

    @BeforeEach
    void open() {
        rig = new HubRig(path);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /// Of channel 2, the oldest first.
    private List<EventKind> told() {
        return new EventStore(rig.database)
                .newest(500).stream()
                        .filter(event -> Long.valueOf(2).equals(event.subject().channelId()))
                        .map(Event::kind)
                        .toList();
    }

    private void fallSilent() {
        rig.time.advance(Duration.ofSeconds(91));
        rig.hub.look();
    }

    private View only() {
        return rig.hub.desk().boxes().getFirst();
    }

    @Test
    void newHardwareInPlaceOfASilentBoxIsToldOfAsStarted() {
        rig.join("Gate");
        fallSilent();
        assertThat(told()).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
        rig.join("Gate");
        assertThat(told()).containsExactly(EventKind.CHANNEL_CONTACT_LOST, EventKind.CHANNEL_STARTED);
        assertThat(only().lost()).isFalse();
        rig.join("Gate"); // in place of one that is in contact
        assertThat(told()).hasSize(2);
    }

    @Test
    void contactEndsWithWhoLeavesOrIsTurnedAwayAndBeginsWithTheNext() {
        TestBoxClient gate = rig.join("Gate");
        assertThat(gate.post("/sync/1/leave", "").statusCode()).isEqualTo(200);
        assertThat(told()).containsExactly(EventKind.CHANNEL_CONTACT_LOST);
        rig.join("Gate");
        assertThat(told()).containsExactly(EventKind.CHANNEL_CONTACT_LOST, EventKind.CHANNEL_STARTED);
        fallSilent();
        rig.hub.desk().revoke("Gate", "olga"); // told already
        rig.hub.look();
        assertThat(told()).hasSize(3).endsWith(EventKind.CHANNEL_CONTACT_LOST);
        rig.join("Gate").link().greet();
        assertThat(told()).hasSize(4).endsWith(EventKind.CHANNEL_STARTED);
        rig.hub.desk().revoke("Gate", "olga");
        assertThat(told()).hasSize(5).endsWith(EventKind.CHANNEL_CONTACT_LOST);
    }

    /// What is written to it, news above all, keeps the connection of a box without power from ending by itself.
    @Test
    void aLinkOnWhichNothingComesIsClosed() {
        TestBoxClient gate = rig.join("Gate");
        TestLink link = gate.link();
        link.greet();
        rig.time.advance(Duration.ofSeconds(80));
        link.say(new Beat(null, "trusted", null, 0, null, null, List.of()));
        assertThat(link.hears()).isInstanceOf(Pulse.class);
        rig.time.advance(Duration.ofSeconds(80));
        rig.hub.look();
        assertThat(only().online()).isTrue();
        rig.time.advance(Duration.ofSeconds(11));
        rig.hub.look();
        assertThat(only().online()).isFalse();
        assertThat(only().lost()).isTrue();
        assertThat(link.isClosed()).isTrue();
        assertThat(gate.get("/sync/1/changes").statusCode()).isEqualTo(200); // in contact, and without a link
        assertThat(only().lost()).isFalse();
        assertThat(only().online()).isFalse();
    }

    /// Its hello is being written, which takes a while, and the connection goes meanwhile.
    @Test
    void aLinkThatEndsWithItsHelloIsNotOnline() throws Exception {
        TestLink link = rig.join("Gate").link();
        long id = only().box().id();
        fallSilent(); // so that hello has something to write
        var writing = new CountDownLatch(1);
        var goOn = new CompletableFuture<Boolean>();
        var busy = CompletableFuture.runAsync(() -> rig.database.write(sql -> {
            writing.countDown();
            return goOn.join();
        }));
        writing.await();
        link.say(new Hello("0.9", List.of(1L), null));
        HubRig.await(() -> !rig.hub.contacts().lost(id)); // it is being taken
        link.close();
        HubRig.await(() -> rig.hub.links().open() == 0);
        goOn.complete(true);
        busy.get();
        HubRig.await(() -> told().size() == 2); // it has been written
        rig.hub.look();
        assertThat(only().online()).isFalse();
    }

    @Test
    void theHubsThreadOutlivesWhatGoesWrong() {
        rig.join("Gate");
        rig.onClock = () -> {
            throw new OutOfMemoryError("of a test");
        };
        rig.time.advance(Duration.ofHours(2)); // what has ended is looked for by the clock
        rig.hub.wake();
        HubRig.await(() -> rig.hub.fault() != null);
        assertThat(rig.hub.fault()).contains("boxes wait", "of a test");
        rig.onClock = () -> {};
        HubRig.await(() -> rig.hub.fault() == null);
    }
}
