package dev.lintel.controller.hub;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.time.Time;

/// How often it may be tried to join, by what an attempt costs. Asked by [JoinResource] before an attempt is looked at.
/// Any thread.
final class Attempts {
    /// An attempt costs as many comparisons as codes stand, and so many at least.
    private static final int COST_MIN = 4;
    /// Comparisons for one address in a minute, of IPv6 for its /64, which one host has as a whole: ten attempts where
    /// few codes stand, and two among the most. A person who mistypes does so two or three times.
    private static final int PER_ADDRESS = 40;
    /// The same for everybody. With the compiler of a board a comparison takes 0.7 s of a server's core, so 120
    /// take longer than the minute. That occupies one processor and no more: [JoinResource] compares one attempt
    /// at a time. Three addresses can keep others from joining for as long as they continue, and from nothing
    /// else. A box that joins at the same time as many others gets 429 and tries again.
    private static final int OVER_ALL = 120;

    private static final String ALL = "all";

    private final RateLimit perAddress;
    private final RateLimit overAll;

    Attempts(Time time) {
        this.perAddress = new RateLimit(PER_ADDRESS, time);
        this.overAll = new RateLimit(OVER_ALL, time);
    }

    /// Counts one. Throws [RefusedException] where there were too many: then it costs the others nothing.
    ///
    /// @param codes how many stand
    void count(String address, int codes) {
        int cost = Math.max(COST_MIN, codes);
        refuseTooMany(perAddress, PER_ADDRESS, Addresses.network(address), cost);
        refuseTooMany(overAll, OVER_ALL, ALL, cost);
    }

    private static void refuseTooMany(RateLimit limit, int perMinute, String who, int cost) {
        RateLimit.Standing standing = limit.count(who, cost);
        if (standing.over()) throw new RefusedException(new Reply.TooMany(perMinute, standing.resetInS()));
    }
}
