package dev.lintel.controller.console;

import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes guessing slow: after three failures each further one doubles the wait, for the account named and for the
/// address it comes from. `synchronized` guards both tables; nothing waits inside. Callable from any thread.
///
/// ```
///   failures   1  2  3  4   5   6   ...
///   wait (s)   0  0  1  2   4   8   ... up to a minute for an account, fifteen for an address
/// ```
///
/// The account's limit is the lower one, or strangers could lock an operator out.
final class SlowDown {
    /// Entries of each table; the one untouched for longest gives way.
    static final int ENTRIES_MAX = 10_000;

    private static final int FREE_FAILURES = 2;
    private static final Duration ACCOUNT_WAIT_MAX = Duration.ofMinutes(1);
    private static final Duration ADDRESS_WAIT_MAX = Duration.ofMinutes(15);
    /// After this long without a failure an entry counts as new.
    private static final Duration FORGET = Duration.ofHours(1);
    private static final int DOUBLINGS_MAX = 10; // 2^10 s is past either limit

    private final Time time;
    private final Map<String, Failures> accounts = new LinkedHashMap<>();
    private final Map<String, Failures> addresses = new LinkedHashMap<>();

    private record Failures(int count, long lastNs) {}

    SlowDown(Time time) {
        this.time = time;
    }

    /// Begins an attempt: 0 when it may go on, and it counts as failed until [#succeeded]; else the seconds to wait.
    synchronized long attempt(String account, String address) {
        long wait = Math.max(waitNs(accounts, account, ACCOUNT_WAIT_MAX), waitNs(addresses, address, ADDRESS_WAIT_MAX));
        if (wait > 0) return Duration.ofNanos(wait).plusMillis(999).toSeconds();
        fail(accounts, account);
        fail(addresses, address);
        return 0;
    }

    synchronized void succeeded(String account, String address) {
        accounts.remove(account);
        addresses.remove(address);
    }

    /// Takes an attempt back that was not carried out.
    synchronized void withdraw(String account, String address) {
        forgive(accounts, account);
        forgive(addresses, address);
    }

    private long waitNs(Map<String, Failures> table, String key, Duration max) {
        Failures failures = table.get(key);
        if (failures == null || failures.count <= FREE_FAILURES) return 0;
        long since = time.nowNs() - failures.lastNs;
        if (since > FORGET.toNanos()) {
            table.remove(key);
            return 0;
        }
        int doublings = Math.min(failures.count - FREE_FAILURES - 1, DOUBLINGS_MAX);
        long wait = Math.min(Duration.ofSeconds(1L << doublings).toNanos(), max.toNanos());
        return Math.max(0, wait - since);
    }

    private void fail(Map<String, Failures> table, String key) {
        Failures before = table.remove(key); // put again below: the newest stand last
        if (table.size() >= ENTRIES_MAX) {
            var oldest = table.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        table.put(key, new Failures(before == null ? 1 : before.count + 1, time.nowNs()));
    }

    private static void forgive(Map<String, Failures> table, String key) {
        table.computeIfPresent(
                key, (_, failures) -> failures.count <= 1 ? null : new Failures(failures.count - 1, failures.lastNs));
    }
}
