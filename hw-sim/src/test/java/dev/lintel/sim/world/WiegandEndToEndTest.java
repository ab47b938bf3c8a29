package dev.lintel.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.wiegand.WiegandAssembler;
import dev.lintel.reader.wiegand.WiegandHint;
import dev.lintel.reader.wiegand.WiegandOutcome;
import dev.lintel.reader.wiegand.WiegandOutcome.Frame;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import dev.lintel.reader.wiegand.WiegandSight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The simulated reader's pulses through the simulated chip into the driver of a real board.
class WiegandEndToEndTest {
    private static final long FAST_NS = 200_000; // the shortest interval that readers keep
    private static final CardBits CARD = CardBits.of("10111101100010001110101110");

    private final SimGpioChip chip = new SimGpioChip(System::nanoTime);
    private final ReaderWiring.Wiegand wiring =
            new ReaderWiring.Wiegand(14, 15, new LineSpec(1, true), new LineSpec(2, false), new LineSpec(3, true));
    private final WiegandSimReader sim =
            new WiegandSimReader(chip, wiring, System::nanoTime, FAST_NS, new SplittableRandom(7));
    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private final WiegandReader reader = new WiegandReader(
            chip, wiring, WiegandSettings.anyCard(Keypad.of("burst4")), events::add, System::nanoTime);

    @AfterEach
    void close() {
        chip.close();
        reader.close();
    }

    @Test
    void bitsInAreBitsOutForEveryKindOfLength() throws InterruptedException {
        var random = new SplittableRandom(42);
        List<CardBits> cards = new ArrayList<>();
        for (int count : new int[] {5, 26, 32, 34, 37, 64, 128, 255, 256}) {
            var bits = new StringBuilder();
            for (int i = 0; i < count; i++) bits.append(random.nextInt(2));
            cards.add(CardBits.of(bits.toString()));
        }
        for (CardBits card : cards) sim.presentCard(card);
        for (CardBits card : cards)
            assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Card.class, read -> {
                assertThat(read.bits()).isEqualTo(card);
            });
    }

    @Test
    void keysComeOutOneByOneInOrder() throws InterruptedException {
        sim.pressKeys("47*#");
        for (String key : List.of("4", "7", "*", "#")) {
            assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Keys.class, pressed -> {
                assertThat(pressed.keys()).isEqualTo(key);
            });
        }
    }

    @Test
    void aBufferedKeypadSendsAPinAsACardAndTheReaderReadsItAsKeys() throws InterruptedException {
        Keypad keypad = Keypad.of("keypad26_fc", 15, 0);
        var wires = new ReaderWiring.Wiegand(new WirePair(24, 25), null, null, null, keypad);
        var typing = new WiegandSimReader(chip, wires, System::nanoTime, FAST_NS, new SplittableRandom(7));
        try (var _ = new WiegandReader(chip, wires, WiegandSettings.anyCard(keypad), events::add, System::nanoTime)) {
            for (String key : List.of("9", "*", "4", "7", "11", "#")) typing.pressKeys(key);
            assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Keys.class, pressed -> {
                assertThat(pressed.keys()).isEqualTo("4711#");
            });
            typing.presentCard(CARD); // of another facility
            assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
        }
    }

    @Test
    void aFaultRefusesTheCardAndTheNextOneIsReadAgain() throws InterruptedException {
        for (WiegandFault kind : List.of(WiegandFault.LOST_EDGE, WiegandFault.NOISE, WiegandFault.BOUNCE)) {
            String fault = kind.word();
            sim.fault(fault, true);
            for (int i = 0; i < 4; i++) sim.presentCard(CARD);
            sim.fault(fault, false);
            sim.presentCard(CARD);
            assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Card.class, read -> {
                assertThat(read.bits()).isEqualTo(CARD);
            });
        }
        assertThat(events).isEmpty();
        assertThat(reader.counters().rejectedTotal()).isEqualTo(12);
    }

    @Test
    void aCardIsReadHoweverItsBitsAreSpaced() throws InterruptedException {
        for (WiegandFault fault : List.of(WiegandFault.JITTER, WiegandFault.GAPS)) {
            sim.fault(fault.word(), true);
            sim.presentCard(CARD);
            assertThat(next())
                    .isInstanceOfSatisfying(
                            ReaderEvent.Card.class,
                            read -> assertThat(read.bits()).isEqualTo(CARD));
            sim.fault(fault.word(), false);
        }
    }

    @Test
    void exchangedWiresAreHintedAtAndTheHintGoesWithTheFault() throws InterruptedException {
        BlockingQueue<WiegandSight> sights = new LinkedBlockingQueue<>();
        var wires = new ReaderWiring.Wiegand(20, 21, null, null, null);
        var lobby = new WiegandSimReader(chip, wires, System::nanoTime, FAST_NS, new SplittableRandom(7));
        var settings = new WiegandSettings(null, CardFormats.of(List.of("H10301", "raw")));
        try (var driver = new WiegandReader(chip, wires, settings, events::add, System::nanoTime)) {
            Runnable leave = driver.watch(sights::add);
            lobby.fault("swapped-lines", true);
            for (int i = 0; i < 3; i++) lobby.presentCard(CardFormats.encode("H10301", 21, i));
            assertThat(hint(sights)).isEqualTo(new Told(WiegandHint.Kind.SWAPPED, true));
            lobby.fault("swapped-lines", false);
            lobby.presentCard(CardFormats.encode("H10301", 21, 3));
            assertThat(hint(sights)).isEqualTo(new Told(WiegandHint.Kind.SWAPPED, false));
            assertThat(driver.hints()).isEmpty();
            leave.run();
        }
    }

    private record Told(WiegandHint.Kind kind, boolean raised) {}

    private static Told hint(BlockingQueue<WiegandSight> sights) throws InterruptedException {
        while (true) {
            WiegandSight sight = Objects.requireNonNull(sights.poll(5, TimeUnit.SECONDS), "nothing was seen");
            if (sight instanceof WiegandSight.Hinted(WiegandHint hint, boolean raised)) {
                return new Told(hint.kind(), raised);
            }
        }
    }

    @Test
    void aPulledCableReadsNothingAndIsDark() throws InterruptedException {
        sim.fault(WiegandSimReader.CABLE_PULLED, true);
        sim.presentCard(CardBits.of("11111"));
        assertThat(sim.state()).containsEntry("led", "off");
        sim.fault(WiegandSimReader.CABLE_PULLED, false);
        sim.presentCard(CARD);
        assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Card.class, read -> {
            assertThat(read.bits()).isEqualTo(CARD);
        });
    }

    @Test
    void theLedAndBuzzerShowWhatTheDriverSignals() throws InterruptedException {
        BlockingQueue<Object> leds = new LinkedBlockingQueue<>();
        chip.watch(
                new LineSpec(3, true),
                (_, _) -> leds.add(Objects.requireNonNull(sim.state().get("led"))));
        reader.show(ReaderSignal.ADMITTED, 300);
        assertThat(leds.poll(5, TimeUnit.SECONDS)).isEqualTo("green");
    }

    @Property(tries = 500)
    void aPulseLostInTheCableLeavesACardThatIsOneBitShortWhicheverItWas(
            @ForAll @Size(min = 5, max = 256) List<Boolean> bits, @ForAll long seed) {
        var text = new StringBuilder();
        for (boolean bit : bits) text.append(bit ? '1' : '0');
        var random = new SplittableRandom(seed);
        List<Pulse> train = PulseTrain.shortened(PulseTrain.of(CardBits.of(text.toString()), FAST_NS), random);
        assertThat(received(train)).isInstanceOfSatisfying(Frame.class, frame -> {
            String read = frame.bits().toString();
            assertThat(read).hasSize(bits.size() - 1);
            boolean one = false;
            for (int i = 0; i < bits.size(); i++)
                one |= read.equals(new StringBuilder(text).deleteCharAt(i).toString());
            assertThat(one).isTrue();
        });
    }

    @Test
    void anyPulseMayBeTheLostOne() {
        List<Pulse> train = PulseTrain.of(CARD, FAST_NS);
        Set<Pulse> lost = new HashSet<>();
        for (int seed = 0; seed < 1_000; seed++) {
            List<Pulse> left = PulseTrain.shortened(train, new SplittableRandom(seed));
            for (Pulse pulse : train) if (!left.contains(pulse)) lost.add(pulse);
        }
        assertThat(lost).hasSameSizeAs(train);
    }

    @Test
    void aCardThatIsABitShortIsNobodysInFormatsOfOneLengthAndSomebodysInRaw() throws InterruptedException {
        CardBits card = CardFormats.encode("H10301", 21, 15_890);
        sim.fault(WiegandFault.LOST_PULSE.word(), true);
        for (int i = 0; i < 20; i++) {
            sim.presentCard(card);
            assertThat(next()).isInstanceOfSatisfying(ReaderEvent.Card.class, read -> {
                assertThat(CardFormats.of(List.of("H10301")).decode(read.bits()))
                        .isNull();
                assertThat(CardFormats.of(List.of("H10301", "raw")).decode(read.bits()))
                        .isNotNull();
            });
        }
        assertThat(reader.counters().rejectedTotal()).isZero();
    }

    @Property(tries = 500)
    void whateverTheFaultNoOtherCardComesOut(
            @ForAll @Size(min = 4, max = 256) List<Boolean> bits, @ForAll long seed, @ForAll boolean noise) {
        var text = new StringBuilder();
        for (boolean bit : bits) text.append(bit ? '1' : '0');
        var random = new SplittableRandom(seed);
        List<Pulse> train = PulseTrain.of(CardBits.of(text.toString()), FAST_NS);
        List<Pulse> bad = noise ? PulseTrain.noisy(train, random) : PulseTrain.lossy(train, random);
        assertThat(received(train)).isEqualTo(new Frame(CardBits.of(text.toString()), FAST_NS * (bits.size() - 1)));
        assertThat(received(bad)).isNotInstanceOf(Frame.class);
    }

    private static @Nullable WiegandOutcome received(List<Pulse> train) {
        var assembler = new WiegandAssembler();
        int seqno = 0;
        for (Pulse pulse : train.stream()
                .sorted((a, b) -> Long.compare(a.afterNs(), b.afterNs()))
                .toList()) {
            seqno++;
            if (!pulse.lost())
                assertThat(assembler.feed(new Edge(pulse.afterNs(), pulse.bit(), seqno)))
                        .isNull();
        }
        return assembler.step(assembler.deadlineNs());
    }

    private ReaderEvent next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(5, TimeUnit.SECONDS), "no event came");
    }
}
