package dev.lintel.controller.policy;

import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import java.util.function.Supplier;

/// The times of the week as doors ask for them: by the newest policy and the clock, unless that is wrong. Any
/// thread.
///
/// @param policy the newest picture
public record ShiftsNow(Supplier<ClockReading> clock, Supplier<PolicySnapshot> policy) implements Shifts {
    @Override
    public boolean coverNow(long shiftId, long channelId) {
        ClockReading reading = clock.get();
        return reading.trust() != ClockTrust.WRONG && policy.get().covers(shiftId, channelId, reading.now());
    }
}
