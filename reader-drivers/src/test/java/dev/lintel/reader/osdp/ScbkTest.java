package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScbkTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000000",
                "ffffffffffffffffffffffffffffffff",
                "303132333435363738393a3b3c3d3e3f",
                "000102030405060708090a0b0c0d0e0f",
                "0f0e0d0c0b0a09080706050403020100",
                "f8f9fafbfcfdfeff0001020304050607",
                "00112233445566778899aabbccddeeff",
                "ffeeddccbbaa99887766554433221100",
                "0123456789abcdef0123456789abcdef",
                "deadbeefdeadbeefdeadbeefdeadbeef",
                "00ff00ff00ff00ff00ff00ff00ff00ff",
                "00000000000000000000000000000001",
                "01010101010101010101010101010102",
                "12345678123456781234567812345678"
            })
    void aKeyThatAnybodyWouldTryIsRefusedWithoutBeingShown(String hex) {
        assertThatThrownBy(() -> Scbk.ofHex(hex))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith("the key ")
                .doesNotContainIgnoringCase(hex.substring(0, 8));
        assertThat(Scbk.ofAnyHex(hex)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 17, 32})
    void aKeyHasSixteenBytes(int length) {
        assertThatThrownBy(() -> Scbk.of(new byte[length])).hasMessageContaining("16 bytes");
    }

    /// What a random number generator gives is never refused: 10,000 of its keys are tried here.
    @Property(tries = 10_000)
    void aKeyOfChanceIsTaken(@ForAll long seed) {
        byte[] key = new byte[Scbk.BYTES];
        new Random(seed).nextBytes(key);
        assertThat(Scbk.weakness(key)).as(HexFormat.of().formatHex(key)).isNull();
    }

    @Test
    void theStandardKeyIsKnownAsSuch() {
        assertThat(Scbk.standard().isStandard()).isTrue();
        assertThat(Scbk.ofAnyHex("303132333435363738393A3B3C3D3E3F").isStandard())
                .isTrue();
        assertThat(Scbk.weakness(HexFormat.of().parseHex("303132333435363738393a3b3c3d3e3f")))
                .contains("SCBK-D");
    }
}
