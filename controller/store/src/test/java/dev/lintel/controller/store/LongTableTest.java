package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LongTableTest {
    private record Named(long number, String name) {}

    private final LongTable<Named> table = new LongTable<>(Named::number);

    /// Numbers in a row, far apart and of few values, so that many share a place.
    private static long number(Random random) {
        long number = random.nextInt(60);
        return switch (random.nextInt(3)) {
            case 0 -> number;
            case 1 -> number << 32;
            default -> Long.MAX_VALUE - number;
        };
    }

    @Property(tries = 300)
    void tableFindsWhatAMapFinds(@ForAll long seed) {
        var random = new Random(seed);
        var own = new LongTable<Named>(Named::number);
        Map<Long, Named> map = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            long number = number(random);
            if (random.nextInt(5) < 3) {
                var value = new Named(number, "value " + i);
                own.put(value);
                map.put(number, value);
            } else {
                own.remove(number);
                map.remove(number);
            }
            long asked = number(random);
            assertThat(own.find(asked)).isEqualTo(map.get(asked));
            assertThat(own.size()).isEqualTo(map.size());
        }
        map.forEach((number, value) -> assertThat(own.find(number)).isSameAs(value));
    }

    @Test
    void aValueTakesElevenBytesAtMost() {
        for (int number = 1; number <= 50_000; number++) {
            table.put(new Named(number, ""));
            if (number > 12) assertThat(table.bytes()).isLessThanOrEqualTo(11L * number);
        }
    }
}
