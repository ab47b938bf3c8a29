package dev.lintel.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.reader.serialcard.SerialCardReader;
import dev.lintel.reader.serialcard.SerialCardSettings;
import dev.lintel.reader.serialcard.SerialCardStatistics;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.math.BigInteger;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The simulated reader through a pseudo terminal into the driver of a real board.
@Timeout(60)
class SerialEndToEndTest {
    private static final CardBits CARD = card(1001);
    private static final CardBits OTHER = card(2002);

    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> never = new LinkedBlockingQueue<>();
    private @Nullable SerialSimReader sim;
    private @Nullable SerialCardReader reader;

    @AfterEach
    void close() {
        if (reader != null) reader.close();
        if (sim != null) sim.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyProtocolCarriesACardOncePerPresentation(SerialProtocol protocol) throws InterruptedException {
        open(protocol);
        sim().presentCard(CARD);
        sim().presentCard(OTHER);
        assertThat(number(event())).isEqualTo(1001);
        assertThat(number(event())).isEqualTo(2002);
        reader().close();
        assertThat(events).isEmpty();
    }

    @Test
    void aScannerCarriesTextsAndNoOtherReaderDoes() throws InterruptedException {
        open(SerialProtocol.QR);
        sim().presentCode("grüße");
        assertThat(event()).isInstanceOfSatisfying(ReaderEvent.Text.class, code -> {
            assertThat(code.text()).isEqualTo("grüße");
        });
        assertThatThrownBy(() -> sim().presentCode("a\nb")).hasMessageContaining("visible");
    }

    @Test
    void theSameCardHeldOutTwiceIsReadTwice() throws InterruptedException {
        open(SerialProtocol.RDM6300);
        sim().presentCard(CARD);
        sim().presentCard(CARD);
        assertThat(number(event())).isEqualTo(1001);
        assertThat(number(event())).isEqualTo(1001);
        assertThat(await(seen -> seen.repeats() >= 6).ghosts()).isZero();
    }

    /// The machine stood still while the card was held out: all its frames were due at once.
    @Test
    void sameCardAfterLateFrames_isReadTwice() throws InterruptedException {
        var aheadNs = new AtomicLong();
        open(SerialProtocol.RDM6300, () -> System.nanoTime() + aheadNs.get());
        sim().presentCard(CARD);
        assertThat(number(event())).isEqualTo(1001);
        aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(5));
        sim().presentCard(CARD);
        assertThat(number(event())).isEqualTo(1001);
    }

    @Test
    void ghostsAreCountedAndNeverRead() throws InterruptedException {
        open(SerialProtocol.RDM6300);
        sim().fault(SerialSimReader.GHOSTS, true);
        await(seen -> seen.ghosts() >= 3);
        sim().presentCard(CARD);
        assertThat(number(event())).isEqualTo(1001);
        sim().fault(SerialSimReader.GHOSTS, false);
        assertThat(events).isEmpty();
    }

    @Test
    void noiseMakesNoOtherCard() throws InterruptedException {
        open(SerialProtocol.RDM6300);
        sim().fault(SerialSimReader.NOISE, true);
        for (int i = 0; i < 4; i++) sim().presentCard(i % 2 == 0 ? CARD : OTHER);
        await(seen -> seen.frames().refusedTotal() >= 8);
        sim().fault(SerialSimReader.NOISE, false);
        sim().presentCard(card(3003));
        for (long read = number(event()); read != 3003; read = number(event())) {
            assertThat(read).isIn(1001L, 2002L);
        }
    }

    @Test
    void halfFramesAreRefusedAndTheNextCardIsRead() throws InterruptedException {
        open(SerialProtocol.STX_BCC);
        sim().fault(SerialSimReader.HALF_FRAMES, true);
        sim().presentCard(CARD);
        await(seen -> seen.frames().refusedTotal() >= 1);
        sim().fault(SerialSimReader.HALF_FRAMES, false);
        sim().presentCard(OTHER);
        assertThat(number(event())).isEqualTo(2002);
    }

    @Test
    void anAdapterPulledOutIsOfflineAndReadsAgainWhenItIsBackUnderAnotherName() throws InterruptedException {
        open(SerialProtocol.ID12LA);
        String before = sim().portPath();
        sim().fault(SerialSimReader.UNPLUGGED, true);
        assertThat(event()).isInstanceOf(ReaderEvent.Offline.class);
        assertThat(sim().state()).containsEntry("online", false);
        sim().presentCard(CARD); // nobody hears of it
        assertThat(await(seen -> seen.lineError().contains("is not there")).open())
                .isFalse();
        sim().fault(SerialSimReader.UNPLUGGED, false);
        assertThat(before).isNotEqualTo("/dev/pts/unplugged");
        assertThat(event()).isInstanceOf(ReaderEvent.Online.class);
        sim().presentCard(OTHER);
        assertThat(number(event())).isEqualTo(2002);
    }

    @Test
    void aPulledCableReadsNothing() throws InterruptedException {
        open(SerialProtocol.DECIMAL);
        sim().fault(SerialSimReader.CABLE_PULLED, true);
        sim().presentCard(CARD);
        assertThat(never.poll(100, TimeUnit.MILLISECONDS)).isNull();
        sim().fault(SerialSimReader.CABLE_PULLED, false);
        sim().presentCard(OTHER);
        assertThat(number(event())).isEqualTo(2002);
    }

    @Test
    void whatSuchAReaderCannotReadIsRefusedInWords() {
        var rdm = new ReaderWiring.Serial("a", 9_600, SerialProtocol.RDM6300, true);
        sim = new SerialSimReader(rdm, System::nanoTime, 1);
        assertThatThrownBy(() -> sim().presentCard(CardBits.of("1".repeat(41)))).hasMessageContaining("40 bits");
        assertThatThrownBy(() -> sim().pressKeys("1")).hasMessageContaining("no keys");
        assertThatThrownBy(() -> sim().presentCode("1")).hasMessageContaining("no code scanner");
    }

    private void open(SerialProtocol protocol) throws InterruptedException {
        open(protocol, System::nanoTime);
    }

    private void open(SerialProtocol protocol, LongSupplier simNowNs) throws InterruptedException {
        var settings = SerialCardSettings.of(protocol);
        var wiring = new ReaderWiring.Serial("a", 9_600, protocol, settings.confirm());
        sim = new SerialSimReader(wiring, simNowNs, 411);
        reader = new SerialCardReader(
                "test",
                () -> SerialPorts.opener(sim().portPath(), 9_600).open(),
                settings,
                events::add,
                System::nanoTime);
        reader.start();
        assertThat(event()).isInstanceOf(ReaderEvent.Online.class);
    }

    private ReaderEvent event() throws InterruptedException {
        return Objects.requireNonNull(events.poll(20, TimeUnit.SECONDS), "no event came");
    }

    private static long number(ReaderEvent event) {
        return switch (event) {
            case ReaderEvent.Card card -> card.bits().number().longValueExact();
            case ReaderEvent.Text code -> Long.parseLong(code.text());
            case ReaderEvent.Keys _,
                    ReaderEvent.Online _,
                    ReaderEvent.Offline _,
                    ReaderEvent.Tamper _,
                    ReaderEvent.Power _,
                    ReaderEvent.Inputs _,
                    ReaderEvent.Vendor _,
                    ReaderEvent.Insecure _ -> throw new AssertionError(event);
        };
    }

    private SerialCardStatistics await(Predicate<SerialCardStatistics> wanted) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!wanted.test(reader().statistics())) {
            assertThat(System.nanoTime()).as(reader().statistics().toString()).isLessThan(deadlineNs);
            assertThat(never.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }
        return reader().statistics();
    }

    private SerialSimReader sim() {
        return Objects.requireNonNull(sim);
    }

    private SerialCardReader reader() {
        return Objects.requireNonNull(reader);
    }

    private static CardBits card(long number) {
        return CardBits.ofNumber(BigInteger.valueOf(number), 32);
    }
}
