package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.Await;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.Doorway;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.HardwareProvider;
import dev.lintel.reader.hardware.Simulator;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Formats are learned from simulated Wiegand readers, at a door that works and on lines that nothing has.
@Timeout(60)
class LearnDeskTest {
    private final SystemTime time = new SystemTime();
    private final Hardware hardware = hardware();
    private final List<ReaderEvent> door = new ArrayList<>();
    private final ReaderTap tap = new ReaderTap(event -> {
        synchronized (door) { // guards the list: the reader's thread adds
            door.add(event);
        }
    });
    private final AtomicInteger closed = new AtomicInteger(); // chips of free lines
    private @Nullable WiegandReader wires;
    private final LearnDesk desk = new LearnDesk(new LearnDesk.Parts(this::source, List.of(), this::chip, time));

    @AfterEach
    void end() {
        desk.close();
        if (wires != null) wires.close();
        hardware.close();
    }

    /// Unit 1 has a Wiegand reader on 14 and 15.
    private Hardware hardware() {
        var reader = new ReaderWiring.Wiegand(14, 15, null, null, null);
        var doorway = new Doorway(1, Map.of("entry", reader), new LineSpec(17, true), null, null, null);
        var plan = new HardwarePlan("/dev/gpiochip0", Map.of(), List.of(doorway));
        return ServiceLoader.load(HardwareProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("simulated"))
                .findFirst()
                .orElseThrow()
                .open(plan, time::nowNs);
    }

    private LearnDesk.@Nullable Source source(long channelId, String side) {
        if (channelId != 1 || !side.equals("entry")) return null;
        if (wires == null) {
            var wiring = new ReaderWiring.Wiegand(14, 15, null, null, null);
            wires = new WiegandReader(hardware.gpio(), wiring, WiegandSettings.anyCard(null), tap, time::nowNs);
        }
        return new LearnDesk.Source("channel 1, entry", tap, wires);
    }

    private Hardware chip(String path) {
        if (!path.equals("/dev/gpiochip0")) throw new HardwareException("gpio: chip: " + path + " is not there", null);
        return new Hardware() {
            @Override
            public GpioChip gpio() {
                return hardware.gpio();
            }

            @Override
            public String serialPort(String configured) {
                return configured;
            }

            @Override
            public @Nullable Simulator simulator() {
                return null;
            }

            @Override
            public @Nullable String fault() {
                return null;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    private static CardBits card(int facility, int number) {
        var fields = new CardFields(BigInteger.valueOf(facility), BigInteger.valueOf(number), null, null);
        return CardFormats.of(List.of("H10301")).layouts().getFirst().encode(fields);
    }

    /// Held there until the session has heard of it.
    private LearnState present(LearnSession session, CardBits card) {
        Objects.requireNonNull(hardware.simulator()).presentCard(1, "entry", card);
        Await.until("the session has the card", () -> {
            LearnState state = session.state();
            return state.asks() && state.cards().getLast().bits().equals(card.toString());
        });
        return session.state();
    }

    /// As the page does: for the card that it shows.
    private static LearnState printed(LearnSession session, String typed) {
        return session.printed(session.state().cards().getLast().bits(), typed);
    }

    @Test
    void threeCardsOfAWorkingReaderLeaveOneFormatAndTheDoorHearsOfEach() {
        LearnSession session = desk.begin(1, "entry");
        assertThat(session.state().sentence()).isEqualTo("present a card");
        assertThat(present(session, card(21, 15_890)).sentence()).contains("type the number");
        LearnState one = printed(session, "21,15890");
        assertThat(one.settled()).isFalse();
        assertThat(one.sentence()).contains("present another card of the same kind");
        present(session, card(21, 15_891));
        printed(session, "21,15891");
        present(session, card(7, 3));
        LearnState three = printed(session, " 007,00003 ");
        assertThat(three.settled()).isTrue();
        assertThat(three.explanations().getFirst().format()).isEqualTo("H10301");
        assertThat(three.explanations().getFirst().yaml()).contains("formats: [H10301, raw]");
        assertThat(three.cards())
                .extracting(LearnState.Card::printed)
                .containsExactly("21,15890", "21,15891", "007,00003");
        synchronized (door) { // as above
            assertThat(door).hasSize(3).allMatch(event -> event instanceof ReaderEvent.Card);
        }
    }

    @Test
    void aNumberThatIsNoneOrTooEarlyChangesNothingAndACardOfAnotherKindIsPutAside() {
        LearnSession session = desk.begin(1, "entry");
        assertThatThrownBy(() -> session.printed("", "1")).hasMessage("present a card first");
        present(session, card(21, 15_890));
        assertThatThrownBy(() -> printed(session, "what?")).hasMessageContaining("is no number as cards have them");
        assertThat(session.state().asks()).isTrue();
        printed(session, "21,15890");
        present(session, CardBits.ofNumber(BigInteger.valueOf(1001), 32));
        assertThatThrownBy(() -> printed(session, "1001")).hasMessageContaining("present another card");
        assertThat(session.state().cards()).hasSize(1);
        assertThat(session.state().ways()).isPositive();
    }

    @Test
    void aFullSessionSaysThatItTakesNoMoreCards() {
        LearnSession session = desk.begin(1, "entry");
        for (int i = 1; i <= LearnSession.CARDS_MAX; i++) {
            session.card(card(21, i));
            printed(session, "21,%05d".formatted(i));
        }
        assertThat(session.state().remarks()).isEmpty();
        session.card(card(21, 100));
        session.card(card(21, 101));
        assertThat(session.state().remarks()).singleElement().asString().startsWith("a session takes 12 cards");
        assertThatThrownBy(() -> session.printed(card(21, 101).toString(), "21,00101"))
                .hasMessageStartingWith("a session takes 12 cards");
    }

    @Test
    void aCardThatNobodyNumbersIsForgottenForTheNext() {
        LearnSession session = desk.begin(1, "entry");
        present(session, card(1, 1));
        LearnState state = present(session, card(1, 2));
        assertThat(state.cards()).hasSize(1);
    }

    /// Whoever types the number of the first card has not seen the second.
    @Test
    void aCardThatComesWhileTheFormIsOpenDoesNotGetTheNumberOfTheOneBefore() {
        LearnSession session = desk.begin(1, "entry");
        String shown = present(session, card(21, 15_890)).cards().getLast().bits();
        present(session, card(21, 1));
        assertThatThrownBy(() -> session.printed(shown, "21,15890"))
                .hasMessageContaining("another card was presented meanwhile");
        assertThat(session.state().asks()).as("for the newest").isTrue();
        assertThat(session.state().ways()).isZero();
        present(session, card(21, 15_890));
        assertThat(session.printed(shown, "21,15890").ways())
                .as("the same card again")
                .isPositive();
    }

    /// Another card was typed in a second tab: what was first in the list then is another format now.
    @Test
    void aFormatThatIsNoLongerAmongThoseShownIsRefused() {
        LearnSession session = desk.begin(1, "entry");
        present(session, card(21, 15_890));
        LearnState first = printed(session, "15890");
        String shown = LearnState.mark(first.explanations().getFirst());
        assertThat(first.explanation(shown)).isEqualTo(first.explanations().getFirst());
        present(session, card(7, 3));
        LearnState second = printed(session, "987654321012");
        assertThatThrownBy(() -> second.explanation(shown)).hasMessageContaining("choose again");
        assertThatThrownBy(() -> first.explanation("0")).hasMessageContaining("choose again");
    }

    @Test
    void nothingThatIsPrintedIsInTheCard() {
        LearnSession session = desk.begin(1, "entry");
        present(session, card(21, 15_890));
        LearnState state = printed(session, "987654321012");
        assertThat(state.ways()).isZero();
        assertThat(state.settled()).isTrue();
        assertThat(state.sentence()).contains("formats: [raw]");
    }

    @Test
    void twoFreeLinesAreLearnedFromAndGivenBack() {
        LearnSession session = desk.begin("/dev/gpiochip0", 14, 15);
        assertThat(session.state().reader()).isEqualTo("lines 14 and 15");
        present(session, card(21, 15_890));
        assertThat(printed(session, "21,15890").ways()).isPositive();
        assertThatThrownBy(() -> desk.begin("/dev/gpiochip0", 14, 15)).hasMessageContaining("is in use");
        assertThat(closed).as("the chip that the refused session opened").hasValue(1);
        session.close();
        Await.until("the session's chip is closed", () -> closed.get() == 2);
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThatThrownBy(() -> desk.begin(2, "entry")).hasMessageContaining("channel 2 has no entry reader here");
        assertThatThrownBy(() -> desk.begin("/dev/gpiochip0", 14, 14)).hasMessageContaining("not both 14");
        assertThatThrownBy(() -> desk.begin("/dev/gpiochip9", 14, 15)).hasMessage("/dev/gpiochip9 is not there");
    }

    @Test
    void sessionsAreAsManyAsAreNamedAndEndAtOnceWhenClosed() {
        var open = new ArrayList<LearnSession>();
        for (int i = 0; i < LearnDesk.SESSIONS_MAX; i++) open.add(desk.begin(1, "entry"));
        assertThatThrownBy(() -> desk.begin(1, "entry")).hasMessageContaining("end one");
        LearnState state = open.getFirst().state();
        open.getFirst().close();
        Await.until("the desk has let the session go", () -> desk.session(state.id()) == null);
        assertThat(open.getFirst().state().ended()).isTrue();
        desk.begin(1, "entry");
        Objects.requireNonNull(hardware.simulator()).presentCard(1, "entry", card(1, 1));
        Await.until("the card is there", () -> open.getLast().state().asks());
        assertThat(open.getFirst().state().cards()).isEmpty();
        desk.close();
        assertThatThrownBy(() -> desk.begin(1, "entry")).hasMessageContaining("stopping");
    }
}
