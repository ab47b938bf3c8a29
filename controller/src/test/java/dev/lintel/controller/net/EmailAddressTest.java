package dev.lintel.controller.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {
    /// Zero-width space, joiner, word joiner, soft hyphen, byte order mark, right-to-left override, Hangul filler,
    /// variation selector.
    @ParameterizedTest
    @ValueSource(ints = {0x200B, 0x200D, 0x2060, 0xAD, 0xFEFF, 0x202E, 0x3164, 0xFE0F})
    void anInvisibleCharacterMakesNoAddress(int point) {
        String character = Character.toString(point);
        assertThat(EmailAddress.isOne("a" + character + "da@example.com")).isFalse();
        assertThat(EmailAddress.isOne("ada@exam" + character + "ple.com")).isFalse();
    }

    @Test
    void lettersOfAnyAlphabetMakeOne() {
        assertThat(EmailAddress.isOne("jörg+1@müller.example")).isTrue();
        assertThat(EmailAddress.isOne("женя@пример.example")).isTrue();
    }
}
