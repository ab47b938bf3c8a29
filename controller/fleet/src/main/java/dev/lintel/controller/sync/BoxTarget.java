package dev.lintel.controller.sync;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.fleet.EventRows;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.FollowStore.Followed;
import dev.lintel.controller.fleet.HubKnown;
import dev.lintel.controller.fleet.PeopleHere;
import dev.lintel.controller.fleet.PeopleIn;
import dev.lintel.controller.fleet.PeopleKnown;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.sync.Applier.Writing;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.PersonRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// This box as the library that follows a hub or a service sees it.
public final class BoxTarget implements SyncTarget {
    private final Parts parts;
    private final Applier applier;
    private final Swap staging;
    private final EventRows events;
    private final PassedOver passedOver;
    /// What the wiring forbade before the start it may take now: the first question for the cursor says so.
    private final AtomicBoolean triedAgain = new AtomicBoolean();

    /// What it is made of.
    ///
    /// @param orders does what the hub asks of a door
    /// @param key null: this box follows a service, which gets none of its events
    /// @param pending whether a channel's reader waits for its key
    /// @param guard how many people a snapshot may take away
    /// @param box the hub's number of this box
    /// @param version of this program
    public record Parts(
            Database database,
            StageStore stage,
            PolicyCatalog catalog,
            DoorViews doors,
            Function<LinkMessage.Order, LinkMessage.Answer> orders,
            LongPredicate pending,
            Supplier<ClockReading> clock,
            @Nullable BoxKey key,
            Reports reports,
            MassGuard guard,
            long box,
            String hubName,
            String version,
            Time time) {}

    public BoxTarget(Parts parts) {
        this.parts = parts;
        this.events = new EventRows(parts.database);
        this.passedOver = new PassedOver(parts.version, parts.reports);
        this.applier = new Applier(new Applier.Parts(
                parts.database,
                parts.catalog,
                new PolicyStore(parts.database, parts.time, FollowStore::partly),
                parts.reports,
                passedOver,
                parts.hubName,
                parts.key != null,
                parts.time));
        this.staging = new Swap(new Swap.Parts(
                parts.database,
                parts.stage,
                parts.catalog,
                applier,
                parts.reports,
                passedOver,
                parts.guard,
                parts.box,
                parts.version));
    }

    @Override
    public @Nullable Cursor cursor(String hub) {
        return Words.words(() -> {
            boolean first = !triedAgain.get();
            if (first && parts.key != null) begin();
            Followed followed = parts.database.read(FollowStore::get);
            triedAgain.set(true);
            if (followed == null || !followed.upstream().equals(membership(hub))) return null;
            if (first && parts.version.equals(followed.passed().version()))
                passedOver.before(followed.passed().over());
            if (first && followed.policyRefused() != null) return null;
            // An older program passed over what this one may know: until all of it was fetched anew, that is missing.
            if (followed.passed().isNews(parts.version)) return null;
            String text = followed.cursor();
            if (text == null) return null;
            Cursor cursor = Cursor.parse(text);
            Cursor known = parts.database.read(sql -> HubKnown.cursor(sql, hub)); // with its proof
            return known != null && known.isAt(cursor) ? known : cursor;
        });
    }

    @Override
    public @Nullable Cursor lastCursor(String hub) {
        return Words.words(() -> parts.database.read(sql -> HubKnown.cursor(sql, hub)));
    }

    private void begin() {
        parts.database.write(sql -> {
            PeopleKnown.prune(sql);
            return true;
        });
        parts.reports.revocations(parts.database.read(Applier::revocations));
    }

    private String membership(String hub) {
        return FollowStore.membership(hub, parts.box);
    }

    @Override
    public void apply(String hub, List<DownLine> lines, @Nullable Cursor to) {
        PolicyLine policy = null;
        var people = new ArrayList<DownLine>();
        for (DownLine line : lines) {
            switch (line) {
                case PolicyLine newest -> policy = newest;
                case PersonLine _, DownLine.Gone _ -> people.add(line);
                case DownLine.Begin _, DownLine.Part _, DownLine.Head _, DownLine.Unknown _ -> {}
            }
        }
        PolicyLine newest = policy;
        write(people, () -> applier.write(newest, new Writing(membership(hub), in -> write(in, people), to)));
    }

    /// Where the disk does not take what the hub sends of people, memory does not know them any more, and those who are
    /// gone or disabled are turned away.
    private void write(List<DownLine> people, Runnable work) {
        try {
            Words.words(() -> {
                work.run();
                return true;
            });
            RightsStore.resume(parts.database, ids(people, _ -> true));
            parts.reports.written();
        } catch (TargetException e) {
            RightsStore.forget(parts.database, ids(people, _ -> true));
            RightsStore.suspend(parts.database, ids(people, BoxTarget::isTaken));
            parts.reports.unwritten();
            throw e;
        }
    }

    private static List<Long> ids(List<DownLine> people, Predicate<DownLine> which) {
        var ids = new ArrayList<Long>();
        for (DownLine line : people) {
            if (!which.test(line)) continue;
            if (line instanceof PersonLine person) ids.add(person.row().id());
            if (line instanceof DownLine.Gone gone) ids.add(gone.id());
        }
        return ids;
    }

    private static boolean isTaken(DownLine line) {
        return line instanceof DownLine.Gone
                || (line instanceof PersonLine person && !person.row().enabled());
    }

    @Override
    public void narrow(String hub, List<DownLine> lines) {
        write(lines, () -> applier.write(null, new Writing(membership(hub), in -> in.narrow(lines), null)));
    }

    /// In their order: who is gone may be there again.
    private static void write(PeopleIn in, List<DownLine> lines) {
        var together = new ArrayList<PersonLine>();
        for (DownLine line : lines) {
            if (line instanceof PersonLine person) together.add(person);
            if (!(line instanceof DownLine.Gone gone)) continue;
            in.put(together);
            together.clear();
            in.gone(gone.id(), gone.revision());
        }
        in.put(together);
    }

    @Override
    public Check check() {
        return Words.words(() -> parts.database.read(FollowStore::check));
    }

    @Override
    public @Nullable Long revision(long personId) {
        return Words.words(() -> parts.database.read(sql -> FollowStore.revision(sql, personId)));
    }

    @Override
    public @Nullable PersonRow person(long personId) {
        return Words.words(() ->
                parts.database.read(sql -> PeopleHere.of(sql, List.of(personId)).get(personId)));
    }

    @Override
    public Staging staging() {
        return staging;
    }

    @Override
    public List<EventRow> eventsAfter(long id, int max) {
        return Words.words(() -> {
            Followed followed = parts.database.read(FollowStore::get);
            Long known = followed == null ? null : followed.ownBefore();
            long own = known == null ? Long.MAX_VALUE : known;
            return events.after(id, max).stream()
                    .map(row -> row.id() < own ? row.own() : row)
                    .toList();
        });
    }

    @Override
    public LogMark head() {
        return Words.words(events::head);
    }

    @Override
    public @Nullable LogMark mark(long id) {
        return Words.words(() -> events.mark(id));
    }

    @Override
    public void awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        var _ = parts.database.events().awaitHeadAbove(id, timeoutMs);
    }

    @Override
    public byte[] sign(String text) {
        BoxKey key = parts.key;
        if (key == null) throw new IllegalStateException("nothing is signed for a service");
        return key.sign(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public State state() {
        String clock = parts.clock.get().trust().name().toLowerCase(Locale.ROOT);
        List<DoorRow> doors = parts.doors.all().stream().map(this::door).toList();
        return new State(clock, doors, parts.reports.problem(), parts.reports.revocations());
    }

    private DoorRow door(DoorView view) {
        boolean silent =
                !view.readersOnline().isEmpty() && !view.readersOnline().containsValue(true);
        String status = parts.pending.test(view.channelId()) ? "pending_encryption" : silent ? "offline" : "online";
        Lockdown lockdown = view.standing().lockdown();
        Standing.Secure secure = view.standing().secure();
        RaisedAlarm alarm = view.alarm();
        return new DoorRow(
                view.channelId(),
                view.unit(),
                status,
                view.state(),
                view.strikeReleased(),
                view.leafOpen(),
                view.mode(),
                view.standing().relockAtMs(),
                view.changedAtMs(),
                lockdown.card(),
                lockdown.rex(),
                lockdown.aux(),
                secure != null,
                secure == null ? null : secure.untilMs(),
                alarm == null ? null : alarm.cause().word(),
                alarm != null && alarm.acknowledged(),
                view.standing().evacuated());
    }

    @Override
    public LinkMessage.Answer obey(LinkMessage.Order order) {
        LinkMessage.Answer answer = parts.orders.apply(order);
        DoorView view = parts.doors.of(order.channelId());
        return view == null ? answer : answer.with(door(view));
    }

    @Override
    public void progress(Progress progress) {
        if (progress instanceof Progress.Skipped(String what)) passedOver.row(what);
        else parts.reports.tell(progress);
    }
}
