package dev.lintel.controller.hub;

import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.fleet.BoxLogStore.Witnessed;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxStore.Known;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.fleet.HeldQueries;
import dev.lintel.controller.fleet.HeldQueries.Taken;
import dev.lintel.controller.fleet.PublishedStore;
import dev.lintel.controller.fleet.PublishedStore.Held;
import dev.lintel.controller.hub.Codes.Invitation;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.wire.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What operators see of the boxes that follow, and do about them. Any thread that may block.
public final class HubDesk {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N} ._-]{1,64}");

    private static final String TURNED_AWAY = "an operator of the hub has turned this box away";
    private static final String NOTHING_HELD = "nothing is held back";

    private final Hub hub;

    HubDesk(Hub hub) {
        this.hub = hub;
    }

    /// What was asked for cannot be done; the message is a sentence for who asked.
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message, null, false, false);
        }
    }

    /// A code, shown this once.
    ///
    /// @param channels how many hang on a box of that name
    /// @param minutes for how long it holds
    public record Code(String code, String box, Terms terms, int channels, long minutes) {
        /// It gets all people and channels.
        public boolean everything() {
            return terms.everything();
        }

        /// What is asked to be written there is refused.
        public boolean readOnly() {
            return terms.readOnly();
        }

        /// For how long it holds, in words.
        public String life() {
            return CodeLife.words(minutes);
        }

        /// It lets in.
        @Override
        public String toString() {
            return "Code[" + box + "]";
        }
    }

    /// A box as operators see it.
    ///
    /// @param online its link stands
    /// @param lag revisions that it does not have yet; null: it has told nothing, or is not where this hub has
    ///     been
    /// @param channels ids
    /// @param certificateEndsMs Unix milliseconds; null: none
    public record View(
            Box box,
            Told told,
            boolean online,
            boolean lost,
            @Nullable Long lag,
            List<Long> channels,
            @Nullable Long certificateEndsMs) {
        public View {
            channels = List.copyOf(channels);
        }
    }

    /// Somebody who may follow soon.
    ///
    /// @param code a code stands that nobody has used; else a box has joined by one, and has not come yet
    /// @param minutes for how long the code stands, begun ones as well: also the one by which a box has joined,
    ///     which lets in whoever has it until that box comes; 0: it is over, or was withdrawn
    public record Expected(String box, Terms terms, String by, boolean code, long minutes) {
        /// For how long the code stands, in words.
        public String life() {
            return CodeLife.words(minutes);
        }
    }

    /// What is held back from all boxes.
    ///
    /// @param people deleted or disabled at once, and still so
    /// @param first of them
    public record HeldBack(Held held, long people, List<Taken> first) {
        public HeldBack {
            first = List.copyOf(first);
        }
    }

    /// What boxes wrote at this hub, and whether they may.
    public BoxWriting writing() {
        return new BoxWriting(hub);
    }

    /// What boxes do not take of this hub since it was restored from a backup.
    public Restored restored() {
        return hub.restored();
    }

    /// Whether boxes follow this one, or may.
    public boolean isHub() {
        return hub.isHub();
    }

    /// SHA-256 of this hub's authority, `AB:CD:…`, as boxes show it.
    public String fingerprint() {
        return BoxKey.fingerprint(hub.certificates().authority());
    }

    /// What is held back, with `names` people at most; null: nothing is.
    public @Nullable HeldBack heldBack(int names) {
        if (!hub.isHub()) return null;
        return database().read(sql -> {
            Held held = PublishedStore.held(sql);
            if (held == null) return null;
            return new HeldBack(
                    held, HeldQueries.takenCount(sql, held.from()), HeldQueries.taken(sql, held.from(), names));
        });
    }

    /// What the snapshot would do that a box holds back, as it told the log; null: it holds none, or has not told.
    public HeldQueries.@Nullable Told heldOf(View view) {
        String held = view.told.held();
        if (held == null) return null;
        return database().read(sql -> HeldQueries.told(sql, held, view.box.name()));
    }

    /// Makes a join code that is good for 15 minutes, and of this Lintel a hub. Throws [RefusedException].
    public Code code(String box, Terms terms, String by) {
        return made(box, terms, by, CodeLife.USUAL_NS);
    }

    /// As above, good for so many days: for a box that is not there yet.
    public Code code(String box, Terms terms, String by, long days) {
        if (days < 1 || days > CodeLife.DAYS_MAX) {
            throw new RefusedException("a code is good for 1 to " + CodeLife.DAYS_MAX + " days, not " + days);
        }
        return made(box, terms, by, TimeUnit.DAYS.toNanos(days));
    }

    private Code made(String box, Terms terms, String by, long lifeNs) {
        String name = box.strip();
        if (!NAME.matcher(name).matches()) {
            throw new RefusedException("a box's name has 1 to 64 letters, digits, spaces, dashes, dots, underscores");
        }
        String elsewhere = hub.elsewhere();
        if (elsewhere != null) throw new RefusedException(Hub.NOT_HANDED_ON + elsewhere);
        hub.become();
        Invitation made = hub.codes().create(name, terms, by, lifeNs);
        if (made == null) {
            throw new RefusedException(
                    Codes.CODES_MAX + " codes stand already; each ends when it is used, withdrawn, or over");
        }
        List<Long> channels = database().read(sql -> BoxStore.channels(sql, name));
        return new Code(made.code(), name, terms, channels.size(), TimeUnit.NANOSECONDS.toMinutes(lifeNs));
    }

    /// Those that follow, by name.
    public List<View> boxes() {
        if (!hub.isHub()) return List.of();
        long head = hub.latest().revision();
        return database().read(sql -> {
            var views = new ArrayList<View>();
            for (Box box : BoxStore.joined(sql)) {
                Told told = hub.contacts().told(box.id());
                Told now = told == null ? box.told() : told;
                Cursor cursor = now.cursor();
                boolean known = cursor != null && EraStore.knows(sql, cursor);
                List<Known> certificates = BoxStore.certificates(sql, box.id());
                views.add(new View(
                        box,
                        now,
                        hub.links().isOnline(box.id()),
                        hub.contacts().lost(box.id()),
                        cursor == null || !known ? null : (Long) Math.max(0, head - cursor.revision()),
                        BoxStore.channels(sql, box.name()),
                        certificates.isEmpty()
                                ? null
                                : (Long) certificates.getFirst().endsAtMs()));
            }
            return List.copyOf(views);
        });
    }

    /// How far the box of a channel has followed.
    Elsewhere.Sync sync(long channelId) {
        Cursor latest = hub.latest();
        return database().read(sql -> {
            Box box = BoxStore.ofChannel(sql, channelId);
            if (box == null) return Elsewhere.Sync.UNKNOWN;
            Told told = hub.contacts().told(box.id());
            Told now = told == null ? box.told() : told;
            Cursor cursor = now.cursor();
            boolean all = cursor != null && EraStore.knows(sql, cursor) && cursor.revision() >= latest.revision();
            String status = now.problem() != null
                    ? "fail"
                    : all ? "ok" : hub.links().isOnline(box.id()) ? "syncing" : "pending";
            return new Elsewhere.Sync(status, now.completedMs(), now.problem());
        });
    }

    /// Who may follow soon: for whom codes stand, and who has joined and not come yet.
    public List<Expected> expected() {
        if (!hub.isHub()) return List.of();
        var expected = new ArrayList<Expected>();
        long nowNs = hub.time().nowNs();
        List<Box> planned = database().read(BoxStore::planned);
        var numbers = planned.stream().map(Box::id).collect(Collectors.toSet());
        for (Invitation one : hub.codes().without(numbers)) {
            expected.add(new Expected(one.box(), one.terms(), one.by(), true, minutes(one, nowNs)));
        }
        for (Box box : planned) {
            var terms = new Terms(box.everything(), box.readOnly());
            Invitation still = hub.codes().of(box.id());
            long minutes = still == null ? 0 : minutes(still, nowNs);
            expected.add(new Expected(box.name(), terms, box.joined().by(), false, minutes));
        }
        return List.copyOf(expected);
    }

    private static long minutes(Invitation code, long nowNs) {
        return TimeUnit.NANOSECONDS.toMinutes(code.endNs() - nowNs + TimeUnit.MINUTES.toNanos(1) - 1);
    }

    /// Turns away who follows under that name, who has joined under it and not come yet, and who has a code for
    /// it: any of them is a box of that name to whoever sees it. Throws [RefusedException] where there are
    /// none.
    public void revoke(String name, String by) {
        boolean code = hub.codes().withdraw(name);
        Box ended = database().write(sql -> {
            Box box = BoxStore.named(sql, name);
            boolean planned = BoxStore.dropPlanned(sql, name) > 0;
            if (box == null && !planned && !code) throw unknown(name);
            if (box != null) end(sql, box, by);
            else hub.log().tell(name, "revoked", by);
            return box;
        });
        if (ended != null) hub.ended(ended.id(), TURNED_AWAY);
    }

    /// As above, of the box with that number: where another one follows under its name by now, nothing is done.
    public void revoke(long boxId, String by) {
        Box shown = database().read(sql -> BoxStore.get(sql, boxId));
        if (shown != null && shown.isJoined()) hub.codes().withdraw(shown.name()); // before anybody else joins by it
        Box ended = database().write(sql -> {
            Box box = BoxStore.get(sql, boxId);
            if (box == null || !box.isJoined()) throw new RefusedException("that box follows no more");
            BoxStore.dropPlanned(sql, box.name());
            end(sql, box, by);
            return box;
        });
        hub.ended(ended.id(), TURNED_AWAY);
    }

    private void end(Sql sql, Box box, String by) {
        BoxStore.end(sql, box.id(), "revoked", hub.time().nowMs());
        hub.contacts().tellEnded(sql, box.id());
        hub.log().tell(box.name(), "revoked", by);
    }

    /// Nobody joins under that name after all: neither by a code that stands, nor who has used one and not come
    /// yet. Who follows under it goes on. Throws [RefusedException] where there is nobody.
    public void withdraw(String name, String by) {
        boolean code = hub.codes().withdraw(name);
        database().write(sql -> {
            if (BoxStore.dropPlanned(sql, name) == 0 && !code) {
                throw new RefusedException(
                        "no code stands for " + name + ", and nobody has joined by one and not come");
            }
            hub.log().tell(name, "code withdrawn", by);
            return true;
        });
    }

    /// Lets through what is held back, whatever it is. As below.
    public long publish(String by) {
        return publish(null, by);
    }

    /// Lets through what is held back. Returns of how many people; throws [RefusedException] where nothing is, or
    /// where it is not `shown`: more was taken away since somebody looked at it.
    public long publish(@Nullable Held shown, String by) {
        if (!hub.isHub()) throw new RefusedException(NOTHING_HELD);
        long people = database().write(sql -> {
            Held held = PublishedStore.held(sql);
            if (held == null) throw new RefusedException(NOTHING_HELD);
            if (shown != null && !shown.isSame(held)) {
                throw new RefusedException("it has changed since it was shown: look at it again");
            }
            PublishedStore.publish(sql, held);
            hub.log().tell("all", "published " + held.people() + " people taken away", by);
            return held.people();
        });
        hub.publication().published();
        hub.wake();
        return people;
    }

    /// The boxes that share the identity of a box because its data folder was copied; empty: there is one.
    public List<ClonedBoxes.Copy> copies(View view) {
        return hub.cloned().copies(view.box.id());
    }

    /// Keeps the box whose run begins with `run` of those that share an identity; the others are turned away.
    /// Throws [RefusedException].
    public ClonedBoxes.Copy keep(String name, String run, String by) {
        Box box = database().read(sql -> required(BoxStore.named(sql, name), name));
        return hub.cloned().keep(box, run, by);
    }

    /// What this hub has of a box's log, also of one that has left. Throws [RefusedException] for an unknown name.
    public List<Witnessed> witnessed(String name) {
        return database().read(sql -> {
            Long box = BoxLogStore.boxNamed(sql, name);
            if (box == null) throw unknown(name);
            return BoxLogStore.witnessed(sql, box);
        });
    }

    /// Why boxes are refused, in a sentence; null: none was of late.
    public @Nullable String refused() {
        return hub.links().room().fault();
    }

    /// Why changes are held back here; null while they are not.
    public @Nullable String held() {
        return hub.held();
    }

    /// What the box with that name holds back; throws [RefusedException] where there is no such box, or it holds
    /// nothing.
    public View holding(String name) {
        View view = boxes().stream()
                .filter(one -> one.box().name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
        if (view.told.held() == null) throw new RefusedException("the box " + name + " holds nothing back");
        return view;
    }

    /// Lets a box have the snapshot that it holds back. Throws [RefusedException] where it holds none, or another one
    /// than was shown (null: any).
    public void approve(String name, @Nullable String shown, String by) {
        Box box = database().read(sql -> required(BoxStore.named(sql, name), name));
        Told told = hub.contacts().told(box.id());
        String held = told == null ? null : told.held();
        if (held == null) throw new RefusedException("the box " + name + " holds nothing back");
        if (shown != null && !shown.equals(held)) {
            throw new RefusedException("the box " + name + " holds another one back by now: look at it again");
        }
        database().write(sql -> {
            BoxStore.approve(sql, box.id(), held);
            hub.log().tell(name, "snapshot approved", by);
            return true;
        });
        hub.links().approved(box.id(), held);
    }

    private Database database() {
        return hub.database();
    }

    private static Box required(@Nullable Box box, String name) {
        if (box == null) throw unknown(name);
        return box;
    }

    static RefusedException unknown(String name) {
        return new RefusedException("no box follows this hub under the name " + name);
    }
}
