package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.Reader;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is known of one door's readers, of its tamper line and of fire that has passed; the log hears of
/// changes. The door lane only.
final class Lines {
    /// Where the door's own tamper line is, beside the readers' sides.
    static final String DOOR = DoorView.DOOR;

    private final Map<String, Reader> readers;
    private final DoorLog log;
    private final Map<String, Boolean> online = new TreeMap<>();
    private final Set<String> tampers = new TreeSet<>();
    private final Set<String> powerless = new TreeSet<>();
    private boolean burnt;
    private long fireEndedNs = Long.MIN_VALUE;

    /// `known`: what the log knows to be tampered with.
    Lines(Map<String, Reader> readers, DoorLog log, Set<String> known) {
        this.readers = readers;
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

    /// Fire that was over before the lane heard of it: the strike had let go all the same, and the log says why.
    void fireOver(LaneInput.FireMoved moved) {
        if (moved.on() == burnt || moved.atNs() <= fireEndedNs) return;
        burnt = moved.on();
        log.tell(burnt ? EventKind.FIRE_RELEASE_ON : EventKind.FIRE_RELEASE_OFF, moved.atNs(), Map.of());
    }

    /// The end of a fire is told: what was said of it before is no other.
    void fireEnds(long atNs) {
        fireEndedNs = atNs;
    }

    /// Fire begins, and is no more over: the end of the one before is told first.
    void fireBegins(long atNs) {
        if (burnt) log.tell(EventKind.FIRE_RELEASE_OFF, atNs, Map.of());
        burnt = false;
    }

    void power(LaneInput.ReaderPower power) {
        boolean changed = power.failed() ? powerless.add(power.side()) : powerless.remove(power.side());
        if (changed && power.failed()) log.tell(EventKind.POWER_FAIL, power.atNs(), Map.of("reader", power.side()));
    }

    void online(LaneInput.ReaderLine line) {
        online(line.side(), line.online(), line.atNs());
    }

    private void online(String side, boolean now, long atNs) {
        Boolean before = online.put(side, now);
        if (before != null && before == now) return;
        log.tell(now ? EventKind.READER_ONLINE : EventKind.READER_OFFLINE, atNs, Map.of("reader", side));
    }

    /// A reader that came or went while nobody listened is noticed.
    void lookAgain(long atNs) {
        readers.forEach((side, reader) -> online(side, reader.online(), atNs));
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
