package dev.lintel.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// What a line makes of bytes that pass it, either way.
class FaultyLineTest {
    private static final int TIMES = 2_000;
    private static final byte[] POLL = Bytes.ofHex("ff530008000460ebaa").toArray();

    private final FaultyLine line = new FaultyLine(3);

    @Test
    void aGoodLineChangesNothing() {
        assertThat(line.heard(POLL).toArray()).isEqualTo(POLL);
        assertThat(line.carry(5, POLL)).containsExactly(new FaultyLine.Chunk(5, Bytes.copyOf(POLL)));
    }

    /// How the bytes that arrived differ from those sent.
    private static final class Seen {
        private int whole;
        private int shorter;
        private int longer;
        private int oneBit;
        private int more;

        void take(byte[] bytes) {
            if (Arrays.equals(bytes, POLL)) whole++;
            else if (bytes.length < POLL.length) shorter++;
            else if (bytes.length > POLL.length) longer++;
            else if (flipped(POLL, bytes).cardinality() == 1) oneBit++;
            else more++;
        }

        void hasEveryKind(double share) {
            assertThat(whole).isBetween((int) (TIMES * (1 - share - 0.06)), (int) (TIMES * (1 - share + 0.06)));
            assertThat(List.of(shorter, longer, oneBit, more)).allMatch(count -> count > TIMES / 100);
        }
    }

    @Test
    void damagedCommandsArriveAndAreDamagedInEveryWay() {
        line.set(Fault.CORRUPT, true);
        var seen = new Seen();
        for (int i = 0; i < TIMES; i++) seen.take(line.heard(POLL).toArray());
        seen.hasEveryKind(0.2);
    }

    @Test
    void damagedRepliesArriveAndAreDamagedInEveryWay() {
        line.set(Fault.CORRUPT, true);
        var seen = new Seen();
        for (int i = 0; i < TIMES; i++) {
            assertThat(line.carry(i, POLL)).hasSize(1);
            seen.take(line.carry(i, POLL).getFirst().bytes().toArray());
        }
        seen.hasEveryKind(0.4);
    }

    @Test
    void garbageComesBeforeAndAfterCommandsToo() {
        line.set(Fault.GARBAGE, true);
        int before = 0;
        int after = 0;
        String sent = Bytes.copyOf(POLL).hex();
        for (int i = 0; i < TIMES; i++) {
            String heard = line.heard(POLL).hex();
            assertThat(heard).contains(sent);
            if (!heard.startsWith(sent)) before++;
            if (!heard.endsWith(sent)) after++;
        }
        assertThat(before).isBetween(TIMES / 3, 2 * TIMES / 3);
        assertThat(after).isBetween(TIMES / 3, 2 * TIMES / 3);
    }

    @Test
    void whatIsLostIsNotHeard() {
        line.set(Fault.CABLE_PULLED, true);
        assertThat(line.heard(POLL)).isEqualTo(Bytes.EMPTY);
    }

    @Property
    void eachKindOfDamageIsWhatItsNameSays(
            @ForAll @Size(min = 7, max = 200) byte[] frame, @ForAll long seed, @ForAll Damage kind) {
        byte[] sent = frame.clone();
        byte[] bytes = kind.to(frame, new SplittableRandom(seed));
        assertThat(frame).isEqualTo(sent);
        int more = bytes.length - frame.length;
        BitSet flipped = flipped(frame, bytes);
        switch (kind) {
            case BITS -> {
                assertThat(more).isZero();
                assertThat(flipped.cardinality()).isBetween(1, 3);
            }
            case BYTES -> {
                assertThat(more).isZero();
                int first = flipped.nextSetBit(0) / 8;
                int last = (flipped.length() - 1) / 8;
                assertThat(last - first).isBetween(1, 3);
            }
            case INSERTED -> assertThat(more).isBetween(1, 3);
            case DELETED -> assertThat(more).isBetween(-3, -1);
            case CUT -> {
                assertThat(bytes.length).isBetween(1, frame.length - 1);
                assertThat(frame).startsWith(bytes);
            }
            case FALSE_START -> {
                assertThat(bytes).startsWith((byte) 0x53).endsWith(frame);
                assertThat(more).isBetween(1, 5);
            }
        }
    }

    /// Which bits differ, over as many bytes as both have.
    private static BitSet flipped(byte[] sent, byte[] arrived) {
        byte[] differ = new byte[Math.min(sent.length, arrived.length)];
        for (int i = 0; i < differ.length; i++) differ[i] = (byte) (sent[i] ^ arrived[i]);
        return BitSet.valueOf(differ);
    }
}
