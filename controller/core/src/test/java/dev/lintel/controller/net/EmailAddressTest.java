package dev.lintel.controller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /// In the order of the table of [EmailAddress]: sent, person, user, contact.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "ada@example.com, yes yes yes yes",
                "Ada+1@sub.example.com, yes yes yes yes",
                "o'hara@x.example, yes yes yes yes",
                "ada@[192.0.2.1], yes yes yes yes",
                "ops@localhost, yes no yes yes",
                "a(b)@x.example, no no yes yes",
                "a:b@x.example, no no yes yes",
                "a\\b@x.example, no no yes yes",
                "a;b@x.example, no no no yes",
                "\"ab\"@x.example, no no no yes",
                "Ada<ada@x.example>, no no no yes",
                "|a,b@x.example|, no no no no",
                "ada@b..example, no no no yes",
                "ada@.example, no no no yes",
                "a\u00A0b@x.example, yes no yes yes",
                "a b@x.example, no no no no",
                "ada, no no no no",
                "@x.example, no no no no",
                "ada@, no no no no",
                "a@b@x.example, no no no no",
            })
    void usesDifferInWhatOneOfThemNeedsAlone(String address, String taken) {
        assertThat(Stream.of(
                                EmailAddress.isOne(address),
                                EmailAddress.isOfPerson(address),
                                EmailAddress.isOfUser(address),
                                EmailAddress.isContact(address))
                        .map(is -> is ? "yes" : "no")
                        .collect(Collectors.joining(" ")))
                .isEqualTo(taken);
    }

    @Test
    void anAddressHas254CharactersAtMost() {
        String domain = "@x.example";
        String longest = "a".repeat(EmailAddress.CHARS_MAX - domain.length()) + domain;
        assertThat(EmailAddress.isOne(longest) && EmailAddress.isOfPerson(longest) && EmailAddress.isOfUser(longest))
                .isTrue();
        String longer = "a" + longest;
        assertThat(EmailAddress.isOne(longer) || EmailAddress.isOfPerson(longer) || EmailAddress.isOfUser(longer))
                .isFalse();
    }

    @Test
    void lettersOfAnyAlphabetMakeOne() {
        assertThat(EmailAddress.isOne("jörg+1@müller.example")).isTrue();
        assertThat(EmailAddress.isOne("женя@пример.example")).isTrue();
    }
}
