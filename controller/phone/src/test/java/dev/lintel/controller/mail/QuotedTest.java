package dev.lintel.controller.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Holds to what is kept of a mail server's words: nothing that opens a door, and all else.
class QuotedTest {
    private static final String CODE = "7KQ2-M9XD-1234-ABCD";
    private static final Letter LETTER = Letter.of(
            "Your phone as a key",
            List.of(
                    new Letter.Part.Text("Open this on your phone, at the North gate:"),
                    new Letter.Part.Link("https://lobby.example/mobile#" + CODE),
                    new Letter.Part.Link("https://lobby.example/pass/12-20783-abcdefg_hijklmn-opqrst"),
                    new Letter.Part.Code(CODE)));

    @ParameterizedTest
    @CsvSource({
        "blocked 7KQ2-M9XD-1234-ABCD here, blocked … here",
        "blocked 7kq2-m9xd-1234-abcd here, blocked … here",
        "blocked 7KQ2M9XD1234ABCD here, blocked … here",
        "blocked 7KQ2 M9XD 1234 ABCD here, blocked … here",
        "blocked (7KQ2–M9XD–1234–ABCD) here, blocked … here",
        "blocked lobby.example/mobile%237KQ2-M9XD-1234-ABCD here, blocked … here",
        "blocked lobby.example/mobile=237KQ2=2DM9XD=2D1234 here, blocked … here",
        "blocked https://lobby.example/x and M9XD-1234, blocked … and …",
        "blocked pass/12-20783-abcdefg now, blocked … now",
        "blocked hijklmn_opqrst here, blocked … here",
        "blocked by lobby.example: Open this on your phone, blocked by lobby.example: Open this on your phone",
        "5.7.1 Service unavailable; client 192.0.2.17 blocked, 5.7.1 Service unavailable; client 192.0.2.17 blocked",
        "'', ''"
    })
    void whatTellsOfACodeOrALinkIsLeftOut(String said, String kept) {
        assertThat(Quoted.without(LETTER, said)).isEqualTo(kept);
    }

    @Test
    void aLetterWithoutEitherIsQuotedAsItIs() {
        Letter letter = Letter.of("Hello", List.of(new Letter.Part.Text("Nothing to hide.")));
        assertThat(Quoted.without(letter, "no Nothing to hide, thanks")).isEqualTo("no Nothing to hide, thanks");
    }

    /// Wherever it stands, and in whichever case.
    @Property
    void halfACodeIsNeverKept(
            @ForAll @NotBlank @Chars({' ', '.', ':', '%', '=', '-', 'a', 'Q', '4', '<'}) String before,
            @ForAll @Size(max = 3) List<@NotBlank String> after) {
        for (String half : List.of("7KQ2-M9XD", "M9XD-1234", "1234-ABCD")) {
            String said = before + half.toLowerCase(Locale.ROOT) + " " + String.join(" ", after);
            assertThat(Quoted.without(LETTER, said)).doesNotContain(half.toLowerCase(Locale.ROOT));
        }
    }
}
