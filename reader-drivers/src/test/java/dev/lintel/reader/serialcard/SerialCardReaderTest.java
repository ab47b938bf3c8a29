package dev.lintel.reader.serialcard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SerialCardReaderTest {
    private static final CardBits CARD = CardBits.ofNumber(BigInteger.valueOf(0x62E3086CEDL), 40);
    private static final Bytes FRAME = FrameWriter.card(SerialProtocol.RDM6300, CARD);

    private final BlockingQueue<HandLine> opened = new LinkedBlockingQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private final AtomicInteger throwing = new AtomicInteger();
    private SerialCardReader reader = reader(SerialProtocol.RDM6300);

    private SerialCardReader reader(SerialProtocol protocol) {
        LineOpener opener = () -> {
            if (failures.getAndDecrement() > 0) throw new SerialException("hand is not there");
            var line = new HandLine();
            opened.add(line);
            return line;
        };
        return new SerialCardReader("test", opener, SerialCardSettings.of(protocol), this::take, System::nanoTime);
    }

    private void take(ReaderEvent event) {
        if (event instanceof ReaderEvent.Card && throwing.getAndDecrement() > 0) {
            throw new IllegalStateException("a listener that breaks its promise");
        }
        events.add(event);
    }

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void aCardIsToldOnceItIsConfirmedAndItsRepeatsAreNot() throws InterruptedException {
        HandLine line = start();
        for (int i = 0; i < 5; i++) line.arrive(FRAME);
        assertThat(event(ReaderEvent.Card.class).bits()).isEqualTo(CARD);
        reader.close();
        assertThat(events).isEmpty();
        assertThat(reader.statistics().presented()).isEqualTo(1);
        assertThat(reader.statistics().frames().frames()).isBetween(2L, 5L); // what was read until it closed
        assertThat(line.awaitClosed()).isTrue();
    }

    @Test
    void aFrameInPiecesIsReadAndHalfAFrameIsNot() throws InterruptedException {
        HandLine line = start();
        line.arrive(FRAME.slice(0, 5));
        line.arrive(FRAME.slice(5, 14));
        line.arrive(FRAME.slice(0, 13));
        line.arrive(FRAME);
        assertThat(event(ReaderEvent.Card.class).bits()).isEqualTo(CARD);
        line.arrive(FRAME.slice(0, 3));
        awaitRefused(2); // one by the next start, one by silence
    }

    @Test
    void aLostLineIsOfflineAndOpenedAgainUntilItIsBack() throws InterruptedException {
        HandLine line = start();
        failures.set(2);
        line.unplug();
        event(ReaderEvent.Offline.class);
        assertThat(reader.online()).isFalse();
        event(ReaderEvent.Online.class);
        assertThat(reader.online()).isTrue();
        assertThat(line.awaitClosed()).isTrue();
        HandLine back = Objects.requireNonNull(opened.poll(5, TimeUnit.SECONDS));
        back.arrive(FRAME);
        back.arrive(FRAME);
        event(ReaderEvent.Card.class);
        assertThat(reader.statistics().openings()).isEqualTo(2);
        assertThat(reader.statistics().lineError()).isEqualTo("hand is not there");
    }

    @Test
    void aPortThatIsNotThereIsToldOnce() throws InterruptedException {
        failures.set(3);
        assertThat(reader.online()).isTrue();
        reader.start();
        event(ReaderEvent.Offline.class);
        event(ReaderEvent.Online.class);
    }

    @Test
    void aListenerThatThrowsLosesItsEventOnly() throws InterruptedException {
        reader = reader(SerialProtocol.ID12LA);
        throwing.set(1);
        HandLine line = start();
        line.arrive(FRAME);
        line.arrive(FrameWriter.card(SerialProtocol.ID12LA, CardBits.of("101")));
        assertThat(event(ReaderEvent.Card.class).bits().number()).isEqualTo(BigInteger.valueOf(5));
        assertThat(reader.statistics().openings()).isEqualTo(1);
    }

    @Test
    void aScannersLineIsToldAsText() throws InterruptedException {
        reader = reader(SerialProtocol.QR);
        start().arrive(Bytes.copyOf("pass 7\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThat(event(ReaderEvent.Text.class).text()).isEqualTo("pass 7");
    }

    @Test
    void itTakesSignalsThatItCannotShowAndClosesWithoutHavingBeenStarted() {
        reader.show(ReaderSignal.ADMITTED, 5_000);
        reader.close();
        assertThat(events).isEmpty();
    }

    private HandLine start() throws InterruptedException {
        reader.start();
        event(ReaderEvent.Online.class);
        return Objects.requireNonNull(opened.poll(5, TimeUnit.SECONDS), "the line is opened");
    }

    private <T extends ReaderEvent> T event(Class<T> kind) throws InterruptedException {
        ReaderEvent event = Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no " + kind.getSimpleName());
        assertThat(event).isInstanceOf(kind);
        return kind.cast(event);
    }

    private void awaitRefused(long count) throws InterruptedException {
        var never = new LinkedBlockingQueue<Boolean>();
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (reader.statistics().frames().refusedTotal() < count) {
            assertThat(System.nanoTime()).as("refused").isLessThan(deadlineNs);
            assertThat(never.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }
        assertThat(reader.statistics().frames().refused()).containsEntry(FrameFault.CUT_SHORT, count);
    }
}
