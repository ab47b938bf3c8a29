package dev.lintel.controller.wiring;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.time.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/// The policy's times of the week as doors ask for them, by the clock on the wall of the channel's site. Any thread.
final class SiteShifts implements Shifts {
    /// Hours that go on for longer than this ask for another first card after a restart: it bounds the looking.
    private static final Duration LOOK_BACK_MAX = Duration.ofDays(2);
    /// Shifts begin and end with a minute.
    private static final Duration STEP = Duration.ofMinutes(1);

    private final Supplier<? extends AccessPolicy> policy;
    private final Supplier<ClockReading> clock;

    SiteShifts(Supplier<? extends AccessPolicy> policy, Supplier<ClockReading> clock) {
        this.policy = policy;
        this.clock = clock;
    }

    @Override
    public boolean coverNow(long shiftId, long channelId) {
        ClockReading reading = clock.get();
        AccessPolicy site = policy.get();
        return believed(reading, site, channelId) && site.covers(shiftId, channelId, reading.now());
    }

    @Override
    public boolean isOverNow(long shiftId, long channelId) {
        ClockReading reading = clock.get();
        AccessPolicy site = policy.get();
        return believed(reading, site, channelId) && !site.covers(shiftId, channelId, reading.now());
    }

    private static boolean believed(ClockReading reading, AccessPolicy site, long channelId) {
        return switch (reading.trust()) {
            case TRUSTED -> true;
            case HELD -> site.access(channelId).untrustedClock().held();
            case WRONG -> false; // whatever the channel says of cards: nothing unlocks by itself
        };
    }

    @Override
    public long surelyMs(long nowMs) {
        return Math.max(nowMs, clock.get().bound().toEpochMilli());
    }

    @Override
    public boolean coveredSince(long shiftId, long channelId, long sinceMs) {
        if (!coverNow(shiftId, channelId)) return false;
        Instant now = clock.get().now();
        Instant since = Instant.ofEpochMilli(sinceMs);
        if (since.isAfter(now) || since.isBefore(now.minus(LOOK_BACK_MAX))) return false;
        return coversAll(shiftId, channelId, since, now);
    }

    /// Looks back for [#LOOK_BACK_MAX] at most: hours that go on for so long have no end that it could find.
    @Override
    public boolean overSince(long shiftId, long channelId, long sinceMs) {
        ClockReading reading = clock.get();
        if (!believed(reading, policy.get(), channelId)) return false;
        Instant now = reading.now();
        Instant since = Instant.ofEpochMilli(sinceMs);
        Instant from = now.minus(LOOK_BACK_MAX);
        return !coversAll(shiftId, channelId, since.isAfter(from) ? since : from, now);
    }

    private boolean coversAll(long shiftId, long channelId, Instant from, Instant now) {
        AccessPolicy site = policy.get();
        for (Instant at = from; at.isBefore(now); at = at.plus(STEP)) {
            if (!site.covers(shiftId, channelId, at)) return false;
        }
        return true;
    }
}
