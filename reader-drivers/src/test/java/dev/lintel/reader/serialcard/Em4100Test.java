package dev.lintel.reader.serialcard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class Em4100Test {
    @Property
    void everyCardComesBackAndNoneWithOneOrTwoWrongBits(
            @ForAll @Size(5) byte[] id, @ForAll @IntRange(max = 63) int first, @ForAll @IntRange(max = 63) int second) {
        CardBits card = CardBits.ofNumber(new BigInteger(1, id), 40);
        Bytes frame = Em4100.encode(card);
        assertThat(Em4100.decode(frame)).isEqualTo(card);
        byte[] wrong = frame.toArray();
        wrong[first / 8] ^= (byte) (1 << first % 8);
        if (second != first) wrong[second / 8] ^= (byte) (1 << second % 8);
        assertThat(Em4100.decode(Bytes.copyOf(wrong))).isNull();
    }

    @Property
    void whateverDecodesIsWhatThatCardSends(@ForAll @Size(max = 9) byte[] frame) {
        CardBits card = Em4100.decode(Bytes.copyOf(frame));
        if (card != null) assertThat(Em4100.encode(card)).isEqualTo(Bytes.copyOf(frame));
    }

    @Test
    void fourWrongBitsInARectanglePassAsTheTradeKnows() {
        byte[] frame = Bytes.ofHex("FF8C6529 8C94A940".replace(" ", "")).toArray();
        for (int bit : new int[] {9, 10, 14, 15}) frame[bit / 8] ^= (byte) (0x80 >> bit % 8);
        assertThat(Objects.requireNonNull(Em4100.decode(Bytes.copyOf(frame))).number())
                .isEqualTo(new BigInteger("DD22334455", 16));
    }

    @Test
    void onlyFortyBitsAreACard() {
        assertThatThrownBy(() -> Em4100.encode(CardBits.of("1"))).hasMessageContaining("40 bits");
    }
}
