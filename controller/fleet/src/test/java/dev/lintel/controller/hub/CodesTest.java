package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CodesTest {
    /// One draw in 10,000 is of digits alone; the seed is fixed and has some.
    @Test
    void everyCodeHasALetter() {
        var random = new Random(38);
        for (int i = 0; i < 200_000; i++) {
            assertThat(Codes.draw(random)).matches("(?=.*[A-Z])[0-9A-Z]{4}-[0-9A-Z]{4}");
        }
    }
}
