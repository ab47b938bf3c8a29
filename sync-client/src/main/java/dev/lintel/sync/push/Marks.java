package dev.lintel.sync.push;

import dev.lintel.sync.Gear;
import dev.lintel.sync.Progress;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;

/// Where this box's log and what the hub has of it are one. The pusher's thread.
final class Marks {
    private static final String JSON = "application/json";

    private final Gear gear;

    Marks(Gear gear) {
        this.gear = gear;
    }

    /// The newest event that both have and that uploads go on after; begins a new branch at the hub where the
    /// hub's newest is none of this log's.
    LogMark common() throws InterruptedException {
        LogMark there = ask("");
        if (isOurs(there)) return there;
        LogMark last = search(Math.min(there.id(), gear.target().head().id()));
        gear.target().progress(new Progress.Forked(last.id()));
        LogMark next = gear.target().mark(last.id() + 1);
        String query = "?after=" + last.id() + "&hash=" + last.hash() + (next == null ? "" : "&next=" + next.hash());
        String answer = gear.client()
                .post(Wire.BRANCH + query, JSON, "{}", gear.limits().answerMs());
        LogMark begun = LogMark.parse(answer);
        if (begun.id() > last.id() && isOurs(begun)) return begun; // the hub has this log in an earlier branch
        if (!begun.equals(last)) throw new WireException("the hub began a branch after another event than was asked");
        return begun;
    }

    private boolean isOurs(LogMark there) {
        return there.id() == 0 || there.equals(gear.target().mark(there.id()));
    }

    /// A log is a chain of hashes: where one event is the same, all before it are. So halves are enough: some
    /// twenty questions for a million events.
    private LogMark search(long most) throws InterruptedException {
        LogMark common = LogMark.NONE;
        long low = 1;
        long high = most;
        while (low <= high) {
            long middle = low + (high - low) / 2;
            LogMark here = gear.target().mark(middle);
            if (here != null && here.equals(ask("?at=" + middle))) {
                common = here;
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return common;
    }

    private LogMark ask(String query) throws InterruptedException {
        LogMark mark = LogMark.parse(
                gear.client().get(Wire.EVENTS + query, gear.limits().answerMs()));
        if (mark.id() < 0) throw new WireException("id must not be negative");
        return mark;
    }
}
