package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
                .hasMessage("unknown card format 'H99999'; known are H10301, raw");
        assertThat(CardFormats.names()).containsExactly("H10301", "raw");
    }

    @Test
    void valuesOutOfRangeAreRefusedInWords() {
        assertThatThrownBy(() -> CardFormats.encode("H10301", 256, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("facility of H10301 is 0 to 255, not 256");
        assertThatThrownBy(() -> CardFormats.encode("H10301", 1, -1)).hasMessageContaining("number");
        assertThatThrownBy(() -> CardFormats.encode("raw", 0, 1)).hasMessageContaining("give the bits");
    }

    @Property
    void anyCardDecodesWithoutAFault(@ForAll @Size(min = 1, max = 256) List<Boolean> bits) {
        var text = new StringBuilder();
        for (boolean bit : bits) text.append(bit ? '1' : '0');
        CardNumber number = Objects.requireNonNull(DEMO.decode(CardBits.of(text.toString())));
        assertThat(number.value()).isGreaterThanOrEqualTo(-1);
    }

    private static CardNumber raw(long value) {
        return new CardNumber("raw", null, value, value);
    }
}
