package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs.SiteThreat;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.store.ThreatSwitch;
import dev.lintel.controller.time.Time;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The orders of a threat switch, which set the threat level of a site. `worker` carries out one turn after the other,
/// because the database may block. It repeats a turn each second while the database fails or the site does not exist.
/// Thread-safe.
final class ThreatSwitchOrders implements SwitchOrders {
    /// A press and its release, twice: more queued turns have the same effect.
    private static final int TURNS_MAX = 4;

    private final ThreatSwitch acts;
    private final long siteId;
    private final ThreatStore threats;
    private final SwitchWorker worker;
    private final Time time;
    private final ReentrantLock carrying = new ReentrantLock();

    // Guarded by this.
    private final ArrayDeque<Turn> due = new ArrayDeque<>();
    private String refused = "";

    /// `input` is a threat switch.
    ThreatSwitchOrders(SwitchInput input, ThreatStore threats, SwitchWorker worker, Time time) {
        SiteThreat threat = input.threat();
        if (threat == null) throw new IllegalArgumentException(input.name() + " sets no threat level");
        this.acts = new ThreatSwitch(
                OrderSwitch.name(input), threat.level(), threat.lowers(), input.untilReleased(), threat.back());
        this.siteId = threat.siteId();
        this.threats = threats;
        this.worker = worker;
        this.time = time;
    }

    /// A turn that is not carried out yet.
    private record Turn(boolean on, boolean fresh, long sinceNs) {}

    @Override
    public void turn(boolean on, boolean fresh, long atNs) {
        synchronized (this) {
            due.add(new Turn(on, fresh, time.nowNs()));
            if (due.size() > TURNS_MAX) { // the first one may be under way
                Turn first = due.removeFirst();
                due.removeFirst();
                due.removeFirst();
                due.addFirst(first);
            }
        }
        worker.soon(this::carryOut);
    }

    @Override
    public void look() {
        if (next() != null) worker.eachSecond(this::carryOut);
    }

    @Override
    public void onPolicy() {
        if (next() != null) worker.soon(this::carryOut);
    }

    private synchronized @Nullable Turn next() {
        return due.peek();
    }

    /// Blocks on the database.
    private void carryOut() {
        boolean more = true;
        while (more && next() != null && carrying.tryLock()) {
            try {
                more = carryOutAll();
            } finally {
                carrying.unlock();
            }
        }
    }

    /// Returns false where a turn has to be repeated: the database fails, or the site does not exist.
    private boolean carryOutAll() {
        for (Turn turn = next(); turn != null; turn = next()) {
            try {
                boolean taken = threats.turn(siteId, acts, turn.on, turn.fresh) != null;
                if (!taken && !isOver(turn)) return refused("there is no such site");
            } catch (StoreException e) {
                return refused(String.valueOf(e.getMessage()));
            }
            done(turn);
        }
        return true;
    }

    private synchronized boolean refused(String why) {
        refused = why;
        return false;
    }

    private synchronized void done(Turn turn) {
        if (turn.equals(due.peek())) due.removeFirst();
        refused = "";
    }

    /// Whether a turn at a site that does not exist has expired.
    private synchronized boolean isOver(Turn turn) {
        boolean later = due.size() > 1 && (acts.untilReleased() || time.nowNs() - turn.sinceNs > AGAIN_NS_MAX);
        return !turn.on || later;
    }

    @Override
    public synchronized @Nullable String fault() {
        Turn first = due.peek();
        if (first == null || time.nowNs() - first.sinceNs < LATE_NS) return null;
        String why = refused.isEmpty() ? "" : ": " + refused;
        return "the threat level of site " + siteId + " is not set" + why;
    }
}
