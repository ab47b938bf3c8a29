package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CardFormatsTest {
    private static final CardFormats DEMO = CardFormats.of(List.of("H10301", "raw"));

    @Property
    void anH10301CardIsFacilityTimes65536PlusNumber(
            @ForAll @IntRange(max = 255) int facility, @ForAll @IntRange(max = 65535) int number) {
        assertThat(DEMO.decode(CardFormats.encode("H10301", facility, number)))
                .isEqualTo(new CardNumber("H10301", (long) facility, number, facility * 65536L + number));
    }

    @Test
    void rawTakesWhatNoFormatFitsAsOneUnsignedNumber() {
        CardBits card = CardBits.ofNumber(BigInteger.valueOf(1001), 32);
        assertThat(DEMO.decode(card)).isEqualTo(new CardNumber("raw", null, 1001, 1001));
    }

    @Test
    void aCardOf26BitsWithWrongParityIsRaw() {
        CardBits card = CardBits.of("1" + "0".repeat(25));
        assertThat(DEMO.decode(card)).isEqualTo(new CardNumber("raw", null, 1 << 25, 1 << 25));
    }

    @Test
    void rawIsTriedLastWhereverItStands() {
        CardBits card = CardFormats.encode("H10301", 1, 2);
        assertThat(CardFormats.of(List.of("raw", "H10301")).decode(card)).isEqualTo(DEMO.decode(card));
    }

    @Test
    void withoutRawACardOfNoFormatIsNone() {
        assertThat(CardFormats.of(List.of("H10301")).decode(CardBits.of("1010")))
                .isNull();
    }

    @Test
    void aNumberOfMoreThan63BitsIsTooLarge() {
        assertThat(DEMO.decode(CardBits.of("1".repeat(63)))).isEqualTo(raw(Long.MAX_VALUE));
        assertThat(DEMO.decode(CardBits.of("1" + "0".repeat(63)))).isEqualTo(raw(CardNumber.TOO_LARGE));
        assertThat(DEMO.decode(CardBits.of("0" + "1".repeat(63)))).isEqualTo(raw(Long.MAX_VALUE));
    }

    @Test
    void anUnknownFormatIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> CardFormats.of(List.of("H10301", "H99999")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown card format 'H99999'; known are 2804W, ADT31, ")
                .hasMessageEndingWith(", raw");
        assertThat(CardFormats.names()).hasSize(54).contains("H10301").endsWith("raw");
        assertThat(CardFormats.names()).doesNotContain("H10320", "MDI37"); // contradicted by real badges
    }

    @Test
    void valuesOutOfRangeAreRefusedInWords() {
        assertThatThrownBy(() -> CardFormats.encode("H10301", 256, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("facility of H10301 is 0 to 255, not 256");
        assertThatThrownBy(() -> CardFormats.encode("H10301", 1, -1)).hasMessageContaining("number");
        assertThatThrownBy(() -> CardFormats.encode("raw", 0, 1)).hasMessageContaining("give the bits");
    }

    @Test
    void theFirstFormatThatFitsWins() {
        CardBits card = CardFormats.encode("H10302", 0, 12_345_678_901L);
        assertThat(CardFormats.of(List.of("H10302", "H10304")).decode(card))
                .isEqualTo(new CardNumber("H10302", null, 12_345_678_901L, 12_345_678_901L));
        CardNumber other = Objects.requireNonNull(
                CardFormats.of(List.of("H10304", "H10302")).decode(card));
        assertThat(other.format()).isEqualTo("H10304");
        assertThat(other.value()).isEqualTo(12_345_678_901L); // the same bits, in two fields
        assertThat(other.facility()).isEqualTo(12_345_678_901L >> 19);
    }

    @Test
    void formatsThatNeverComeToTheirTurnAreNamed() {
        assertThat(hidden("H10301", "ind26", "C1k35s")).containsExactly("ind26 by H10301");
        assertThat(hidden("H10302", "H10304", "S10401")).containsExactly("H10304 by H10302");
        assertThat(hidden("W32CSN", "Kastle", "WIE32")).containsExactly("Kastle by W32CSN", "WIE32 by W32CSN");
        assertThat(hidden("Kastle", "W32CSN")).isEmpty(); // the strict one first: both are of use
        assertThat(hidden("H10306", "W34", "N10002", "BQT34"))
                .containsExactly("W34 by H10306", "N10002 by H10306", "BQT34 by H10306");
        assertThat(hidden("H10301", "H10301")).containsExactly("H10301 by H10301");
        assertThat(hidden("H10301", "C1k48s", "raw")).isEmpty();
    }

    @Property(tries = 300)
    void aHiddenFormatTakesNoCardThatItsHiderDoesNot(@ForAll("pairs") List<String> pair, @ForAll Random random) {
        CardFormat first = CardFormats.known(pair.get(0));
        CardFormat second = CardFormats.known(pair.get(1));
        boolean hides = FormatShadow.hides(first, second);
        for (int i = 0; i < 40; i++) {
            boolean missed = first.fields(RandomCards.of(second, random)) == null;
            if (missed) assertThat(hides).isFalse();
            if (!hides && missed) return; // a card that only the second takes: it is of use
        }
        assertThat(hides).isTrue();
    }

    @Provide
    Arbitrary<List<String>> pairs() {
        List<List<String>> pairs = new ArrayList<>();
        for (CardFormat a : CardFormats.all()) {
            for (CardFormat b : CardFormats.all()) {
                if (a.bits() == b.bits()) pairs.add(List.of(a.name(), b.name()));
            }
        }
        return Arbitraries.of(pairs);
    }

    @Test
    void aReadersExpressionByteOrderAndMaskMakeItsValue() {
        CardBits card = ChipOrder.frame(new BigInteger("7186A61E", 16), 32, 34);
        CardFormats plain = CardFormats.of(List.of("W34", "raw"));
        assertThat(value(plain, card)).isEqualTo(0x7186A61EL);
        assertThat(value(plain.reversed(), card)).isEqualTo(0x1EA68671L);
        assertThat(value(plain.reversed().masked(24), card)).isEqualTo(0xA68671L);
        Map<String, NumberExpression> values = Map.of("W34", NumberExpression.parse("number >> 8"));
        assertThat(value(plain.withValues(values), card)).isEqualTo(0x7186A6L);
        assertThat(value(plain.reversed().withValues(values), card)).isEqualTo(0x7186A6L); // the expression decides

        CardBits bare = CardBits.ofNumber(new BigInteger("7186A61E", 16), 32);
        assertThat(value(plain.reversed(), bare)).isEqualTo(0x1EA68671L);
        assertThat(value(plain.reversed(), CardBits.of("0001"))).isEqualTo(1); // no whole bytes: as it is
        var rawSwap = Map.of("raw", NumberExpression.parse("swap(raw, 2)"));
        assertThat(value(plain.withValues(rawSwap), bare)).isEqualTo(0x1EA6L);
    }

    @Test
    void aNegativeValueIsNobodysCard() {
        var minus = Map.of("raw", NumberExpression.parse("raw - 5"));
        CardFormats formats = CardFormats.of(List.of("raw")).withValues(minus);
        assertThat(value(formats, CardBits.of("0100"))).isEqualTo(CardNumber.TOO_LARGE);
        assertThat(value(formats, CardBits.of("0110"))).isEqualTo(1);
    }

    @Property
    void anyCardDecodesWithoutAFault(@ForAll @Size(min = 1, max = 256) List<Boolean> bits) {
        var text = new StringBuilder();
        for (boolean bit : bits) text.append(bit ? '1' : '0');
        CardNumber number = Objects.requireNonNull(DEMO.decode(CardBits.of(text.toString())));
        assertThat(number.value()).isGreaterThanOrEqualTo(-1);
    }

    private static List<String> hidden(String... names) {
        return CardFormats.of(List.of(names)).hidden().stream()
                .map(h -> h.format() + " by " + h.by())
                .toList();
    }

    private static long value(CardFormats formats, CardBits card) {
        return Objects.requireNonNull(formats.decode(card)).value();
    }

    private static CardNumber raw(long value) {
        return new CardNumber("raw", null, value, value);
    }
}
