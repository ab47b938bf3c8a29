package dev.lintel.sync.cloud;

import dev.lintel.sync.Progress;
import dev.lintel.sync.Progress.Shared.Value;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.cloud.CloudException.Kind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.StateHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A full listing of the people, which alone removes who is gone. One thread.
///
/// ```
///   first read   only hashed, nothing is written ─── agrees with the box ─► done, as nearly always
///                                                └── a few differ ─► those are asked for singly and applied
///   second read  staged ─► who was in the first and is not in this one is asked for singly
///                       ─► what changed meanwhile ─► checked ─► swap (its guard may hold it back)
/// ```
///
/// Anything that goes wrong in between lets go of the stage, and nobody is removed. Who is removed was missing
/// twice, or was asked for by name.
final class Listing {
    /// Of all cursors here: a service has no eras.
    static final String ERA = "api";
    /// Lines at once.
    static final int BATCH = 500;

    private final SyncTarget target;
    private final String hub;
    private final Catalog catalog;
    private final Pages pages;
    private final ServiceClock clock;
    private final Standing standing;
    private final BooleanSupplier stopping;
    private @Nullable Held held;
    private boolean hasStarted;
    private List<Value> shared = List.of();

    /// What it works with.
    ///
    /// @param pages to read with, which lets other work in between
    /// @param standing is told what stands
    /// @param stopping nothing long is to be gone on with
    record Parts(Catalog catalog, Pages pages, ServiceClock clock, Standing standing, BooleanSupplier stopping) {}

    /// @param hub names who is followed
    Listing(SyncTarget target, String hub, Parts parts) {
        this.target = target;
        this.hub = hub;
        this.catalog = parts.catalog;
        this.pages = parts.pages;
        this.clock = parts.clock;
        this.standing = parts.standing;
        this.stopping = parts.stopping;
    }

    /// A swap that waits for an operator.
    private record Held(String name, Read read) {}

    /// What came of it.
    ///
    /// @param changed people as the box has them were not as the service has them
    /// @param people that the service has
    /// @param held names what an operator must let through; null: all stands
    /// @param shared what the service gives to two people
    /// @param dateMs the service's clock up to which all is there, Unix milliseconds; null: it does not say
    record Outcome(
            boolean changed,
            long people,
            @Nullable String held,
            List<Value> shared,
            @Nullable Long dateMs) {}

    /// One reading of all people.
    private record Read(
            Map<Long, Long> revisions,
            List<Value> shared,
            @Nullable Long dateMs) {
        Check check() {
            var hash = new StateHash();
            revisions.forEach(hash::add);
            return hash.check();
        }
    }

    /// Brings a swap to its end that was stopped or killed in its middle, before anything is asked of the
    /// service: it was let through, all of it is here, and until then whoever is not written yet stands
    /// before shut doors.
    void end() throws InterruptedException {
        Staged staged = target.staging().standing(hub);
        if (staged == null || !staged.swapping()) return;
        target.staging().swap(null, stopping);
        standing.forget();
    }

    /// @param newest what is known beside the people, which may change between two pages
    /// @param approved the name of what an operator has let through
    Outcome run(Supplier<View> newest, Cuts cuts, @Nullable String approved) throws InterruptedException {
        boolean isFirst = target.cursor(hub) == null;
        Read first = isFirst ? null : steady(newest, cuts, false);
        if (first != null) {
            if (agrees(first)) {
                held = null;
                return new Outcome(false, first.revisions.size(), null, shared(newest.get(), first), first.dateMs);
            }
            if (isHeld(first)) return swap(newest.get(), first, approved);
            if (mended(newest.get(), first)) {
                return new Outcome(true, first.revisions.size(), null, shared(newest.get(), first), first.dateMs);
            }
        }
        held = null;
        target.progress(new Progress.Started(true));
        hasStarted = true;
        try {
            Read second = steady(newest, isFirst ? cuts : new Cuts(), true);
            if (first != null) confirm(newest.get(), first, second);
            second = catchUp(newest, second);
            if (!second.check().equals(target.staging().check())) {
                throw new CloudException(Kind.ODD, "what was staged is not what was read");
            }
            return swap(newest.get(), second, approved);
        } catch (RuntimeException e) {
            drop(e);
            throw e;
        }
    }

    private void drop(RuntimeException because) {
        try {
            target.staging().drop();
        } catch (TargetException e) {
            because.addSuppressed(e); // a disk that fails here too; the next one that begins lets go of it
        }
    }

    /// Whether a staged listing was told of as started since this was last asked.
    boolean takeStarted() {
        boolean was = hasStarted;
        hasStarted = false;
        return was;
    }

    private boolean agrees(Read read) {
        if (!read.check().equals(target.check())) return false;
        standing.whole(read.revisions);
        return true;
    }

    /// Whether the same people wait for an operator already.
    private boolean isHeld(Read read) {
        return held != null
                && held.read.revisions.equals(read.revisions)
                && target.staging().standing(hub) != null;
    }

    /// Applies the few that differ, so that one person who is gone does not stage everybody. They are too few
    /// for the swap's guard to mind. Returns whether the box agrees then.
    private boolean mended(View view, Read read) throws InterruptedException {
        List<Long> few = standing.differences(read.revisions);
        if (few == null || few.isEmpty()) return false;
        var lines = new ArrayList<DownLine>();
        try {
            for (long id : few) lines.add(catalog.one(view, id));
        } catch (CloudException e) {
            if (e.kind() == Kind.STOPPED) throw e;
            return false; // somebody may be told of in the list only: it is staged
        }
        standing.apply(lines, null);
        take(read, lines);
        return agrees(read);
    }

    private static void take(Read read, List<DownLine> lines) {
        for (DownLine line : lines) {
            if (line instanceof PersonLine person)
                read.revisions.put(person.row().id(), person.revision());
            else if (line instanceof DownLine.Gone gone) read.revisions.remove(gone.id());
        }
    }

    /// Reads until the list stands still.
    private Read steady(Supplier<View> newest, Cuts cuts, boolean stages) throws InterruptedException {
        for (int pass = 1; ; pass++) {
            try {
                return read(newest.get(), pass == 1 ? cuts : new Cuts(), stages);
            } catch (CloudException e) {
                if (e.kind() != Kind.MOVED || pass == Limits.PASSES) throw e;
            }
        }
    }

    private Read read(View view, Cuts cuts, boolean stages) throws InterruptedException {
        var revisions = new HashMap<Long, Long>();
        var shared = new SharedValues();
        var batch = new Batch(stages ? target.staging() : null);
        if (stages) {
            standing.reading();
            target.staging().begin(hub, cursor(clock.atLeast(clock.nowNs())), false);
        }
        Pages.Walked walked = catalog.all(pages, view, cuts, (line, id) -> {
            if (!(line instanceof PersonLine person)) return;
            revisions.put(id, person.revision());
            shared.add(person.row());
            batch.add(person);
        });
        batch.end();
        return new Read(revisions, shared.found(), walked.dateMs());
    }

    /// Lines on their way into the stage.
    private static final class Batch {
        private final SyncTarget.@Nullable Staging staging;
        private final List<PersonLine> lines = new ArrayList<>();
        private long upTo;

        Batch(SyncTarget.@Nullable Staging staging) {
            this.staging = staging;
        }

        void add(PersonLine line) {
            if (staging == null) return;
            upTo = Math.max(upTo, line.row().id());
            lines.add(line);
            if (lines.size() < BATCH) return;
            staging.keep(List.copyOf(lines), upTo, null, false);
            lines.clear();
        }

        void end() {
            if (staging != null) staging.keep(List.copyOf(lines), upTo, null, true);
        }
    }

    /// A row that moved to an earlier page while the list was read was in neither page: asked for, it is there.
    private void confirm(View view, Read first, Read second) throws InterruptedException {
        List<Long> missing = first.revisions.keySet().stream()
                .filter(id -> !second.revisions.containsKey(id))
                .toList();
        if (missing.size() > Limits.CONFIRM_MAX) {
            throw new CloudException(Kind.MOVED, "two readings of the people differ by " + missing.size());
        }
        for (long id : missing) {
            if (catalog.one(view, id) instanceof PersonLine) {
                throw new CloudException(Kind.MOVED, "a reading of the people passed over person " + id);
            }
        }
    }

    /// Brings into the stage what changed since its reading began.
    private Read catchUp(Supplier<View> newest, Read read) throws InterruptedException {
        Long upTo = read.dateMs;
        if (upTo != null) {
            Catalog.Newer newer = catalog.since(pages, newest.get(), upTo / 1000 - Limits.OVERLAP_S);
            upTo = newer.dateMs();
            change(read, newer.lines(), upTo);
        }
        change(read, meanwhile(newest.get(), read), upTo);
        return new Read(read.revisions, read.shared, upTo);
    }

    /// Those whom a webhook or a reservation told of while it was read: who changed by `updated_at` need not have them,
    /// and what stands of them is not to be undone.
    private List<DownLine> meanwhile(View view, Read read) throws InterruptedException {
        List<Long> ids = standing.sinceReading(read.revisions);
        if (ids.size() > Limits.SINGLES_MAX) {
            throw new CloudException(Kind.MOVED, "while people were read " + ids.size() + " of them changed");
        }
        var lines = new ArrayList<DownLine>();
        for (long id : ids) lines.add(catalog.one(view, id));
        return lines;
    }

    private void change(Read read, List<DownLine> all, @Nullable Long upTo) {
        List<DownLine> lines = all.stream()
                .filter(line -> !(line instanceof PersonLine person)
                        || !Long.valueOf(person.revision())
                                .equals(read.revisions.get(person.row().id())))
                .toList();
        take(read, lines);
        for (int from = 0; from < lines.size(); from += BATCH) {
            target.staging().change(lines.subList(from, Math.min(lines.size(), from + BATCH)), cursor(upTo));
        }
    }

    /// What two people have at this time, as far as it can be asked for.
    private List<Value> shared(View view, Read read) throws InterruptedException {
        try {
            List<Value> now = confirmed(view, read.shared);
            giveBack(view, now);
            shared = now;
        } catch (CloudException e) {
            if (e.kind() == Kind.STOPPED) throw e; // else the next listing asks again
        }
        return shared;
    }

    /// A value that moved from one person to another between two pages was read with both: who was not known to share
    /// one is asked for singly.
    private List<Value> confirmed(View view, List<Value> read) throws InterruptedException {
        Set<Long> fresh = new TreeSet<>();
        for (Value value : read) if (!shared.contains(value)) fresh.addAll(value.people());
        if (fresh.isEmpty() || fresh.size() > Limits.GONE_MAX) return read;
        var again = new SharedValues();
        for (long id : fresh) if (catalog.one(view, id) instanceof PersonLine person) again.add(person.row());
        List<Value> now = again.found();
        return read.stream()
                .filter(value -> shared.contains(value) || now.contains(value))
                .toList();
    }

    /// Writes again who shared a value that one person has now: here another one may have had it.
    private void giveBack(View view, List<Value> now) throws InterruptedException {
        Set<Long> people = new TreeSet<>();
        for (Value before : shared) if (!now.contains(before)) people.addAll(before.people());
        if (people.isEmpty()) return;
        var lines = new ArrayList<DownLine>();
        for (long id : people) lines.add(catalog.one(view, id));
        standing.forget(people);
        standing.apply(lines, null);
    }

    private Outcome swap(View view, Read read, @Nullable String approved) throws InterruptedException {
        String name = target.staging().swap(approved, stopping);
        held = name == null ? null : new Held(name, read);
        if (name == null) standing.whole(read.revisions);
        return new Outcome(true, read.revisions.size(), name, shared(view, read), read.dateMs);
    }

    /// Unix seconds of the service's clock as a cursor.
    static Cursor cursor(@Nullable Long dateMs) {
        return new Cursor(ERA, dateMs == null ? 0 : Math.clamp(dateMs / 1000, 0, 999_999_999_999L));
    }
}
