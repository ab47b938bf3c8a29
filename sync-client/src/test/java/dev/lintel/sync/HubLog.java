package dev.lintel.sync;

import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.UpLine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// What a hub has of one box's log: each event of a branch once, in order. Guards itself.
final class HubLog {
    /// The current branch with what it took over from those before.
    private final TreeMap<Long, EventRow> current = new TreeMap<>();
    /// Everything that was ever appended, in its order.
    private final List<EventRow> appended = new ArrayList<>();
    private final List<UpLine.Head> heads = new ArrayList<>();
    private int branch = 1;

    synchronized LogMark newest() {
        return current.isEmpty() ? LogMark.NONE : mark(current.lastEntry().getValue());
    }

    synchronized LogMark at(long id) {
        EventRow row = current.get(id);
        return row == null ? LogMark.NONE : mark(row);
    }

    private static LogMark mark(EventRow row) {
        return new LogMark(row.id(), row.hash());
    }

    /// False: `after` is not the newest.
    synchronized boolean upload(LogMark after, List<UpLine> lines) {
        if (!after.equals(newest())) return false;
        for (UpLine line : lines) {
            switch (line) {
                case UpLine.Event(EventRow row) -> {
                    if (row.id() != newest().id() + 1) throw new AssertionError("a gap before " + row.id());
                    current.put(row.id(), row);
                    appended.add(row);
                }
                case UpLine.Head head -> {
                    if (!newest().equals(new LogMark(head.id(), head.hash()))) throw new AssertionError("wrong head");
                    heads.add(head);
                }
            }
        }
        return true;
    }

    synchronized boolean fork(LogMark after) {
        if (!at(after.id()).equals(after)) return false;
        current.tailMap(after.id(), false).clear();
        branch++;
        return true;
    }

    /// As after a restore of an older backup.
    synchronized void forget(long above) {
        current.tailMap(above, false).clear();
        appended.removeIf(row -> row.id() > above);
    }

    synchronized List<EventRow> appended() {
        return List.copyOf(appended);
    }

    synchronized List<UpLine.Head> heads() {
        return List.copyOf(heads);
    }

    synchronized int branch() {
        return branch;
    }
}
