package dev.lintel.controller.door;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Doors at which something is thrown again and again, by a slip in the program: lines do not throw. Each is set
/// aside by itself, so that it takes none of the others with it. Its lock is then looked after as while the lane
/// hangs (see [Unattended]): exits and fire let people out, and nobody comes in.
///
/// ```
///   in service --throws--> begins anew at once --throws as it begins, or the 21st in an hour--> set aside
///       ^                                                                                          |
///       +----- begins anew without a fault, after 1 s, and 2, 4 .. 60 s while that fails too ------+
/// ```
///
/// The door lane only, but for [#channelIds].
final class AsideDoors {
    /// A fault now and then is mended by beginning anew; more of them within [#WITHIN_NS] are not.
    private static final int FAULTS_MAX = 20;

    private static final long WITHIN_NS = TimeUnit.HOURS.toNanos(1);
    private static final long PAUSE_NS_MIN = TimeUnit.SECONDS.toNanos(1);
    /// Who stands there waits no longer than that for a door that is well again.
    private static final long PAUSE_NS_MAX = TimeUnit.MINUTES.toNanos(1);
    /// How often its lock is looked after: an exit's promise ends this much late at most.
    private static final long SETTLE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final Logger LOG = System.getLogger(AsideDoors.class.getName());

    private final Map<Doorway, Account> accounts = new HashMap<>();
    private volatile Set<Long> channelIds = Set.of();

    /// One door's faults, and what waits for its return.
    private static final class Account {
        private final ArrayDeque<Long> faultsNs = new ArrayDeque<>();
        private boolean aside;
        private long pauseNs = PAUSE_NS_MIN;
        private long againNs;
        private @Nullable LaneInput policy;
    }

    /// Something was thrown there.
    void fault(Doorway doorway, long nowNs) {
        Account account = accounts.computeIfAbsent(doorway, _ -> new Account());
        if (!account.faultsNs.isEmpty() && nowNs - account.faultsNs.getLast() > WITHIN_NS)
            account.pauseNs = PAUSE_NS_MIN;
        account.faultsNs.addLast(nowNs);
        while (nowNs - account.faultsNs.getFirst() > WITHIN_NS) account.faultsNs.removeFirst();
        if (account.faultsNs.size() > FAULTS_MAX + 1) account.faultsNs.removeFirst(); // it knows enough
    }

    /// Whether beginning anew once more has no prospect.
    boolean tooMany(Doorway doorway) {
        Account account = accounts.get(doorway);
        return account != null && (account.aside || account.faultsNs.size() > FAULTS_MAX);
    }

    boolean isAside(Doorway doorway) {
        Account account = accounts.get(doorway);
        return account != null && account.aside;
    }

    /// Its lock is looked after as while the lane hangs, until it can begin anew.
    void setAside(Doorway doorway, long nowNs) {
        Account account = accounts.computeIfAbsent(doorway, _ -> new Account());
        account.againNs = nowNs + account.pauseNs;
        account.pauseNs = Math.min(2 * account.pauseNs, PAUSE_NS_MAX);
        doorway.strike().leave();
        if (!account.aside) doorway.lines().door(false, nowNs);
        account.aside = true;
        publish();
        quietly(doorway.unattended()::show);
        quietly(() -> doorway.unattended().settle(nowNs));
    }

    /// That this door fails is known and told by now; its lock is tried again soon.
    private static void quietly(Runnable acts) {
        try {
            acts.run();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "a door that is set aside fails still", e);
        }
    }

    /// Looks after its lock. Returns whether it is time to begin anew.
    boolean standsBy(Doorway doorway, long nowNs) {
        quietly(() -> doorway.unattended().settle(nowNs));
        Account account = accounts.get(doorway);
        return account != null && account.againNs <= nowNs;
    }

    /// When [#standsBy] is to be asked next.
    long deadlineNs(Doorway doorway, long nowNs) {
        Account account = accounts.get(doorway);
        long againNs = account == null ? Long.MAX_VALUE : account.againNs;
        return Math.min(againNs, nowNs + SETTLE_NS);
    }

    /// It has begun anew. Returns what its site's policy became meanwhile, or null.
    @Nullable
    LaneInput back(Doorway doorway, long nowNs) {
        Account account = accounts.get(doorway);
        if (account == null) return null;
        doorway.lines().door(true, nowNs);
        LaneInput policy = account.policy;
        account.policy = null;
        account.aside = false;
        publish();
        return policy;
    }

    /// What is said of it meanwhile: who leaves is told of, whoever wants in hears that it cannot be, and its rules
    /// are kept until it is back. What it can look at again by then is not.
    void take(Doorway doorway, LaneInput input) {
        switch (input) {
            case LaneInput.RexPressed _, LaneInput.AuxClosed _, LaneInput.ExitRefused _ ->
                doorway.exits().tellLate(input);
            case LaneInput.Presented presented -> doorway.turnAway(presented);
            case LaneInput.Commanded asked -> asked.answer().accept(Refusals.ASIDE);
            case LaneInput.NewRules _, LaneInput.Removed _ -> {
                Account account = accounts.get(doorway);
                if (account != null) account.policy = input; // the later one holds
            }
            case LaneInput.FireMoved moved -> {
                if (!doorway.standing().fire()) doorway.lines().fireOver(moved);
            }
            case LaneInput.ReaderPower power -> doorway.lines().power(power);
            case LaneInput.ReaderInsecure insecure -> doorway.lines().insecure(insecure);
            case LaneInput.Answered _,
                    LaneInput.SecondAwaited _,
                    LaneInput.LeafMoved _,
                    LaneInput.TamperMoved _,
                    LaneInput.ReaderLine _ -> {
                // Turned away by now, or looked at again.
            }
        }
    }

    private void publish() {
        var ids = new TreeSet<Long>();
        accounts.forEach((doorway, account) -> {
            if (account.aside) ids.add(doorway.channelId());
        });
        channelIds = Set.copyOf(ids);
    }

    /// The channels whose doors are set aside now. Any thread.
    Set<Long> channelIds() {
        return channelIds;
    }
}
