package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What each fault does to what is on the line.
class PdFaultsTest {
    private static final long MS = 1_000_000;
    private static final int POLLS = 200;
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");

    private final List<byte[]> line = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private PdBus bus = new PdBus(List.of(new PdSpec(0), new PdSpec(1)), 7, 0);
    private long nowNs;
    private int sequence;

    /// A POLL of reader 0, and 1.2 s for everything that comes of it.
    private void poll() {
        line.clear();
        times.clear();
        byte[] poll = OsdpCodec.encode(OsdpFrame.command(0, sequence, true, new Command.Poll().payload()));
        note(nowNs, bus.receive(nowNs, poll, poll.length));
        long endNs = nowNs + 1_200 * MS;
        while (bus.nextNs() <= endNs) {
            nowNs = bus.nextNs();
            note(nowNs, bus.due(nowNs));
        }
        nowNs = endNs;
        if (answered()) sequence = sequence % 3 + 1;
    }

    private void note(long atNs, List<byte[]> replies) {
        for (byte[] reply : replies) {
            line.add(reply);
            times.add(atNs);
        }
    }

    private List<OsdpFrame> frames() {
        var receiver = new FrameReceiver();
        for (byte[] bytes : line) receiver.add(bytes, bytes.length);
        var frames = new ArrayList<OsdpFrame>();
        for (OsdpFrame f = receiver.next(); f != null; f = receiver.next()) frames.add(f);
        for (OsdpFrame f = receiver.gap(); f != null; f = receiver.gap()) frames.add(f);
        return frames;
    }

    private boolean answered() {
        return frames().stream().anyMatch(f -> f.isReply() && f.code() != Reply.BUSY);
    }

    private int answeredPolls() {
        int count = 0;
        for (int i = 0; i < POLLS; i++) {
            poll();
            if (answered()) count++;
        }
        return count;
    }

    @Test
    void aGoodLineAnswersEveryPollAtOnce() {
        assertThat(answeredPolls()).isEqualTo(POLLS);
        poll();
        assertThat(line).hasSize(1);
        assertThat(bus.nextNs()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP", "CORRUPT", "BUSY"})
    void someFaultsLetAPartThroughAndAreOverWhenSwitchedOff(Fault fault) {
        bus.fault(0, fault, true, nowNs);
        assertThat(answeredPolls()).isBetween(POLLS / 4, POLLS - POLLS / 10);
        bus.fault(0, fault, false, nowNs);
        bus.pd(0).busy(0);
        assertThat(answeredPolls()).isEqualTo(POLLS);
    }

    @ParameterizedTest
    @EnumSource(names = {"MUTE", "CABLE_PULLED"})
    void someLetNothingThrough(Fault fault) {
        bus.fault(0, fault, true, nowNs);
        assertThat(answeredPolls()).isZero();
        boolean heard = bus.pd(0).executed() > 0;
        assertThat(heard).isEqualTo(fault == Fault.MUTE);
    }

    @ParameterizedTest
    @EnumSource(names = {"DELAY", "LATE", "GARBAGE", "DRIBBLE", "DUPLICATE", "ECHO"})
    void someLoseNothingButDisturb(Fault fault) {
        bus.fault(0, fault, true, nowNs);
        assertThat(answeredPolls()).isGreaterThan(POLLS * 9 / 10);
    }

    @Test
    void dribbleBringsByteAfterByteWithGaps() {
        bus.fault(0, Fault.DRIBBLE, true, nowNs);
        long startNs = nowNs;
        poll();
        assertThat(line).hasSize(9).allMatch(bytes -> bytes.length == 1);
        assertThat(times.getLast() - startNs).isBetween(MS, 150 * MS);
    }

    @Test
    void theEchoComesBeforeTheReply() {
        bus.fault(0, Fault.ECHO, true, nowNs);
        poll();
        assertThat(line).hasSize(2);
        assertThat(frames()).element(0).matches(f -> !f.isReply());
        assertThat(frames()).element(1).matches(OsdpFrame::isReply);
    }

    @ParameterizedTest
    @EnumSource(names = {"CORRUPT", "GARBAGE"})
    void damageMeetsTheReadersOwnReceiver(Fault fault) {
        bus.fault(0, fault, true, nowNs);
        assertThat(answeredPolls()).isGreaterThan(POLLS / 4);
        assertThat(bus.disturbances(0)).isGreaterThan(POLLS / 4);
        assertThat(bus.disturbances(1)).isZero();
    }

    @Test
    void aCommandBehindAFalseStartIsAnsweredWhenTheLineIsSilent() {
        bus.fault(0, Fault.CORRUPT, true, nowNs);
        boolean late = false;
        for (int i = 0; i < POLLS; i++) {
            long startNs = nowNs;
            poll();
            late |= answered() && times.getLast() - startNs == 20 * MS;
            assertThat(bus.nextNs()).isEqualTo(Long.MAX_VALUE); // nothing is left for the next command
        }
        assertThat(late).isTrue();
    }

    @Test
    void theSameSeedHitsTheSameReplies() {
        List<Integer> first = lengths(3);
        assertThat(lengths(3)).isEqualTo(first);
        assertThat(lengths(4)).isNotEqualTo(first);
    }

    private List<Integer> lengths(long seed) {
        bus = new PdBus(List.of(new PdSpec(0)), seed, 0);
        nowNs = 0;
        sequence = 0;
        for (Fault fault : List.of(Fault.GARBAGE, Fault.DROP, Fault.DUPLICATE)) bus.fault(fault, true, 0);
        var lengths = new ArrayList<Integer>();
        for (int i = 0; i < 50; i++) {
            poll();
            lengths.add(line.stream().mapToInt(bytes -> bytes.length).sum());
        }
        return lengths;
    }

    @Test
    void faultsOfOneReaderAreNotAnothers() {
        bus.fault(1, Fault.MUTE, true, nowNs);
        assertThat(answeredPolls()).isEqualTo(POLLS);
    }

    @Test
    void aReaderAtAnotherSpeedHearsNothing() {
        bus = new PdBus(List.of(new PdSpec(0).at(9_600)), 1, 0);
        bus.speed(115_200);
        poll();
        assertThat(line).isEmpty();
        bus.speed(9_600);
        poll();
        assertThat(answered()).isTrue();
        bus.speed(0); // nobody knows
        poll();
        assertThat(answered()).isTrue();
    }

    @Property(tries = 300)
    void noBytesMakeAReaderStumble(@ForAll byte[] noise, @ForAll long seed, @ForAll boolean secure) {
        var pds = new PdBus(List.of(secure ? new PdSpec(0, KEY) : new PdSpec(0)), seed, 0);
        for (Fault fault : Fault.values()) pds.fault(fault, true, 0);
        pds.receive(1, noise, noise.length);
        pds.gap(2);
        pds.due(Long.MAX_VALUE / 2);
        assertThat(pds.waiting()).isFalse();
    }

    /// Right frames with any code, data and security block: every reader has an answer to each.
    @Property(tries = 2_000)
    void noCommandMakesAReaderStumble(
            @ForAll byte code, @ForAll byte[] data, @ForAll byte block, @ForAll boolean secured, @ForAll byte numbers) {
        byte[] payload = new byte[Math.min(data.length, 200) + 1];
        payload[0] = code;
        System.arraycopy(data, 0, payload, 1, payload.length - 1);
        int control = (numbers & 0x07) | (secured ? 0x08 : 0);
        Bytes scb = secured ? Bytes.of(block & 0xFF, numbers & 1) : Bytes.EMPTY;
        var frame = new OsdpFrame(0, control, scb, Bytes.copyOf(payload));
        for (PdSpec spec : List.of(new PdSpec(0), new PdSpec(0, KEY))) {
            var pd = new OsdpPd(spec, 0);
            pd.presentCard(CardBits.of("101"), 0);
            assertThat(pd.answer(frame, 1)).isNotNull();
        }
    }
}
