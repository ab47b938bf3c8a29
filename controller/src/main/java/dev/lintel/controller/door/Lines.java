package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.Reader;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is known of one door's readers and of its tamper line; the log hears of changes. The door lane only.
final class Lines {
    /// Where the door's own tamper line is, beside the readers' sides.
    static final String DOOR = DoorView.DOOR;

    private final DoorLog log;
    private final Map<String, Boolean> online = new TreeMap<>();
    private final Set<String> tampers = new TreeSet<>();
    private final Set<String> powerless = new TreeSet<>();

    /// `known`: what the log knows to be tampered with.
    Lines(Map<String, Reader> readers, DoorLog log, Set<String> known) {
        this.log = log;
        tampers.addAll(known);
        readers.forEach((side, reader) -> online.put(side, reader.online()));
    }

    void tamper(String where, boolean on, long atNs) {
        boolean changed = on ? tampers.add(where) : tampers.remove(where);
        if (!changed) return;
        Map<String, Object> what = where.equals(DOOR) ? Map.of("input", "tamper") : Map.of("reader", where);
        log.tell(on ? EventKind.TAMPER : EventKind.TAMPER_CLEARED, atNs, what);
    }

    /// At a start: what a reader told before is over until it tells of it again, which it does at once where its
    /// housing is open still.
    void forgetReaders(long atNs) {
        for (String side : online.keySet()) tamper(side, false, atNs);
    }

    void power(LaneInput.ReaderPower power) {
        boolean changed = power.failed() ? powerless.add(power.side()) : powerless.remove(power.side());
        if (changed && power.failed()) log.tell(EventKind.POWER_FAIL, power.atNs(), Map.of("reader", power.side()));
    }

    void online(LaneInput.ReaderLine line) {
        Boolean before = online.put(line.side(), line.online());
        if (before != null && before == line.online()) return;
        EventKind kind = line.online() ? EventKind.READER_ONLINE : EventKind.READER_OFFLINE;
        log.tell(kind, line.atNs(), Map.of("reader", line.side()));
    }

    /// Nothing it says is believed until it has proven its key again; somebody must look at it.
    void insecure(LaneInput.ReaderInsecure insecure) {
        log.tell(
                EventKind.TAMPER,
                insecure.atNs(),
                Map.of(
                        "reader", insecure.side(),
                        "reason", "secure_channel",
                        "found", insecure.why(),
                        "attempts", insecure.attempts()));
    }

    Map<String, Boolean> online() {
        return online;
    }

    Set<String> tampers() {
        return tampers;
    }
}
