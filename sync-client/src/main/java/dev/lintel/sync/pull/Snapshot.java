package dev.lintel.sync.pull;

import dev.lintel.sync.Gear;
import dev.lintel.sync.HubState.Work;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.SyncTarget.Staging;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.LineReader.TooLong;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Everything, beside what stands: fetched in parts, brought up to date, compared, made to stand. Goes on
/// where the staging is. The puller's thread.
final class Snapshot {
    /// Comparisons before what was staged is dropped: once for a line that was on its way, and twice more.
    private static final int CHECKS_MAX = 3;

    private final Gear gear;
    private final Reading reading;
    private final Changes changes;
    private final Unread unread;
    private final BooleanSupplier stopping;

    Snapshot(Gear gear, Reading reading, Changes changes, Unread unread, BooleanSupplier stopping) {
        this.gear = gear;
        this.reading = reading;
        this.changes = changes;
        this.unread = unread;
        this.stopping = stopping;
    }

    /// Null once it stands, else the name of what is held back until that is `approved`.
    /// Whoever and whatever the hub takes away meanwhile is taken away from what stands, too, however long
    /// the snapshot is held back.
    @Nullable
    String bring(@Nullable String approved, Round round) throws InterruptedException {
        round.snapshot();
        reading.phase(Work.SNAPSHOT, round);
        Staging staging = gear.target().staging();
        try {
            Staged staged = staging.standing(gear.hub());
            while (staged == null || !staged.complete()) {
                fetch(staging, staged, round);
                staged = staging.standing(gear.hub());
            }
            return finish(staging, new StagingSink(staging, staged.from()), approved, round);
        } catch (UpstreamException e) {
            // The hub was restored meanwhile: what is staged comes from a time that it does not know.
            if (e.isCursorUnknown()) staging.drop();
            throw e;
        }
    }

    /// Brings a swap to its end that was stopped or killed in its middle; false: there is none. Nothing is
    /// asked of the hub for that: it was let through, all of it is here, and until then whoever is not
    /// written yet stands before shut doors.
    boolean ended(Round round) throws InterruptedException {
        Staging staging = gear.target().staging();
        Staged staged = staging.standing(gear.hub());
        if (staged == null || !staged.swapping()) return false;
        round.snapshot();
        reading.phase(Work.SNAPSHOT, round);
        return staging.swap(null, stopping) == null;
    }

    private void fetch(Staging staging, @Nullable Staged staged, Round round) throws InterruptedException {
        // Where nobody is there yet, it may as well begin anew.
        Staged on = staged != null && staged.upTo() > 0 ? staged : null;
        Cursor known = gear.target().lastCursor(gear.hub());
        String last = known == null ? "" : "?" + known.query("known");
        String from = on == null ? last : "?from=" + on.from() + "&after=" + on.upTo();
        reading.read(Wire.SNAPSHOT + from, new Part(staging, on, round), round);
    }

    private @Nullable String finish(Staging staging, StagingSink sink, @Nullable String approved, Round round)
            throws InterruptedException {
        String differing = "";
        for (int i = 0; i < CHECKS_MAX; i++) {
            Head head = changes.checked(sink.at, sink, round);
            sink.at = head.cursor();
            Check there = head.check();
            if (there == null) throw new UpstreamException("the hub compares nothing now: the snapshot waits");
            Check here = staging.check();
            if (unread.agree(here, there, staging::revision)) return staging.swap(approved, stopping);
            differing = here.count() + " people here, " + there.count() + " at the hub";
        }
        staging.drop();
        throw new Disagreement("what was fetched does not agree with the hub (" + differing + "); it is fetched anew");
    }

    private final class StagingSink implements Changes.Sink {
        private final Staging staging;
        private Cursor at;

        StagingSink(Staging staging, Cursor at) {
            this.staging = staging;
            this.at = at;
        }

        @Override
        public void take(List<DownLine> lines, @Nullable Cursor to) {
            List<DownLine> people = lines.stream()
                    .filter(line -> line instanceof DownLine.Gone || line instanceof PersonLine)
                    .toList();
            // First: were it staged already and this failed, nobody would come by here again.
            if (!people.isEmpty()) gear.target().narrow(gear.hub(), people);
            unread.read(lines);
            boolean nothing = lines.isEmpty() && (to == null || to.equals(at));
            if (to != null) at = to;
            if (!nothing) staging.change(lines, at);
        }

        @Override
        public void tooLong(TooLong line) {
            unread.add(line);
            staging.stays(line.personId());
        }
    }

    /// Begin, Policy?, Person*, Part. People are kept batch by batch, but count as there only once the part's
    /// count and hash are right.
    private final class Part implements Reading.Taker {
        private final Staging staging;
        private final @Nullable Staged staged;
        private final Round round;
        private final List<PersonLine> batch = new ArrayList<>();
        private int chars;
        private long count;
        private long upTo;
        private long lastId;
        private boolean begun;
        private DownLine.@Nullable Begin begin;
        private DownLine.@Nullable PolicyLine policy;
        private DownLine.@Nullable Part end;

        Part(Staging staging, @Nullable Staged staged, Round round) {
            this.staging = staging;
            this.staged = staged;
            this.round = round;
            upTo = staged == null ? 0 : staged.upTo();
            lastId = upTo;
        }

        @Override
        public void begin(DownLine.Begin begins) {
            begin = begins;
        }

        @Override
        public void line(DownLine line, String text) {
            if (end != null) throw new WireException("something follows the end of the hub's part");
            switch (line) {
                case DownLine.PolicyLine given -> {
                    if (count > 0 || policy != null) throw new WireException("the hub's policy does not come first");
                    policy = given;
                }
                case PersonLine person -> take(person, text);
                case DownLine.Part part -> end = part;
                case DownLine.Gone _, Head _ -> throw new WireException("a change is in the hub's snapshot");
                case DownLine.Begin _, DownLine.Unknown _ -> throw new IllegalStateException("Reading keeps these");
            }
        }

        @Override
        public void tooLong(TooLong line) {
            if (end != null) throw new WireException("something follows the end of the hub's part");
            long id = line.personId();
            if (id <= lastId) throw new WireException("the people of the hub's snapshot are not in order");
            keep(upTo, false); // so that it has begun
            lastId = id;
            count++;
            unread.add(line);
            staging.stays(id);
            round.came();
        }

        private void take(PersonLine person, String text) {
            long id = person.row().id();
            if (id <= lastId) throw new WireException("the people of the hub's snapshot are not in order");
            boolean full = batch.size() >= gear.limits().batchLines()
                    || chars + text.length() > gear.limits().batchChars();
            if (full && !batch.isEmpty()) keep(upTo, false);
            lastId = id;
            count++;
            batch.add(person);
            chars += text.length();
            round.came();
            reading.phase(Work.SNAPSHOT, round);
        }

        private void keep(long all, boolean last) {
            if (!begun && staged == null) {
                DownLine.Begin first = Objects.requireNonNull(begin);
                staging.begin(gear.hub(), first.from(), first.restored());
            }
            begun = true;
            staging.keep(List.copyOf(batch), all, policy, last);
            unread.read(List.copyOf(batch));
            policy = null;
            batch.clear();
            chars = 0;
        }

        @Override
        public void end(String sha256) {
            DownLine.Part part = end;
            if (part == null) throw new WireException("the hub's answer ended too early");
            boolean same = part.sha256().equals(sha256);
            if (part.count() != count || !same) {
                throw new WireException("a part of the hub's snapshot does not agree with its own count and hash");
            }
            boolean on = part.last() || part.upTo() > upTo;
            if (part.upTo() < lastId || !on) throw new WireException("a part of the hub's snapshot goes nowhere");
            upTo = part.upTo();
            keep(upTo, part.last());
        }
    }
}
