package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoxNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"Lab", "a", "Gate 2.b_x-1", "Tür Süd", "12", "-", "...", "門"})
    void aNameMayBe(String name) {
        assertThat(BoxName.fault(name)).isNull();
        assertThat(BoxName.like(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " Lab", "Lab ", "a/b", "a:b", "a\nb", "a\tb", "a\u00a0b", "it's", "🚪", "u\u0308"})
    void aNameMayNotBe(String name) {
        assertThat(BoxName.fault(name)).isNotNull();
        assertThat(BoxName.fault(BoxName.like(name))).isNull();
    }

    @Test
    void aNameHas64CharactersAtMost() {
        assertThat(BoxName.fault("x".repeat(64))).isNull();
        assertThat(BoxName.fault("x".repeat(65))).contains("1 to 64");
        assertThat(BoxName.like("x".repeat(63) + " y")).isEqualTo("x".repeat(63));
    }

    @ParameterizedTest
    @CsvSource({"Smith & Sons, Smith - Sons", "' Head office ', Head office", "'', hub", "a/b, a-b"})
    void aTextBecomesTheNameThatIsMostLikeIt(String text, String name) {
        assertThat(BoxName.like(text)).isEqualTo(name);
    }
}
