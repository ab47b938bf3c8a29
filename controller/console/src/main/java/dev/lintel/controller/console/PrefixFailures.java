package dev.lintel.controller.console;

import dev.lintel.controller.http.Addresses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Failed attempts of a /56 and a /48 of IPv6, as token buckets. Used by [SlowDown], which guards it: one subscriber
/// has 256 or 65,536 networks of the size that is counted there, and could use each of them for three attempts.
///
/// ```
///          failures at once   then one each    reason
///   /56    12                 225 s            a household: as much as four of its networks
///   /48    48                 56 s             a company: many people share it, so as much as sixteen networks
/// ```
///
/// A success takes back its own attempt alone. Otherwise an account of the attacker's would clear guesses at others.
///
/// Not thread-safe.
final class PrefixFailures {
    private static final int HOUSEHOLD_NETWORKS = 4;
    private static final int SITE_NETWORKS = 16;

    /// The moment at which the last failure of a prefix is forgotten, by the prefix; the last touched is the last.
    private final Map<String, Long> forgottenAtNs = new LinkedHashMap<>();

    private final int entriesMax;
    private final Bucket household;
    private final Bucket site;

    /// @param burst failures at once
    /// @param intervalNs one more failure for each
    private record Bucket(int burst, long intervalNs) {}

    /// What one network may do.
    ///
    /// @param failures at once
    /// @param interval the longest wait for another one
    PrefixFailures(int failures, Duration interval, int entriesMax) {
        this.household = new Bucket(HOUSEHOLD_NETWORKS * failures, interval.toNanos() / HOUSEHOLD_NETWORKS);
        this.site = new Bucket(SITE_NETWORKS * failures, interval.toNanos() / SITE_NETWORKS);
        this.entriesMax = entriesMax;
    }

    /// How long the prefixes of this network wait for another attempt; 0 for IPv4.
    long waitNs(String network, long nowNs) {
        return Math.max(
                waitNs(Addresses.household(network), household, nowNs), waitNs(Addresses.site(network), site, nowNs));
    }

    private long waitNs(@Nullable String prefix, Bucket bucket, long nowNs) {
        if (prefix == null) return 0;
        Long forgottenAt = forgottenAtNs.get(prefix);
        if (forgottenAt == null) return 0;
        return Math.max(0, forgottenAt - nowNs - (bucket.burst - 1) * bucket.intervalNs);
    }

    /// Counts an attempt of this network.
    void add(String network, long nowNs) {
        add(Addresses.household(network), household, nowNs);
        add(Addresses.site(network), site, nowNs);
    }

    private void add(@Nullable String prefix, Bucket bucket, long nowNs) {
        if (prefix == null) return;
        Long forgottenAt = forgottenAtNs.remove(prefix); // the newest is the last
        SlowDown.makeRoom(forgottenAtNs, entriesMax);
        long from = forgottenAt != null && forgottenAt - nowNs > 0 ? forgottenAt : nowNs;
        forgottenAtNs.put(prefix, from + bucket.intervalNs);
    }

    /// Takes back one attempt of this network.
    void withdraw(String network) {
        withdraw(Addresses.household(network), household);
        withdraw(Addresses.site(network), site);
    }

    private void withdraw(@Nullable String prefix, Bucket bucket) {
        if (prefix != null) forgottenAtNs.computeIfPresent(prefix, (_, at) -> at - bucket.intervalNs);
    }
}
