package dev.lintel.reader.keypad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeypadTest {
    /// `mode,key,bits` of the keypads that send a key at a time.
    static Stream<List<String>> keys() throws IOException {
        try (InputStream in = KeypadTest.class.getResourceAsStream("/vectors/keypad.csv")) {
            String csv = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return csv.lines()
                    .filter(l -> l.startsWith("BURST"))
                    .map(l -> List.of(l.split(",")).subList(0, 3));
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyAndItsBitsAreEachOthers(List<String> row) {
        Keypad keypad = Keypad.of(row.get(0));
        CardBits bits = CardBits.of(row.get(2));
        assertThat(keypad.key(bits)).isEqualTo(row.get(1).charAt(0));
        assertThat(keypad.code(row.get(1).charAt(0))).isEqualTo(bits);
        assertThat(keypad.bits()).isEqualTo(bits.count());
    }

    @Test
    void allKeypadsOfTheTableAreTested() throws IOException {
        assertThat(keys().map(row -> Keypad.of(row.get(0)).name()).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(Keypad.names());
        assertThat(keys().count()).isEqualTo(12L * Keypad.names().size());
    }

    @Test
    void bitsThatAreNoKeyAreNone() {
        assertThat(Keypad.of("burst4").key(CardBits.of("1111"))).isNull();
        assertThat(Keypad.of("burst8").key(CardBits.of("11110001"))).isNull();
        assertThat(Keypad.of("burst4").key(CardBits.of("00001"))).isNull();
    }

    @Test
    void anUnknownKeypadIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Keypad.of("morse"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("morse")
                .hasMessageContaining("burst4, burst8");
    }
}
