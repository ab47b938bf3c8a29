package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.commission.TestSheet.State;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A door, as the list of doors shows it.
///
/// @param channelId null: no channel of the site has the unit
/// @param wired whether it is wired, or will be from the next start on
/// @param running whether the box was started with it as it is wired now
/// @param tests what there is to try, and what came of it; null where nothing did yet
public record DoorSheet(
        int unit,
        @Nullable Long channelId,
        String name,
        boolean wired,
        boolean running,
        Map<DoorTest, @Nullable Result> tests) {
    public long count(State state) {
        return tests.values().stream()
                .filter(result -> result != null && result.state() == state)
                .count();
    }

    /// How many tests nobody has done yet.
    public long open() {
        return tests.values().stream().filter(result -> result == null).count();
    }
}
