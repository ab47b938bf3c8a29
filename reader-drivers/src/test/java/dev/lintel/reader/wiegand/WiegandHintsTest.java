package dev.lintel.reader.wiegand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.wiegand.WiegandHint.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WiegandHintsTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long MINUTE = 60_000 * MS;

    private final Keypad keypad = Keypad.of("burst8");
    private final WiegandHints hints =
            new WiegandHints(new WiegandSettings(keypad, CardFormats.of(List.of("H10301", "raw"))));
    private final WiegandAssembler assembler = new WiegandAssembler();
    private long nowNs = MINUTE;
    private int seqno;

    @Test
    void aGoodLineGivesNothingAway() {
        for (int i = 0; i < 200; i++) card(i % 256, 7 * i);
        for (char key : "0123456789*#".toCharArray())
            send(keypad.frames(String.valueOf(key)).getFirst().toString());
        look(0);
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void exchangedLinesAreSuspectedAfterThreeFramesOfTwoCardsAndTrustedAgainAfterOneGoodOne() {
        send(inverted(CardFormats.encode("H10301", 21, 15_890)));
        send(inverted(CardFormats.encode("H10301", 21, 15_890)));
        send(inverted(CardFormats.encode("H10301", 21, 15_890)));
        assertThat(hints.raised()).isEmpty(); // one card alone may be of another layout
        send(inverted(CardFormats.encode("H10301", 21, 15_891)));
        assertThat(kinds()).containsExactly(Kind.SWAPPED);
        assertThat(sentence()).contains("exchanged").contains("4 frames");
        for (int i = 0; i < 40; i++) send(inverted(CardFormats.encode("H10301", 3, i)));
        assertThat(kinds()).containsExactly(Kind.SWAPPED);
        assertThat(sentence()).as("raised once").contains("4 frames");
        card(21, 15_890);
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void keysThatAreKeysOnlyWhenExchangedAreASignToo() {
        // Keys from 4 on are keys either way: only 0 to 3 give it away.
        for (String key : List.of("0", "1", "2")) {
            send(inverted(keypad.frames(key).getFirst()));
            send(inverted(keypad.frames("7").getFirst()));
        }
        assertThat(kinds()).containsExactly(Kind.SWAPPED);
    }

    @Test
    void damagedCardsAreAParityHintUntilTheyAreFew() {
        var random = new SplittableRandom(5);
        for (int i = 0; i < 32; i++) {
            String bits = CardFormats.encode("H10301", 21, i).toString();
            int flipped = random.nextInt(26);
            // Every third has one bit wrong; inverted it fits neither, for both halves are of odd length.
            send(i % 3 == 0 ? flip(bits, flipped) : bits);
        }
        assertThat(kinds()).containsExactly(Kind.PARITY);
        assertThat(sentence()).contains("8 of the last");
        for (int i = 0; i < 32; i++) card(1, i);
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void cardsOfOtherLengthsAreNoDamage() {
        for (int i = 0; i < 40; i++)
            send(CardFormats.encode("H10302", 0, 123_456L + i).toString());
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void noiseIsTheSumOfDamagedBurstsAndIsOverWhenItIsQuiet() {
        for (int i = 0; i < 4; i++) send("1"); // stray pulses
        assertThat(hints.raised()).isEmpty();
        pulses(List.of(0L, 30 * US, 2 * MS, 4 * MS), "0011"); // too close
        assertThat(kinds()).containsExactly(Kind.NOISE);
        assertThat(sentence()).contains("5 damaged bursts").contains("4 stray").contains("1 with edges too close");
        for (int i = 0; i < 4; i++) {
            nowNs += MINUTE;
            card(21, i);
        }
        assertThat(kinds()).containsExactly(Kind.NOISE);
        nowNs += 2 * MINUTE;
        look(0);
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void aStreamWithoutAnySilenceIsNoiseBeforeItEnds() {
        for (int i = 0; i < 5 * CardBits.BITS_MAX; i++) feed(i & 1, nowNs += 10 * MS);
        assertThat(kinds()).containsExactly(Kind.NOISE);
        assertThat(sentence()).contains("endless");
    }

    @Test
    void aSpikeBetweenTheBitsIsSeenByItsPlace() {
        String card = CardFormats.encode("H10301", 21, 15_890).toString();
        for (int i = 0; i < 5; i++) {
            var times = new ArrayList<Long>();
            for (int bit = 0; bit < 26; bit++) times.add(2 * MS * bit);
            times.add(10, 19 * MS);
            pulses(times, card.substring(0, 10) + "1" + card.substring(10));
        }
        assertThat(kinds()).containsExactly(Kind.NOISE);
        assertThat(sentence()).contains("5 uneven");
    }

    @Test
    void aLineThatIsCutOffIsMissedWhileTheOtherSends() {
        for (int i = 0; i < 3; i++) {
            String bits = CardFormats.encode("H10301", 21, 15_890 + i).toString();
            send(bits.replace("1", "")); // D1's wire is off: its edges never come, and have no number
        }
        assertThat(kinds()).containsExactly(Kind.SILENT_D1);
        assertThat(sentence()).contains("D1 is silent").contains("D0 only");
        card(21, 15_890);
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void aKeyWithEdgesOnBothLinesEndsASilence() {
        for (int i = 0; i < 3; i++) {
            send(CardFormats.encode("H10301", 21, 15_890 + i).toString().replace("1", ""));
        }
        assertThat(kinds()).containsExactly(Kind.SILENT_D1);
        send("11100001"); // key 1
        assertThat(hints.raised()).isEmpty();
    }

    @Test
    void aLineThatStaysLowIsStuckAndAPulseThatIsSeenIsNot() {
        look(1);
        nowNs += 1_000 * MS;
        look(1);
        assertThat(hints.raised()).isEmpty();
        nowNs += 1_000 * MS;
        look(1);
        assertThat(kinds()).containsExactly(Kind.LOW_D0);
        nowNs += 1_000 * MS;
        look(0);
        assertThat(hints.raised()).isEmpty();
        for (int i = 0; i < 10; i++) { // seen low by chance, with edges in between
            look(2);
            nowNs += 1_000 * MS;
            card(21, 15_890);
        }
        assertThat(hints.raised()).isEmpty();
    }

    @Property(tries = 300)
    void anyEdgesAreTakenAndEachHintIsRaisedOnce(@ForAll long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            if (random.nextInt(20) == 0) look(random.nextInt(8) - 2);
            seqno += random.nextInt(40) == 0 ? 2 : 0;
            nowNs += random.nextInt(30) == 0 ? random.nextLong(5_000 * MS) : random.nextLong(-MS, 5 * MS);
            feed(random.nextInt(2), nowNs);
            assertThat(kinds()).doesNotHaveDuplicates();
        }
    }

    private void card(int facility, int number) {
        send(CardFormats.encode("H10301", facility, number).toString());
    }

    private void send(String bits) {
        var times = new ArrayList<Long>();
        for (int i = 0; i < bits.length(); i++) times.add(2 * MS * i);
        pulses(times, bits);
    }

    /// A burst and its silence.
    private void pulses(List<Long> times, String bits) {
        long startNs = nowNs;
        for (int i = 0; i < times.size(); i++) feed(bits.charAt(i) - '0', startNs + times.get(i));
        nowNs = startNs + 1_000 * MS;
        ended(assembler.step(nowNs));
    }

    private void feed(int bit, long atNs) {
        ended(assembler.feed(new Edge(atNs, bit, ++seqno)));
        hints.edge(bit, atNs);
    }

    /// As the reader does it.
    private void ended(@Nullable WiegandOutcome outcome) {
        if (outcome == null) return;
        WiegandBurst burst = Objects.requireNonNull(assembler.last());
        if (!(outcome instanceof WiegandOutcome.Frame(CardBits bits, long atNs))) {
            hints.ended(outcome, burst);
            return;
        }
        switch (keypad.read(bits)) {
            case Keypad.Frame.Card _ -> hints.ended(outcome, burst);
            case Keypad.Frame.Keys _ -> hints.keys(burst);
            case Keypad.Frame.NoKey _ ->
                hints.ended(new WiegandOutcome.Rejected(WiegandOutcome.Fault.NO_KEY, bits.count(), atNs), burst);
        }
    }

    private void look(int lowLines) {
        hints.look(lowLines, nowNs);
    }

    private List<Kind> kinds() {
        return hints.raised().stream().map(WiegandHint::kind).toList();
    }

    private String sentence() {
        return hints.raised().getFirst().sentence();
    }

    private static String inverted(CardBits bits) {
        return bits.toString().replace('0', 'x').replace('1', '0').replace('x', '1');
    }

    private static String flip(String bits, int at) {
        return bits.substring(0, at) + (bits.charAt(at) == '0' ? '1' : '0') + bits.substring(at + 1);
    }
}
