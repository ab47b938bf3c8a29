package dev.lintel.controller;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
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
    private final Supplier<ClockTrust> trust;
    private final Time time;

    SiteShifts(Supplier<? extends AccessPolicy> policy, Supplier<ClockTrust> trust, Time time) {
        this.policy = policy;
        this.trust = trust;
        this.time = time;
    }

    @Override
    public boolean coverNow(long shiftId, long channelId) {
        return trust.get() != ClockTrust.WRONG && policy.get().covers(shiftId, channelId, time.now());
    }

    @Override
    public boolean coveredSince(long shiftId, long channelId, long sinceMs) {
        if (!coverNow(shiftId, channelId)) return false;
        Instant now = time.now();
        Instant since = Instant.ofEpochMilli(sinceMs);
        if (since.isAfter(now) || since.isBefore(now.minus(LOOK_BACK_MAX))) return false;
        AccessPolicy site = policy.get();
        for (Instant at = since; at.isBefore(now); at = at.plus(STEP)) {
            if (!site.covers(shiftId, channelId, at)) return false;
        }
        return true;
    }
}
