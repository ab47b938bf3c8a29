package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxCopies;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds boxes that run twice: a data folder was copied, and both copies show one certificate. Each start of following
/// has a random name, its run ([Wire#RUN]). A restart replaces a run for good, so a run that returns after another one
/// was seen belongs to a second box. `this` guards all of it. Any thread that may block.
///
/// ```
///   run a    run b    run b    restarted, or restored from a backup
///   run a    run b    run a    two boxes: `a` still runs
/// ```
///
/// An operator says which one stays. That one makes a new key; the certificates of the old key are turned away.
public final class ClonedBoxes {
    private static final Logger LOG = System.getLogger(ClonedBoxes.class.getName());

    /// Characters of a run that operators see and type.
    private static final int SHOWN_CHARS = 8;
    /// A box makes its new key within seconds; what else shows its certificate comes again then.
    private static final int KEY_S = 30;

    private static final String AWAY = "an operator of the hub has kept another box of the same identity; this copy has"
            + " to join again: 'lintel leave', then 'lintel join' with a new code";

    private final Hub hub;
    private final Map<Long, BoxIdentity> states = new HashMap<>();

    ClonedBoxes(Hub hub) {
        this.hub = hub;
    }

    /// One of the boxes that share an identity.
    ///
    /// @param run as [Wire#RUN]
    /// @param address from which it last came
    /// @param heardMs when it was last heard of, Unix milliseconds
    public record Copy(String run, String address, String version, long sinceMs, long heardMs) {
        /// How operators name it.
        public String shown() {
            return ClonedBoxes.shown(run);
        }

        private Copy at(String from, long nowMs) {
            return new Copy(run, from, version, sinceMs, nowMs);
        }
    }

    /// Continues where an earlier start of the hub was. Before anybody asks.
    void begin() {
        Map<Long, BoxCopies.Kept> kept = hub.database().read(BoxCopies::kept);
        synchronized (this) {
            kept.forEach((boxId, one) -> {
                BoxIdentity identity = BoxIdentity.parse(one.name(), one.runs());
                if (identity != null) states.put(boxId, identity);
                else LOG.log(Level.WARNING, "what was known of the copies of box " + one.name() + " cannot be read");
            });
        }
    }

    /// Writes what is known of a box's runs by the time of the write.
    private void save(long boxId) {
        hub.database().writeLater(sql -> {
            keep(sql, boxId);
            return true;
        });
    }

    private void keep(Sql sql, long boxId) {
        keep(sql, boxId, _ -> {});
    }

    /// Writes it with `change`, which memory does not have before the transaction has succeeded.
    private void keep(Sql sql, long boxId, Consumer<BoxIdentity> change) {
        String json;
        synchronized (this) {
            BoxIdentity state = states.get(boxId);
            BoxIdentity copy = state == null ? null : state.copy();
            if (copy != null) change.accept(copy);
            json = copy == null ? null : copy.json();
        }
        BoxCopies.keep(sql, boxId, json);
    }

    static String run(@Nullable String header) {
        if (header == null) return "";
        return header.substring(0, Math.min(header.length(), Wire.RUN_CHARS_MAX));
    }

    static String shown(String run) {
        return run.substring(0, Math.min(run.length(), SHOWN_CHARS));
    }

    /// A box has opened a link, which is its latest. Returns whether two boxes have its identity.
    boolean linked(Box box, String run, String address, String version) {
        if (run.isEmpty()) return unnamed(box.id());
        Set<String> online = online(box.id());
        boolean found;
        boolean written;
        synchronized (this) {
            BoxIdentity state = states.computeIfAbsent(box.id(), _ -> new BoxIdentity(box.name()));
            boolean latest = !state.runs.isEmpty() && state.runs.getLast().run.equals(run) && !state.unnamed;
            boolean known = state.knows(run);
            long nowMs = time().nowMs();
            boolean flood = state.isFlooded(nowMs);
            boolean many = !known && state.add(new Copy(run, address, version, nowMs, nowMs), online);
            state.unnamed = false;
            found = (many || (known && !latest)) && !state.cloned;
            if (found) state.cloned = true;
            written = !known && !flood;
        }
        heard(box.id(), run, address);
        if (found) report(box);
        else if (written) save(box.id());
        return isCloned(box.id());
    }

    /// An older box, whose log shows a copy. A run from before that returns shows one as well.
    private boolean unnamed(long boxId) {
        boolean fresh = false;
        synchronized (this) {
            BoxIdentity state = states.get(boxId);
            if (state != null && !state.runs.isEmpty() && !state.unnamed) {
                state.unnamed = true;
                fresh = true;
            }
        }
        if (fresh) save(boxId);
        return isCloned(boxId);
    }

    private Set<String> online(long boxId) {
        return hub.links().all().stream()
                .filter(link -> link.box().id() == boxId)
                .map(Link::run)
                .collect(Collectors.toSet());
    }

    /// A history of the box's log is back after another one had taken its place, and continues in `branch`. This
    /// finds boxes that do not say their run, and two of one run: copies of a machine that was running.
    void returned(Box box, String run, long branch) {
        synchronized (this) {
            BoxIdentity state = states.computeIfAbsent(box.id(), _ -> new BoxIdentity(box.name()));
            Long before = state.branches.get(run);
            boolean other = before != null && before != branch;
            if (state.cloned || (!run.isEmpty() && !other)) return; // a restarted box: its link shows a copy
            state.cloned = true;
        }
        report(box);
    }

    private void report(Box box) {
        hub.database().writeLater(sql -> {
            keep(sql, box.id());
            hub.log().tell(box.name(), "two boxes have this identity", "box " + box.name());
            return true;
        });
    }

    synchronized void heard(long boxId, String run, String address) {
        BoxIdentity state = states.get(boxId);
        if (state == null) return;
        long nowMs = time().nowMs();
        state.runs.replaceAll(copy -> copy.run.equals(run) ? copy.at(address, nowMs) : copy);
    }

    synchronized boolean isCloned(long boxId) {
        BoxIdentity state = states.get(boxId);
        return state != null && state.cloned;
    }

    /// The boxes that share the identity, as far as they say their run; empty: there is one box.
    synchronized List<Copy> copies(long boxId) {
        BoxIdentity state = states.get(boxId);
        return state == null || !state.cloned ? List.of() : List.copyOf(state.runs);
    }

    /// For the box and for operators; null: one box has this identity.
    synchronized @Nullable String notice(long boxId) {
        BoxIdentity state = states.get(boxId);
        if (state == null || !state.cloned) return null;
        return "another box runs with a copy of this data folder and has the same identity: at the hub 'lintel hub"
                + " keep " + state.name + "' says which one stays";
    }

    /// For /health; null: no box runs twice. From memory.
    @Nullable
    String fault() {
        Set<String> names;
        synchronized (this) {
            names = states.values().stream()
                    .filter(state -> state.cloned)
                    .map(state -> state.name)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        if (names.isEmpty()) return null;
        return "two boxes have one identity, a data folder was copied: " + String.join(", ", names)
                + "; 'lintel hub boxes' lists them, 'lintel hub keep' says which one stays";
    }

    /// The branch of the box's log that this run goes on in; null: not known yet.
    synchronized @Nullable Long branch(long boxId, String run) {
        BoxIdentity state = states.get(boxId);
        return state == null ? null : state.branches.get(run);
    }

    /// Each copy goes on in its own branch, so that neither sends again what it has sent.
    void branch(Box box, String run, long branch) {
        if (run.isEmpty()) return;
        synchronized (this) {
            BoxIdentity state = states.computeIfAbsent(box.id(), _ -> new BoxIdentity(box.name()));
            Long before = state.branches.get(run);
            if (before != null && before == branch) return;
            state.branch(run, branch);
        }
        save(box.id());
    }

    /// Turns away the copies that do not stay. Throws [RefusedException].
    void admit(Caller caller, String address) {
        String run = caller.run();
        Set<String> online = online(caller.box().id());
        boolean away;
        boolean added;
        synchronized (this) {
            BoxIdentity state = states.get(caller.box().id());
            if (state == null || state.stays == null || state.stays.equals(run)) return;
            Bytes key = state.key;
            if (key != null && key.equals(key(caller))) return; // it was restarted since it has it
            away = state.away.contains(run);
            long nowMs = time().nowMs();
            // Restarted before it had its key, or a copy that was: an operator may keep it instead.
            boolean fresh = !run.isEmpty() && !state.knows(run);
            added = fresh && !state.isFlooded(nowMs);
            if (fresh) state.add(new Copy(run, address, "", nowMs, nowMs), online);
        }
        if (added) save(caller.box().id());
        throw new RefusedException(
                away
                        ? new Reply.Forbidden("dismissed", AWAY)
                        : new Reply.Unavailable("the box of this identity that stays makes a new key", KEY_S));
    }

    /// The box that stays has a certificate for another key. The hub knows it by the old key until it shows the new
    /// one: the answer may be lost. In the transaction that stores the certificate; [#signed(long, String, Bytes)]
    /// follows.
    void sign(Sql sql, long boxId, String run, Bytes publicKey) {
        keep(sql, boxId, state -> state.key = run.equals(state.stays) ? publicKey : state.key);
    }

    /// That transaction is on disk.
    void signed(long boxId, String run, Bytes publicKey) {
        synchronized (this) {
            BoxIdentity state = states.get(boxId);
            if (state == null || !run.equals(state.stays)) return;
            state.key = publicKey;
        }
        save(boxId); // what changed meanwhile
    }

    /// Whether the box with that run has to make a new key now.
    synchronized boolean needsKey(long boxId, String run) {
        BoxIdentity state = states.get(boxId);
        return state != null && run.equals(state.stays);
    }

    /// The new key of the box that stays; null: it has none yet.
    synchronized @Nullable Bytes key(long boxId) {
        BoxIdentity state = states.get(boxId);
        return state == null ? null : state.key;
    }

    /// A box shows its certificate: where that is of the new key, all others of it are turned away from now on.
    void shown(Caller caller) {
        Bytes key = key(caller.box().id());
        if (key == null || !key.equals(key(caller))) return;
        hub.database().write(sql -> {
            BoxCopies.turnAway(sql, caller.box(), key, time().nowMs());
            BoxCopies.keep(sql, caller.box().id(), null);
            return true;
        });
        ended(caller.box().id());
    }

    private static Bytes key(Caller caller) {
        return Bytes.copyOf(caller.certificate().getPublicKey().getEncoded());
    }

    /// An operator keeps the copy whose run begins so. Returns it; throws [HubDesk.RefusedException].
    Copy keep(Box box, String run, String by) {
        Copy kept;
        synchronized (this) {
            BoxIdentity state = states.get(box.id());
            if (state == null || !state.cloned) {
                throw new HubDesk.RefusedException("one box alone has the identity of " + box.name());
            }
            List<Copy> found = state.runs.stream()
                    .filter(copy -> !run.isEmpty() && copy.run.startsWith(run))
                    .toList();
            if (found.size() != 1) {
                throw new HubDesk.RefusedException("no box of the identity " + box.name() + " is called '" + run
                        + "': 'lintel hub boxes' lists them");
            }
            kept = found.getFirst();
        }
        // It would be lost if it were kept and did not hear of it.
        if (hub.links().all().stream()
                .noneMatch(link -> link.box().id() == box.id() && link.run().equals(kept.run))) {
            throw new HubDesk.RefusedException(
                    "the box " + kept.shown() + " is not in contact now: switch it on first");
        }
        decide(box, kept, by);
        hub.links().kept(box.id(), kept.run, AWAY);
        return kept;
    }

    /// On disk before the other copies are turned away: in memory once the transaction has succeeded.
    private void decide(Box box, Copy kept, String by) {
        hub.database().write(sql -> {
            hub.log().tell(box.name(), "box " + kept.shown() + " kept, copies turned away", by);
            keep(sql, box.id(), state -> state.keep(kept.run));
            return true;
        });
        synchronized (this) {
            BoxIdentity state = states.get(box.id());
            if (state != null) state.keep(kept.run);
        }
        save(box.id()); // with the runs that came meanwhile
    }

    /// There is one box again, or none.
    void ended(long boxId) {
        synchronized (this) {
            if (states.remove(boxId) == null) return;
        }
        save(boxId);
    }

    private Time time() {
        return hub.time();
    }
}
