package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Readers that come back unnoticed, and PDs whose reader is not there.
class ReaderPresenceTest {
    /// As one does that was switched off and on between two polls and takes any sequence number.
    @Test
    void aReaderThatStartedAnewUnnoticedShowsAndDoesWhatItShouldWithinHalfAMinute() {
        var bench = new BusBench(0);
        Wish wish =
                Wish.AT_FIRST.with(ReaderSignal.UNLOCKED, 0).withOutput(2, true).withText("Welcome");
        bench.bus.wish(0, wish);
        bench.run(1 * S);
        bench.bus.wish(0, wish.with(ReaderSignal.ADMITTED, 60_000));
        bench.run(1 * S);
        int before = bench.sent.size();
        bench.run(30 * S);
        List<Bytes> again = bench.sent.subList(before, bench.sent.size()).stream()
                .map(sent -> sent.frame().payload())
                .filter(payload -> payload.at(0) != Command.POLL)
                .toList();
        assertThat(again)
                .containsExactly(
                        Objects.requireNonNull(wish.output()).payload(),
                        wish.steadyLed().payload(),
                        Objects.requireNonNull(wish.display()).payload());
        var led = (Command.Led) Command.decode(again.get(1));
        assertThat(led.records().getFirst().temporary().code())
                .as("a passing signal goes on")
                .isEqualTo(Command.LedRecord.Temporary.LEAVE);
        assertThat(bench.of(0)).as("nothing happened to the reader").hasSize(1);
    }

    @Test
    void aPdWhoseReaderIsNotConnectedIsOfflineUntilItIs() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        var status = answersPollsWith(bench);
        status.add(Bytes.of(1));
        bench.run(1 * S);
        assertThat(bench.of(0)).hasSize(2).last().isInstanceOf(ReaderEvent.Offline.class);
        assertThat(bench.bus.online(0)).isFalse();
        status.add(Bytes.of(1));
        bench.run(20 * S);
        assertThat(bench.of(0)).as("told once").hasSize(2);
        status.add(Bytes.of(0));
        bench.run(ReaderPresence.STEADY_NS - 100 * MS);
        assertThat(bench.of(0)).as("not steady yet").hasSize(2);
        bench.run(200 * MS);
        assertThat(bench.of(0)).hasSize(3).last().isInstanceOf(ReaderEvent.Online.class);
        status.add(Bytes.of(0, 1));
        bench.run(1 * S);
        assertThat(bench.of(0)).as("one of its two readers is there").hasSize(3);
        assertThat(bench.bus.online(0)).isTrue();
    }

    /// As firmware does that reports a reader that is gone and none that is back, or loses the one reply.
    @Test
    void aPdThatNeverReportsTheReturnOfItsReaderIsAskedWithTheRefresh() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        assertThat(asked(bench)).as("at the bring-up").isEqualTo(1);
        bench.run(60 * S);
        assertThat(asked(bench)).as("not while it is there").isEqualTo(1);
        var status = answersPollsWith(bench);
        status.add(Bytes.of(1));
        var polite = Objects.requireNonNull(bench.pds.get(0));
        var connected = new AtomicInteger(1);
        bench.pds.put(
                0,
                f -> f.code() == Command.RSTAT
                        ? BusBench.reply(f, new Reply.ReaderStatus(Bytes.of(connected.get())))
                        : polite.apply(f));
        bench.run(60 * S);
        assertThat(bench.bus.online(0)).isFalse();
        assertThat(asked(bench)).isEqualTo(4);
        connected.set(0);
        long refreshNs = PdAgenda.REFRESH_NS + 200 * MS;
        bench.run(refreshNs + ReaderPresence.STEADY_NS);
        assertThat(bench.of(0)).hasSize(3).last().isInstanceOf(ReaderEvent.Online.class);
        bench.run(60 * S);
        assertThat(asked(bench)).isEqualTo(5);
    }

    private static long asked(BusBench bench) {
        return bench.sent.stream()
                .filter(sent -> sent.frame().code() == Command.RSTAT)
                .count();
    }

    /// A loose plug: 2,400 changes in two minutes, the reader connected in the end.
    @Test
    void aReaderThatFlapsIsOfflineAtOnceAndOnlineOnceItIsSteady() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        var status = answersPollsWith(bench);
        for (int i = 0; i < 1_200; i++) {
            status.add(Bytes.of(1));
            status.add(Bytes.of(0));
        }
        bench.run(100 * MS);
        assertThat(bench.of(0)).hasSize(2).last().isInstanceOf(ReaderEvent.Offline.class);
        bench.run(120 * S);
        assertThat(status).isEmpty();
        assertThat(bench.of(0)).hasSize(2);
        bench.run(ReaderPresence.STEADY_NS);
        assertThat(bench.of(0)).hasSize(3).last().isInstanceOf(ReaderEvent.Online.class);
    }

    /// Slower than the steady time, for ten minutes; then steady for some, and one change more.
    @Test
    void aReaderThatFlapsSlowlyMakesFewEventsAndIsBackSoonAfterSteadyMinutes() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        var status = answersPollsWith(bench);
        for (int i = 0; i < 200; i++) {
            status.add(Bytes.of(1));
            bench.run(100 * MS);
            assertThat(bench.bus.online(0)).isFalse();
            status.add(Bytes.of(0));
            bench.run(2_900 * MS);
        }
        assertThat(bench.of(0)).hasSizeBetween(4, 10);
        bench.run(150 * S);
        assertThat(bench.bus.online(0)).isTrue();
        status.add(Bytes.of(1));
        status.add(Bytes.of(0));
        bench.run(ReaderPresence.STEADY_NS + 200 * MS);
        assertThat(bench.bus.online(0)).isTrue();
    }

    /// As if the line gave it another sequence number each time: a new session is no reason to believe it sooner.
    @Test
    void aReaderThatIsBroughtUpAgainIsNotSteadyForThat() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        var status = answersPollsWith(bench);
        status.add(Bytes.of(1));
        bench.run(1 * S);
        bench.bus.lineUp(bench.nowNs, 115_200);
        status.add(Bytes.of(0));
        bench.run(1 * S);
        assertThat(bench.of(0)).hasSize(2).last().isInstanceOf(ReaderEvent.Offline.class);
    }

    @Test
    void aReaderStatusWithoutDataChangesNothingAndIsCounted() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        var status = answersPollsWith(bench);
        status.add(Bytes.of(1));
        status.add(Bytes.EMPTY);
        bench.run(5 * S);
        assertThat(bench.bus.online(0)).isFalse();
        status.add(Bytes.of(2));
        status.add(Bytes.EMPTY);
        bench.run(5 * S);
        assertThat(bench.bus.pds()).singleElement().satisfies(pd -> {
            assertThat(pd.tampered()).isTrue();
            assertThat(pd.online()).isTrue();
            assertThat(pd.malformed()).isEqualTo(2);
        });
    }

    /// What is added to the queue is the data of RSTATR in the next answers to POLL.
    private static ArrayDeque<Bytes> answersPollsWith(BusBench bench) {
        var status = new ArrayDeque<Bytes>();
        bench.pds.put(
                0,
                f -> f.code() == Command.POLL && !status.isEmpty()
                        ? BusBench.reply(f, new Reply.ReaderStatus(status.remove()))
                        : BusBench.polite(f));
        return status;
    }

    /// It says so while it is brought up, before anybody can have seen it online.
    @Test
    void aPdThatComesWithoutItsReaderIsNeverOnline() {
        var bench = new BusBench(0);
        bench.pds.put(
                0,
                f -> f.code() == Command.RSTAT
                        ? BusBench.reply(f, new Reply.ReaderStatus(Bytes.of(1)))
                        : BusBench.polite(f));
        bench.run(20 * S);
        assertThat(bench.of(0)).isEmpty();
        assertThat(bench.bus.online(0)).isFalse();
    }
}
