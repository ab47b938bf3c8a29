package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Right;
import dev.lintel.controller.store.PackedRights.AtDoor;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PackedRightsTest {
    private static @Nullable Long maybe(Random random) {
        return random.nextInt(3) == 0 ? null : Long.valueOf(number(random));
    }

    /// Of any length.
    private static long number(Random random) {
        return random.nextLong() >>> random.nextInt(64);
    }

    static Right right(Random random) {
        Right.Reservation reserved = random.nextBoolean()
                ? null
                : new Right.Reservation(
                        number(random),
                        random.nextBoolean(),
                        Instant.ofEpochMilli(random.nextLong() >> random.nextInt(64)),
                        Instant.ofEpochMilli(number(random)));
        return new Right(maybe(random), maybe(random), maybe(random), reserved, maybe(random));
    }

    @Property(tries = 300)
    void rightsAtEachDoorAreAsTheyWereKeptLast(@ForAll long seed) {
        var random = new Random(seed);
        PackedRights packed = PackedRights.NONE;
        Map<Long, AtDoor> kept = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            long door = 1L + random.nextInt(8);
            List<Right> rights = Stream.generate(() -> right(random))
                    .limit(random.nextInt(5))
                    .toList();
            var now = new AtDoor(rights, number(random) >>> 1);
            packed = packed.with(door, now);
            kept.put(door, now);
            for (long each = 1; each <= 8; each++) assertThat(packed.at(each)).isEqualTo(kept.get(each));
            assertThat(packed.newest())
                    .isEqualTo(kept.values().stream()
                            .mapToLong(AtDoor::generation)
                            .max()
                            .orElse(-1));
        }
    }

    @Test
    void tenDoorsWithARightByARoleTakeTenBytesEach() {
        PackedRights packed = PackedRights.NONE;
        for (long door = 1; door <= 10; door++)
            packed = packed.with(door, new AtDoor(List.of(Right.byRole(300, 20L, 40L)), 100_000));
        assertThat(packed.bytes() - PackedRights.NONE.bytes()).isLessThanOrEqualTo(10 * 10 + 7);
    }
}
