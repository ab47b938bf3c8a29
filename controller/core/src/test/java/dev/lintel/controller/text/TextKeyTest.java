package dev.lintel.controller.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which texts are the same. Expected pairs: CaseFolding.txt of Unicode 16, statuses C and F.
class TextKeyTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            MÜLLER,      Müller
            MÜLLER,      mu\u0308ller
            STRASSE,     straße
            STRAẞE,      strasse
            ΌΔΥΣΣΕΎΣ,    όδυσσεύς
            ЖЕНЯ,        женя
            ﬁsh,         FISH
            ſ,           S
            \u212A,      k
            \u212B,      å
            ᾼ,           αι
            Ǆ,           ǆ
            ŉ,           ʼN
            İ,           i\u0307
            Անի,         անի
            ԱՆԻ,         անի
            Ა,           ა
            """)
    void textsThatDifferInCaseOrCompositionAreTheSame(String one, String other) {
        assertThat(TextKey.of(one)).isEqualTo(TextKey.of(other));
        assertThat(TextKey.same(one, other)).isTrue();
        assertThat(TextKey.of(TextKey.of(one))).as("a key is its own key").isEqualTo(TextKey.of(one));
    }

    @ParameterizedTest
    @CsvSource({"Muller, Müller", "ı, i", "İ, i", "е, e", "0, O", "a b, ab", "か, が"})
    void otherTextsAreNot(String one, String other) {
        assertThat(TextKey.same(one, other)).isFalse();
    }

    @Test
    void everySpaceIsOneAndNoneCountsAtTheEnds() {
        assertThat(TextKey.of("\u00A0Ada\u00A0North\u3000")).isEqualTo("ada north");
        assertThat(TextKey.of("a\u202Fb\u2007c\td")).isEqualTo("a b c d");
        assertThat(TextKey.strip("\u00A0\u2003Ada North \u00A0\t")).isEqualTo("Ada North");
        assertThat(TextKey.strip("\u00A0 ")).isEmpty();
    }

    @Test
    void invisibleCharactersHaveNoPart() {
        for (String hidden : new String[] {
            "\u200B",
            "\u200D",
            "\u00AD",
            "\uFEFF",
            "\u202E",
            "\u2066",
            "\u3164",
            "\u034F",
            "\uFE0F",
            "\u180E",
            Character.toString(0xE0041),
            Character.toString(0xE0100)
        }) {
            assertThat(TextKey.of("A" + hidden + "da")).isEqualTo("ada");
            assertThat(TextKey.invisible("A" + hidden + "da")).isEqualTo("U+%04X".formatted(hidden.codePointAt(0)));
        }
        assertThat(TextKey.invisible("Müller-Lüdenscheidt 3.0 \u00A0 か゛ אָלֶף 😀"))
                .isNull();
        assertThat(TextKey.invisibleInName("علی\u200Cرضا")).isNull();
        assertThat(TextKey.invisibleInName("Ada\u202E")).isEqualTo("U+202E");
    }
}
