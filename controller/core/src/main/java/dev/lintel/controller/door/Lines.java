package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.Reader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is known of one door's readers, of its tamper line and of fire that has passed; the log hears of
/// changes. The door lane only.
final class Lines {
    /// Where the door's own tamper line is, beside the readers' sides.
    static final String DOOR = DoorView.DOOR;

    private static final String SUPPLY = " supply";

    private final Map<String, Reader> readers;
    private final FireHold fire;
    private final DoorLog log;
    private final Map<String, Boolean> online = new TreeMap<>();
    private final Set<String> tampers = new TreeSet<>();
    private final Set<String> reported = new TreeSet<>();
    private final Set<String> powerless = new TreeSet<>(); // as the log has it
    private final Set<String> unconfirmed = new TreeSet<>(); // of these, what readers have not reported since the start
    private boolean burnt;
    private Set<String> zones = Set.of(); // that the log has of the fire that it knows
    private long fireEndedNs = Long.MIN_VALUE;

    /// `known`: the alarms that the log knows of, see [#reportedAlarms].
    Lines(DoorParts parts, DoorLog log, Set<String> known) {
        this.readers = parts.readers();
        this.fire = parts.strike().fireHold();
        this.log = log;
        for (String alarm : known) {
            if (alarm.endsWith(SUPPLY)) powerless.add(alarm.substring(0, alarm.length() - SUPPLY.length()));
            else reported.add(alarm);
        }
        tampers.addAll(reported);
        unconfirmed.addAll(powerless);
        readers.forEach((side, reader) -> online.put(side, reader.online()));
    }

    void tamper(String where, boolean on, long atNs) {
        tamper(where, on, 1, atNs);
    }

    void tamper(LaneInput.TamperMoved moved) {
        tamper(moved.where(), moved.on(), moved.changes(), moved.atNs());
    }

    /// Between two reports of a switch that flaps the door has its state. One that opened and closed meanwhile was an
    /// alarm, too.
    private void tamper(String where, boolean on, int changes, long atNs) {
        if (on) tampers.add(where);
        else tampers.remove(where);
        if (changes == 0) return;
        boolean was = reported.contains(where);
        if (was == on && changes < 2) return;
        if (on || !was) log.tell(EventKind.TAMPER, atNs, where(where, on ? changes : changes - 1));
        if (!on) log.tell(EventKind.TAMPER_CLEARED, atNs, where(where, was ? changes : 1));
        if (on) reported.add(where);
        else reported.remove(where);
    }

    private static Map<String, Object> where(String where, int changes) {
        Map<String, Object> what = new TreeMap<>();
        if (where.equals(DOOR)) what.put("input", "tamper");
        else what.put("reader", where);
        if (changes > 1) what.put("changes", changes);
        return what;
    }

    /// At a start: what a reader told before is over until it tells of it again, which it does at once where its
    /// housing is open still.
    void forgetReaders(long atNs) {
        for (String side : online.keySet()) tamper(side, false, atNs);
    }

    /// Fire that was over before the lane heard of it: the strike had let go all the same, and the log says why.
    /// Returns whether the log has this move now.
    boolean fireOver(LaneInput.FireMoved moved) {
        if (moved.on() == burnt || moved.atNs() <= fireEndedNs) return false;
        burnt = moved.on();
        log.tell(burnt ? EventKind.FIRE_RELEASE_ON : EventKind.FIRE_RELEASE_OFF, moved.atNs(), zones(burnt));
        return true;
    }

    /// The zones of a fire that begins now, or of one that ends: all that have burnt meanwhile.
    Map<String, Object> zones(boolean begins) {
        Set<String> names = new TreeSet<>(fire.taken());
        if (!begins) names.addAll(zones);
        zones = begins ? Set.copyOf(names) : Set.of();
        return facts(names);
    }

    private static Map<String, Object> facts(Set<String> zones) {
        return zones.isEmpty() ? Map.of() : Map.of("zones", List.copyOf(zones));
    }

    /// The end of a fire is told: what was said of it before is no other.
    void fireEnds(long atNs) {
        fireEndedNs = atNs;
    }

    /// Fire begins, and is no more over: the end of the one before is told first.
    void fireBegins(long atNs) {
        if (burnt) log.tell(EventKind.FIRE_RELEASE_OFF, atNs, facts(new TreeSet<>(zones)));
        burnt = false;
    }

    /// Nothing at the door depends on it.
    void power(LaneInput.ReaderPower power) {
        unconfirmed.remove(power.side());
        if (power.changes() == 0) return;
        power(power.side(), power.failed(), power.changes(), power.atNs());
    }

    private void power(String side, boolean failed, int changes, long atNs) {
        boolean was = powerless.contains(side);
        if (was == failed && changes < 2) return;
        if (failed || !was) log.tell(EventKind.POWER_FAIL, atNs, where(side, failed ? changes : changes - 1));
        if (!failed) log.tell(EventKind.POWER_RESTORED, atNs, where(side, was ? changes : 1));
        if (failed) powerless.add(side);
        else powerless.remove(side);
    }

    void online(LaneInput.ReaderLine line) {
        online(line.side(), line.online(), line.atNs());
    }

    private void online(String side, boolean now, long atNs) {
        Boolean before = online.put(side, now);
        if (before != null && before == now) return;
        log.tell(now ? EventKind.READER_ONLINE : EventKind.READER_OFFLINE, atNs, Map.of("reader", side));
        // A reader reports a supply that fails before it is online.
        if (now && unconfirmed.remove(side)) power(side, false, 1, atNs);
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

    /// The alarms that the log has: kept over a restart, so that the log gets their end. `entry`, `exit` and `door` are
    /// tampered with; `entry supply` is a reader whose supply fails.
    Set<String> reportedAlarms() {
        if (powerless.isEmpty()) return reported;
        var all = new TreeSet<>(reported);
        for (String side : powerless) all.add(side + SUPPLY);
        return all;
    }
}
