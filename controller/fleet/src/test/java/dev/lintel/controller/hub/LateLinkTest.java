package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Hello;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box has begun another link, and what it said on the one before arrives after that.
class LateLinkTest {
    private static final String UPGRADE = """
            GET /sync/1/link HTTP/1.1
            Host: localhost
            Connection: Upgrade
            Upgrade: websocket
            Sec-WebSocket-Version: 13
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

            """.replace("\n", "\r\n");

    @TempDir
    Path path;

    private static Beat beat(Cursor cursor, String problem) {
        return new Beat(cursor, "ok", null, 0, problem, null, List.of());
    }

    /// Opens one and says hello, and does nothing more: as a line that has broken, on which no goodbye is answered.
    private static SSLSocket silent(TestBoxClient box) throws IOException {
        byte[] hello = new Hello("0.9", List.of(1L, 2L), null).toJson().getBytes(StandardCharsets.UTF_8);
        SSLSocket socket = box.connect();
        OutputStream out = socket.getOutputStream();
        out.write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        InputStream in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) head.append((char) in.read());
        assertThat(head).startsWith("HTTP/1.1 101 ");
        out.write(new byte[] {(byte) 0x81, (byte) (0x80 | hello.length), 0, 0, 0, 0}); // text, masked with nothing
        out.write(hello);
        out.flush();
        return socket;
    }

    @Test
    void whatAFormerLinkStillSaysRollsNothingBack() throws IOException {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            SSLSocket line = silent(gate);
            HubRig.await(() -> rig.hub.links().all().stream().anyMatch(Link::isGreeted));
            Link former = rig.hub.links().all().iterator().next();
            TestLink newer = gate.link();
            Cursor latest = newer.greet().latest();
            newer.say(beat(latest, "all is well but for this"));
            assertThat(newer.hears()).isInstanceOf(Pulse.class);

            // as its own thread does with what came before its end
            rig.hub.links().take(former, beat(new Cursor(latest.era(), latest.revision() - 1), "of before"));
            var told =
                    Objects.requireNonNull(rig.hub.contacts().told(former.box().id()));
            assertThat(told.cursor()).isEqualTo(latest);
            assertThat(told.problem()).isEqualTo("all is well but for this");
            assertThat(former.isClosed()).as("a hub waits for goodbyes").isFalse();
            line.close();
        }
    }

    @Test
    void aLinkThatWasOpenedBeforeTheOneThatStandsDoesNotTakeItsPlace() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink former = gate.link(); // its hello is on its way for long
            TestLink newer = gate.link();
            Cursor latest = newer.greet().latest();
            newer.say(beat(latest, "all is well but for this"));
            assertThat(newer.hears()).isInstanceOf(Pulse.class);

            former.say(new Hello("0.1", List.of(7L), null));
            assertThat(former.isClosed()).isTrue();
            HubDesk.View view = rig.hub.desk().boxes().getFirst();
            assertThat(view.online()).isTrue();
            assertThat(view.told().cursor()).isEqualTo(latest);
            assertThat(view.told().version()).isEqualTo("0.9");
            newer.say(beat(latest, "all is well but for this"));
            assertThat(newer.hears()).as("it is open still").isInstanceOf(Pulse.class);
        }
    }
}
