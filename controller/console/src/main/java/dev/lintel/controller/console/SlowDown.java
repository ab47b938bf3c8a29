package dev.lintel.controller.console;

import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes guessing slow: after three failures each further one doubles the wait, for the account named and for the
/// address it comes from; after ten in a row the account is locked. `synchronized` guards the tables; nothing waits
/// inside. Callable from any thread.
///
/// ```
///   failures   1  2  3  4   5   6   ...
///   wait (s)   0  0  1  2   4   8   ... up to a minute for an account, fifteen for an address
///   10, 20, …  the account is locked for 15 minutes, but for networks that it is signed in from
/// ```
///
/// An address is an IPv4 address or a /64 of IPv6. Of IPv6 the /56 and the /48 are counted in addition, by
/// [PrefixFailures]. Their waits are not for networks that the account is signed in from: a visitor in the guest
/// network of a company's /48 would lock its operators out.
///
/// The account's wait is the lower one, and who is signed in already is not locked, or strangers could lock an operator
/// out. An account that nobody has is treated as any other.
public final class SlowDown {
    /// Entries of each table; the one untouched for longest gives way.
    static final int ENTRIES_MAX = 10_000;
    /// Failures in a row that lock an account.
    static final int LOCK_AFTER = 10;

    static final Duration LOCK = Duration.ofMinutes(15);

    private static final int FREE_FAILURES = 2;
    private static final Duration ACCOUNT_WAIT_MAX = Duration.ofMinutes(1);
    private static final Duration ADDRESS_WAIT_MAX = Duration.ofMinutes(15);
    /// After this long without a failure an entry counts as new.
    private static final Duration FORGET = Duration.ofHours(1);
    private static final int DOUBLINGS_MAX = 10; // 2^10 s is past either limit

    private final Time time;
    private final Map<String, Failures> accounts = new LinkedHashMap<>();
    private final Map<String, Failures> addresses = new LinkedHashMap<>();
    private final Map<String, Lock> locks = new LinkedHashMap<>();
    private final PrefixFailures prefixes = new PrefixFailures(FREE_FAILURES + 1, ADDRESS_WAIT_MAX, ENTRIES_MAX);

    private record Failures(int count, long lastNs) {}

    /// @param told whether the attempt that set it has failed: one that is still under way may succeed
    private record Lock(long sinceNs, boolean told) {}

    /// Who tries.
    ///
    /// @param account the [TextKey] of the address that was typed, by which users are found: every way to write an
    ///     address counts for the same account
    /// @param network where the attempt comes from
    /// @param known whether the account has a session from that network
    record Try(String account, String network, boolean known) {
        Try {
            account = TextKey.of(account);
        }
    }

    public SlowDown(Time time) {
        this.time = time;
    }

    /// Begins an attempt: 0 when it may go on, and it counts as failed until [#succeeded]; else the seconds to wait.
    synchronized long attempt(Try who) {
        long wait = Math.max(
                waitNs(accounts, who.account, ACCOUNT_WAIT_MAX), waitNs(addresses, who.network, ADDRESS_WAIT_MAX));
        if (!who.known) {
            long others = Math.max(lockNs(who.account), prefixes.waitNs(who.network, time.nowNs()));
            wait = Math.max(wait, others);
        }
        if (wait > 0) return seconds(wait);
        fail(addresses, who.network);
        prefixes.add(who.network, time.nowNs());
        if (fail(accounts, who.account) % LOCK_AFTER == 0) lock(who.account);
        return 0;
    }

    /// The attempt has failed. Whether the account is locked by it.
    synchronized boolean failed(Try who) {
        Lock lock = locks.get(who.account);
        if (lock == null || lock.told) return false;
        locks.put(who.account, new Lock(lock.sinceNs, true));
        return true;
    }

    synchronized void succeeded(Try who) {
        accounts.remove(who.account);
        addresses.remove(who.network);
        prefixes.withdraw(who.network);
        locks.computeIfPresent(who.account, (_, lock) -> lock.told ? lock : null);
    }

    /// Takes an attempt back that was not carried out, or that is only the first of two steps.
    synchronized void withdraw(Try who) {
        forgive(accounts, who.account);
        forgive(addresses, who.network);
        prefixes.withdraw(who.network);
        locks.computeIfPresent(who.account, (_, lock) -> lock.told ? lock : null);
    }

    /// How long the account stays locked, in seconds; 0 when it is not.
    synchronized long lockedS(String email) {
        return seconds(lockNs(TextKey.of(email)));
    }

    /// Ends a lock, and forgets the failures that led to it. False when there was none.
    synchronized boolean unlock(String email) {
        String account = TextKey.of(email);
        if (lockNs(account) == 0) return false;
        locks.remove(account);
        accounts.remove(account);
        return true;
    }

    private static long seconds(long ns) {
        return Duration.ofNanos(ns).plusMillis(999).toSeconds();
    }

    private long lockNs(String account) {
        Lock lock = locks.get(account);
        if (lock == null) return 0;
        long left = LOCK.toNanos() - (time.nowNs() - lock.sinceNs);
        if (left <= 0) locks.remove(account);
        return Math.max(0, left);
    }

    private void lock(String account) {
        locks.remove(account);
        makeRoom(locks, ENTRIES_MAX);
        locks.put(account, new Lock(time.nowNs(), false));
    }

    private long waitNs(Map<String, Failures> table, String key, Duration max) {
        Failures failures = table.get(key);
        if (failures == null) return 0;
        long since = time.nowNs() - failures.lastNs;
        if (since > FORGET.toNanos()) {
            table.remove(key);
            return 0;
        }
        if (failures.count <= FREE_FAILURES) return 0;
        int doublings = Math.min(failures.count - FREE_FAILURES - 1, DOUBLINGS_MAX);
        long wait = Math.min(Duration.ofSeconds(1L << doublings).toNanos(), max.toNanos());
        return Math.max(0, wait - since);
    }

    private int fail(Map<String, Failures> table, String key) {
        Failures before = table.remove(key); // put again below: the newest stand last
        makeRoom(table, ENTRIES_MAX);
        int count = before == null ? 1 : before.count + 1;
        table.put(key, new Failures(count, time.nowNs()));
        return count;
    }

    /// Removes the first entry of a table that is full.
    static void makeRoom(Map<String, ?> table, int entriesMax) {
        if (table.size() < entriesMax) return;
        var oldest = table.keySet().iterator();
        oldest.next();
        oldest.remove();
    }

    private static void forgive(Map<String, Failures> table, String key) {
        table.computeIfPresent(
                key, (_, failures) -> failures.count <= 1 ? null : new Failures(failures.count - 1, failures.lastNs));
    }
}
