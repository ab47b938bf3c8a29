package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WireTapTest {
    private static final Bytes POLL = Bytes.copyOf(OsdpCodec.encode(OsdpFrame.command(3, 1, true, Bytes.of(0x60))));
    private static final Bytes ACK = Bytes.copyOf(OsdpCodec.encode(OsdpFrame.reply(3, 1, true, Bytes.of(0x40))));
    private final WireTap tap = new WireTap();

    private void add(Bytes bytes) {
        tap.add(bytes.toArray(), bytes.size());
    }

    private List<Bytes> all() {
        var frames = new ArrayList<Bytes>();
        for (Bytes next = tap.next(); next != null; next = tap.next()) frames.add(next);
        return frames;
    }

    @Test
    void framesOfBothDirectionsComeOutAsTheyWent() {
        add(Bytes.of(0xFF));
        add(POLL);
        add(Bytes.of(0xFF, 0xFF));
        add(ACK);
        assertThat(all()).containsExactly(POLL, ACK);
        assertThat(tap.waiting()).isFalse();
    }

    @Test
    void aDamagedFrameComesOutOnceAndTheNextIsWhole() {
        byte[] damaged = POLL.toArray();
        damaged[6] ^= 4;
        add(Bytes.copyOf(damaged));
        add(ACK);
        assertThat(all()).containsExactly(Bytes.copyOf(damaged), ACK);
        assertThat(CapturedFrame.read(Bytes.copyOf(damaged)).fault()).isEqualTo(CapturedFrame.Fault.BAD_CRC);
    }

    @Test
    void aFrameThatIsNeverFinishedIsToldWhenTheLineIsSilent() {
        add(POLL.slice(0, 6));
        assertThat(all()).isEmpty();
        assertThat(tap.gap()).isEqualTo(POLL.slice(0, 6));
        assertThat(all()).isEmpty();
        add(ACK);
        assertThat(all()).contains(ACK);
    }

    /// A start of frame with a length that never fills up, and a whole frame behind it.
    @Test
    void aGapEndsAFalseStartAndTheFrameBehindItComesOutOnce() {
        Bytes falseStart = Bytes.of(0x53, 0x03, 0x80, 0x00, 0x04);
        add(falseStart);
        add(ACK);
        assertThat(all()).isEmpty();
        assertThat(tap.gap()).isEqualTo(falseStart);
        assertThat(all()).containsExactly(ACK);
        assertThat(tap.waiting()).isFalse();
    }

    @Property
    void anyBytesAreTakenAndAFrameBehindThemIsFound(
            @ForAll @Size(max = 30) List<@Size(max = 300) byte[]> noise, @ForAll @IntRange(min = 1, max = 40) int cut) {
        for (byte[] chunk : noise) {
            tap.add(chunk, Math.min(chunk.length, cut));
            all();
        }
        while (tap.waiting()) {
            tap.gap();
            all();
        }
        add(ACK);
        assertThat(all()).contains(ACK);
    }
}
