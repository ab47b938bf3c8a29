package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.CapturedFrame;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.Reply;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// OSDP without keys: bytes to frames, payloads to commands and replies.
final class OsdpTargets {
    private OsdpTargets() {}

    /// A byte that says how the line cuts the bytes into pieces, and the bytes.
    static void frames(byte[] input) {
        var in = new Input(input);
        int piece = 1 + in.u8();
        byte[] line = in.rest().toArray();
        List<OsdpFrame> whole = decoded(line);
        // What waits for more than a flood can hold back is dropped, then pieces matter.
        if (line.length <= FrameReceiver.BUFFER_BYTES_MAX)
            assertThat(received(line, piece)).isEqualTo(whole);
        else received(line, piece);
        CapturedFrame captured = CapturedFrame.read(Bytes.copyOf(line));
        if (captured.fault() == null) assertThat(whole).contains(captured.frame());
    }

    private static List<OsdpFrame> decoded(byte[] line) {
        var frames = new ArrayList<OsdpFrame>();
        int at = 0;
        while (at < line.length) {
            Decoded decoded = OsdpCodec.decode(ByteBuffer.wrap(line, at, line.length - at));
            if (decoded instanceof Decoded.NeedMore(int bytes)) {
                assertThat(bytes).isBetween(1, OsdpCodec.FRAME_BYTES_MAX);
                break;
            }
            int skip = decoded instanceof Decoded.Frame f ? f.skip() : ((Decoded.Noise) decoded).skip();
            assertThat(skip).isBetween(1, line.length - at);
            if (decoded instanceof Decoded.Frame f) {
                assertThat(Bytes.copyOf(OsdpCodec.encode(f.frame()))).isEqualTo(Bytes.copyOf(line, at, at + skip));
                OsdpNames.of(f.frame()); // may not know it, must not throw
                frames.add(f.frame());
            }
            at += skip;
        }
        return frames;
    }

    private static List<OsdpFrame> received(byte[] line, int piece) {
        var receiver = new FrameReceiver();
        var frames = new ArrayList<OsdpFrame>();
        for (int at = 0; at < line.length; at += piece) {
            byte[] bytes =
                    Bytes.copyOf(line, at, Math.min(line.length, at + piece)).toArray();
            receiver.add(bytes, bytes.length);
            take(receiver, frames);
            assertThat(receiver.waiting()).isLessThan(OsdpCodec.FRAME_BYTES_MAX);
        }
        int before = receiver.waiting();
        var late = new ArrayList<OsdpFrame>();
        while (receiver.gap() != null) take(receiver, late); // each takes a frame out, so it ends
        assertThat(receiver.waiting()).isLessThanOrEqualTo(before);
        return frames;
    }

    private static void take(FrameReceiver receiver, List<OsdpFrame> frames) {
        for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) frames.add(frame);
    }

    /// A payload of a command.
    static void commands(byte[] input) {
        if (input.length == 0) return;
        Bytes payload = Bytes.copyOf(input);
        Command command = Command.decode(payload);
        assertThat(command.toString()).isNotNull();
        Bytes again = command.payload();
        if (command instanceof Command.Malformed || command instanceof Command.Other) {
            assertThat(again).isEqualTo(payload);
        }
        assertThat(Command.decode(again)).isEqualTo(command);
        assertThat(again.size()).isLessThanOrEqualTo(payload.size());
    }

    /// A payload of a reply.
    static void replies(byte[] input) {
        if (input.length == 0) return;
        Bytes payload = Bytes.copyOf(input);
        Reply reply = Reply.decode(payload);
        assertThat(reply.toString()).isNotNull();
        Bytes again = reply.payload();
        if (reply instanceof Reply.Malformed || reply instanceof Reply.Other)
            assertThat(again).isEqualTo(payload);
        assertThat(Reply.decode(again)).isEqualTo(reply);
        assertThat(again.size()).isLessThanOrEqualTo(payload.size());
    }
}
