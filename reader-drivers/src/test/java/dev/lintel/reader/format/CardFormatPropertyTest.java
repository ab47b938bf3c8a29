package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/// What holds for every format: those of the table, and any that a configuration could describe.
class CardFormatPropertyTest {
    @Property
    void whatIsEncodedIsDecoded(@ForAll("formats") CardFormat format, @ForAll Random random) {
        CardFields fields = RandomCards.fields(format, random);
        CardBits card = format.encode(fields);
        assertThat(card.count()).isEqualTo(format.bits());
        assertThat(format.fields(card)).isEqualTo(fields);
        assertThat(Objects.requireNonNull(format.reading(card)).wrong()).isEmpty();
    }

    @Property
    void anySingleFlippedBitThatIsCoveredIsRefused(@ForAll("formats") CardFormat format, @ForAll Random random) {
        CardBits card = RandomCards.of(format, random);
        Set<Integer> covered = new HashSet<>(format.fixed().keySet());
        for (Parity parity : format.parities()) {
            covered.add(parity.position());
            covered.addAll(parity.covered());
        }
        for (int i = 0; i < format.bits(); i++) {
            CardBits flipped = flip(card, i);
            boolean decimal = format.layout().fields().values().stream().anyMatch(BitField::decimal);
            if (covered.contains(i))
                assertThat(format.fields(flipped)).as("bit " + i).isNull();
            else if (!decimal) assertThat(format.fields(flipped)).as("bit " + i).isNotNull();
        }
    }

    @Property
    void readingAndFieldsAgreeOnAnyBits(@ForAll("formats") CardFormat format, @ForAll Random random) {
        CardBits card = CardBits.ofNumber(new BigInteger(format.bits(), random), format.bits());
        CardReading reading = Objects.requireNonNull(format.reading(card));
        assertThat(format.fields(card)).isEqualTo(reading.valid() ? reading.fields() : null);
    }

    @Property
    void aCardSentFromItsLastBitOnIsReadByTheMovedFormat(@ForAll("formats") CardFormat format, @ForAll Random random) {
        CardFields fields = RandomCards.fields(format, random);
        CardFormat backwards = format.moved(position -> format.bits() - 1 - position);
        String sent =
                new StringBuilder(format.encode(fields).toString()).reverse().toString();
        assertThat(backwards.fields(CardBits.of(sent))).isEqualTo(fields);
        assertThat(backwards.encode(fields)).hasToString(sent);
        assertThat(backwards.moved(position -> format.bits() - 1 - position)).isEqualTo(format);
    }

    @Provide
    Arbitrary<CardFormat> formats() {
        Arbitrary<CardFormat> madeUp = Arbitraries.randomValue(CardFormatPropertyTest::madeUp);
        return Arbitraries.oneOf(Arbitraries.of(CardFormats.all()), madeUp);
    }

    /// A format of 8 to 256 bits with its bits dealt at random to fields, parity bits, fixed bits and none; each
    /// parity bit covers a random part of everything computed before it.
    private static CardFormat madeUp(Random random) {
        int bits = 8 + random.nextInt(249);
        List<Integer> deck = new ArrayList<>();
        for (int i = 0; i < bits; i++) deck.add(i);
        Collections.shuffle(deck, random);
        var hand = new ArrayList<>(deck);
        int parityCount = random.nextInt(4);
        List<Integer> parityBits = take(hand, parityCount);
        Map<Integer, Boolean> fixed = new HashMap<>();
        for (int position : take(hand, random.nextInt(3))) fixed.put(position, random.nextBoolean());
        boolean decimal = random.nextInt(4) == 0 && hand.size() >= 4;
        int width = 1 + random.nextInt(hand.size());
        var number = new BitField(take(hand, decimal ? Math.max(4, width / 4 * 4) : width), decimal);
        var layout = new CardFormat.Layout(field(hand, random), number, field(hand, random), field(hand, random));

        List<Integer> before = new ArrayList<>(deck);
        before.removeAll(parityBits);
        List<Parity> parities = new ArrayList<>();
        for (int position : parityBits) {
            Collections.shuffle(before, random);
            int covered = 1 + random.nextInt(before.size());
            parities.add(new Parity(position, random.nextBoolean(), before.subList(0, covered)));
            before.add(position);
        }
        return new CardFormat("made-up", bits, layout, parities, fixed, null);
    }

    private static @Nullable BitField field(List<Integer> hand, Random random) {
        List<Integer> positions = take(hand, random.nextInt(20));
        return positions.isEmpty() ? null : new BitField(positions, false);
    }

    private static List<Integer> take(List<Integer> hand, int count) {
        List<Integer> taken = new ArrayList<>(hand.subList(0, Math.min(count, hand.size())));
        hand.removeAll(taken);
        return taken;
    }

    private static CardBits flip(CardBits card, int index) {
        var bits = new StringBuilder(card.toString());
        bits.setCharAt(index, card.bit(index) == 1 ? '0' : '1');
        return CardBits.of(bits.toString());
    }
}
