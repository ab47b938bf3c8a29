package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.ReaderEvent;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A reader's tamper switch and supply: all its changes reach the log, and a loose contact does not flood it.
class AlarmPointTest {
    private static final long MINUTE = 60 * S;

    private final BusBench bench = new BusBench(0);
    private final ArrayDeque<Reply> next = new ArrayDeque<>();

    @BeforeEach
    void begin() {
        bench.run(1 * S);
        bench.pds.put(
                0,
                f -> f.code() == Command.POLL && !next.isEmpty()
                        ? BusBench.reply(f, next.remove())
                        : BusBench.polite(f));
    }

    private void tell(boolean open) {
        next.add(new Reply.LocalStatus(open, false));
    }

    private List<ReaderEvent.Tamper> tampers() {
        return bench.of(0).stream()
                .filter(ReaderEvent.Tamper.class::isInstance)
                .map(ReaderEvent.Tamper.class::cast)
                .toList();
    }

    private List<ReaderEvent.Tamper> reports() {
        return tampers().stream().filter(one -> one.changes() > 0).toList();
    }

    private boolean isTampered() {
        return tampers().getLast().on();
    }

    @Test
    void oneOpeningAndItsEndAreReportedAtOnce() {
        tell(true);
        bench.run(200 * MS);
        assertThat(reports()).singleElement().satisfies(one -> {
            assertThat(one.on()).isTrue();
            assertThat(one.changes()).isEqualTo(1);
        });
        tell(false);
        bench.run(200 * MS);
        assertThat(isTampered()).isFalse();
        assertThat(reports()).hasSize(2).last().satisfies(one -> {
            assertThat(one.on()).isFalse();
            assertThat(one.changes()).isEqualTo(1);
        });
        bench.run(10 * MINUTE);
        assertThat(tampers()).hasSize(2);
        tell(true);
        bench.run(200 * MS);
        assertThat(reports()).as("after quiet minutes").hasSize(3);
        assertThat(isTampered()).isTrue();
    }

    /// A change at each poll for ten minutes.
    @Test
    void aSwitchThatFlapsIsAnAlarmAllTheTimeAndReportedOnceAMinute() {
        for (int minute = 0; minute < 10; minute++) {
            for (int i = 0; i < 600; i++) {
                tell(true);
                tell(false);
            }
            bench.run(MINUTE);
            assertThat(reports()).hasSizeLessThanOrEqualTo(minute + 3);
        }
        next.clear();
        boolean last = bench.bus.pds().getFirst().tampered();
        bench.run(2 * MINUTE);
        int before = reports().size();
        assertThat(before).isBetween(10, 13);
        assertThat(tampers().size()).as("the door's state, too").isLessThan(20);
        assertThat(isTampered()).as("the last state").isEqualTo(last);
        assertThat(reports().getLast().on()).isEqualTo(last);
        bench.run(10 * MINUTE);
        assertThat(reports()).as("nothing is left to report").hasSize(before);
    }

    @Test
    void eachChangeIsCountedOnceAndTheFinalStateIsReported() {
        for (int i = 0; i < 41; i++) tell(i % 2 == 0);
        bench.run(30 * S);
        assertThat(reports()).hasSize(2);
        bench.run(MINUTE);
        assertThat(reports())
                .hasSize(3)
                .last()
                .satisfies(one -> assertThat(one.on()).isTrue());
        assertThat(reports().stream().mapToInt(ReaderEvent.Tamper::changes).sum())
                .isEqualTo(41);
        tell(false);
        bench.run(2 * MINUTE);
        assertThat(reports())
                .hasSize(4)
                .last()
                .satisfies(one -> assertThat(one.on()).isFalse());
        assertThat(isTampered()).isFalse();
    }

    /// The door must not admit anybody meanwhile, although the log waits.
    @Test
    void anOpeningWithinAMinuteOfAReportHoldsAtOnce() {
        tell(true);
        tell(false);
        bench.run(1 * S);
        assertThat(isTampered()).isFalse();
        tell(true);
        bench.run(200 * MS);
        assertThat(isTampered()).isTrue();
        assertThat(reports()).hasSize(2);
        tell(false);
        bench.run(1 * S);
        assertThat(isTampered()).as("not steady").isTrue();
        bench.run(ReaderPresence.STEADY_NS);
        assertThat(isTampered()).isFalse();
    }

    @Test
    void aSupplyThatFlapsIsReportedOnceAMinute() {
        for (int i = 0; i < 2_001; i++) next.add(new Reply.LocalStatus(false, i % 2 == 0));
        bench.run(5 * MINUTE);
        List<ReaderEvent.Power> reports = bench.of(0).stream()
                .filter(ReaderEvent.Power.class::isInstance)
                .map(ReaderEvent.Power.class::cast)
                .filter(one -> one.changes() > 0)
                .toList();
        assertThat(reports)
                .hasSizeBetween(4, 6)
                .last()
                .satisfies(one -> assertThat(one.failed()).isTrue());
        assertThat(reports.stream().mapToInt(ReaderEvent.Power::changes).sum()).isEqualTo(2_001);
        assertThat(tampers()).isEmpty();
    }
}
