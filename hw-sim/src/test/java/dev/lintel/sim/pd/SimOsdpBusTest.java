package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.sim.world.SimReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The driver over a real pseudo terminal and jSerialComm, against the simulated readers. Real time.
class SimOsdpBusTest {
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");
    private static final long WAIT_S = 10;

    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<ReaderEvent> others = new LinkedBlockingQueue<>();
    private final AtomicReference<String> port = new AtomicReference<>("");
    private final AtomicBoolean broken = new AtomicBoolean();
    private SimOsdpBus bus;
    private OsdpBusDriver driver;

    @BeforeEach
    void start() throws InterruptedException {
        bus = new SimOsdpBus(List.of(new PdSpec(0), new PdSpec(1)), System::nanoTime);
        port.set(bus.portPath());
        driver = new OsdpBusDriver(
                "test",
                () -> SerialPorts.opener(port.get(), 115_200).open(),
                List.of(new PdSettings(0, this::take), new PdSettings(1, others::add)),
                System::nanoTime);
        driver.start();
        assertThat(next(events)).isInstanceOf(ReaderEvent.Online.class);
        assertThat(next(others)).isInstanceOf(ReaderEvent.Online.class);
    }

    @AfterEach
    void end() {
        driver.close();
        bus.close();
    }

    private void take(ReaderEvent event) {
        events.add(event);
        if (broken.get()) throw new IllegalStateException("a listener's fault");
    }

    @Test
    void aCardArrivesBitForBitAndOnlyOnce() throws InterruptedException {
        bus.reader(0).presentCard(CARD);
        assertThat(next(events))
                .isInstanceOfSatisfying(
                        ReaderEvent.Card.class, c -> assertThat(c.bits()).isEqualTo(CARD));
        bus.reader(0).pressKeys("1");
        assertThat(next(events))
                .isInstanceOfSatisfying(
                        ReaderEvent.Keys.class, k -> assertThat(k.keys()).isEqualTo("1"));
        assertThat(others).isEmpty();
    }

    @Test
    void aListenerThatThrowsLosesItsEventAndNoMore() throws InterruptedException {
        broken.set(true);
        bus.reader(0).presentCard(CARD);
        bus.reader(1).pressKeys("1");
        assertThat(next(others)).isInstanceOf(ReaderEvent.Keys.class);
        assertThat(next(events)).isInstanceOf(ReaderEvent.Card.class);
        broken.set(false);
        bus.reader(0).pressKeys("2");
        assertThat(next(events)).isInstanceOf(ReaderEvent.Keys.class);
        assertThat(driver.statistics().openings()).isEqualTo(1);
    }

    @Test
    void keysArriveWithTheirSpecialOnes() throws InterruptedException {
        bus.reader(1).pressKeys("4711#");
        bus.reader(1).pressKeys("*");
        assertThat(next(others))
                .isInstanceOfSatisfying(
                        ReaderEvent.Keys.class, k -> assertThat(k.keys()).isEqualTo("4711#"));
        assertThat(next(others))
                .isInstanceOfSatisfying(
                        ReaderEvent.Keys.class, k -> assertThat(k.keys()).isEqualTo("*"));
    }

    @Test
    void theLedFallsBackByItselfAfterAnAdmission() throws InterruptedException {
        awaitState(bus.reader(0), "led", "red");
        driver.reader(0).show(ReaderSignal.ADMITTED, 300);
        awaitState(bus.reader(0), "led", "green");
        awaitState(bus.reader(0), "led", "red");
        assertThat(bus.reader(1).state()).containsEntry("led", "red").containsEntry("online", true);
    }

    @Test
    void aRebootedReaderIsBroughtUpAgainWithItsLed() throws InterruptedException {
        driver.reader(0).show(ReaderSignal.UNLOCKED, 0);
        awaitState(bus.reader(0), "led", "green");
        bus.reader(0).fault(SimOsdpBus.REBOOT, true);
        awaitState(bus.reader(0), "led", "green");
        bus.reader(0).presentCard(CARD);
        assertThat(next(events)).isInstanceOf(ReaderEvent.Card.class);
    }

    @Test
    void cardsGetThroughNoiseOnceEachAndInOrder() throws InterruptedException {
        bus.reader(0).fault(SimOsdpBus.NOISE, true);
        for (int i = 0; i < 5; i++) {
            CardBits bits = CardBits.ofNumber(java.math.BigInteger.valueOf(1000 + i), 32);
            bus.reader(0).presentCard(bits);
            assertThat(next(events))
                    .isInstanceOfSatisfying(
                            ReaderEvent.Card.class, c -> assertThat(c.bits()).isEqualTo(bits));
        }
    }

    @Test
    void aPortThatVanishesIsOpenedAgainUnderItsNewName() throws InterruptedException {
        bus.close();
        bus = new SimOsdpBus(List.of(new PdSpec(0), new PdSpec(1)), System::nanoTime);
        port.set(bus.portPath());
        awaitState(bus.reader(0), "led", "red");
        bus.reader(0).presentCard(CARD);
        assertThat(next(events)).isInstanceOf(ReaderEvent.Card.class);
        assertThat(driver.statistics().openings()).isGreaterThan(1);
        assertThat(driver.statistics().lineError()).isNotEmpty();
    }

    @Test
    void aPausedBusLeavesItsLineToOthersAndReadsAgainAfterwards() throws InterruptedException {
        assertThat(driver.pause("lent to a test", Duration.ofSeconds(WAIT_S))).isTrue();
        assertThat(driver.statistics())
                .satisfies(seen -> assertThat(seen.open()).isFalse())
                .satisfies(seen -> assertThat(seen.lineError()).isEqualTo("lent to a test"));
        assertThatThrownBy(() -> driver.pause("again", Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        var scan = new BusScan(_ -> SerialPorts.opener(port.get(), 115_200).open(), System::nanoTime, new Quiet());
        assertThat(scan.run(List.of(115_200), true).readers())
                .extracting(BusScan.Found::address)
                .containsExactly(0, 1);
        assertThat(next(events)).as("nobody spoke to it for 8 s").isInstanceOf(ReaderEvent.Offline.class);
        assertThat(next(others)).isInstanceOf(ReaderEvent.Offline.class);
        assertThat(System.nanoTime() - driver.aliveNs()).isLessThan(2_000_000_000L);

        driver.resume();
        assertThat(next(events)).isInstanceOf(ReaderEvent.Online.class);
        assertThat(next(others)).isInstanceOf(ReaderEvent.Online.class);
        bus.reader(0).presentCard(CARD);
        assertThat(next(events)).isInstanceOf(ReaderEvent.Card.class);
        assertThat(driver.statistics().openings()).isEqualTo(2);
        driver.resume(); // of a bus that is not lent: nothing
        assertThat(driver.pause("once more", Duration.ofSeconds(WAIT_S))).isTrue();
    }

    @Test
    void aPausedBusEndsAtOnceAndOneThatHasEndedHasNoLineOpen() throws InterruptedException {
        assertThat(driver.pause("lent to a test", Duration.ofSeconds(WAIT_S))).isTrue();
        driver.close();
        assertThat(driver.statistics().openings())
                .as("it did not open once more")
                .isEqualTo(1);
        driver.resume();
        assertThat(driver.pause("after its end", Duration.ZERO)).isTrue();
    }

    private static final class Quiet implements BusScan.Progress {
        @Override
        public void at(int baud, int address, int step, int steps, BusScan.Round round) {}

        @Override
        public void found(BusScan.Found reader) {}
    }

    /// From the last byte written by the PD to the listener is a part of this; the rest is the wait for the poll.
    @Test
    void aCardIsHeardOfWithinAPollInterval() throws InterruptedException {
        long[] tookNs = new long[20];
        for (int i = 0; i < tookNs.length; i++) {
            long startNs = System.nanoTime();
            bus.reader(0).presentCard(CARD);
            next(events);
            tookNs[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(tookNs);
        assertThat(tookNs[tookNs.length / 2]).as(Arrays.toString(tookNs)).isLessThan(100_000_000);
    }

    private static ReaderEvent next(BlockingQueue<ReaderEvent> queue) throws InterruptedException {
        @Nullable ReaderEvent event = queue.poll(WAIT_S, TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        return event;
    }

    private static void awaitState(SimReader reader, String key, Object value) throws InterruptedException {
        var never = new CountDownLatch(1);
        Map<String, Object> state = reader.state();
        for (int i = 0; i < WAIT_S * 100 && !value.equals(state.get(key)); i++) {
            assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
            state = reader.state();
        }
        assertThat(state).containsEntry(key, value);
    }
}
