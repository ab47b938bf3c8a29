package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// When places do not count, and when they are forgotten: while fire releases a door, or an evacuation, its mode or its
/// hours unlock it, people pass it unseen, so that a person whose place is on one side of it may be anywhere. By what
/// the log says of the doors.
final class Forgiving {
    private final Judge judge;
    private final Premises premises;
    private final Set<Integer> started = new HashSet<>();
    private final List<Due> due = new ArrayList<>();

    /// What the log is to say next.
    private record Due(long channelId, String cause, List<String> areas) {}

    Forgiving(Judge judge, Premises premises) {
        this.judge = judge;
        this.premises = premises;
    }

    /// A process begins.
    void begins() {
        started.clear();
        due.clear();
    }

    /// Whether people pass the door unseen now.
    boolean isUnseen(Door door) {
        Told told = judge.door(door.id()).told();
        return counts(door, "fire", told.isReleased()) || counts(door, "unlock", told.isUnlocked());
    }

    /// Whether people come into the area or leave it unseen now.
    boolean isUnseen(String area) {
        return premises.doors().stream().anyMatch(door -> leads(door, area) && isUnseen(door));
    }

    private static boolean leads(Door door, String area) {
        return door.from().equals(area) || door.to().equals(area);
    }

    private static boolean counts(Door door, String cause, boolean is) {
        return is && door.forgiveAfter().contains(cause);
    }

    /// The log says something of the door, and this comes of it.
    void told(EventDraft event, Door door, Told before, Told now) {
        switch (event.kind()) {
            case CHANNEL_STARTED -> started.add(door.id());
            case PASSBACK_FORGIVEN -> forgiven(event, door);
            default -> {
                // It may be an end.
            }
        }
        if (door.from().isEmpty()) return;
        // Hours that begin as a mode ends: the period has not ended.
        if (now.isUnlocked()) due.removeIf(one -> one.channelId == door.id() && one.cause.equals("unlock"));
        if (event.kind() == EventKind.FIRE_RELEASE_OFF) ended(door, "fire", "fire");
        if (before.evacuated() && !now.evacuated()) ended(door, "evacuation", "fire");
        if (before.isUnlocked() && !now.isUnlocked()) ended(door, "unlock", "unlock");
    }

    /// `setting`: the word of `forgive_after` that covers the cause.
    private void ended(Door door, String cause, String setting) {
        if (!door.forgiveAfter().contains(setting)) return;
        var areas = new TreeSet<>(List.of(door.from(), door.to()));
        judge.whereabouts.forgotten(door.id(), areas, judge.told());
        // By the doors that the process has taken into service by now: of others it does not know what they are.
        boolean over = areas.stream()
                .anyMatch(area -> premises.doors().stream()
                        .noneMatch(other -> isStarted(other) && leads(other, area) && isUnseen(other)));
        Set<String> connected = premises.connected(door.from());
        boolean watched = areas.stream().anyMatch(premises.areas()::containsKey)
                || premises.doors().stream()
                        .anyMatch(other -> connected.contains(other.from()) && other.looksAtPlaces());
        if (over && watched) due.add(new Due(door.id(), cause, List.copyOf(areas)));
    }

    private boolean isStarted(Door door) {
        return started.contains(door.id());
    }

    private void forgiven(EventDraft event, Door door) {
        Object cause = event.additional().get("cause");
        Object areas = event.additional().get("areas");
        boolean asked = due.removeIf(
                one -> one.channelId == door.id() && one.cause.equals(cause) && Objects.equals(one.areas, areas));
        if (!asked) throw Judge.wrong("passback is forgiven, and no period has ended", event);
    }

    /// The lane has done all it was told.
    void settled() {
        if (!due.isEmpty()) throw new Violation("places are forgotten, and the log does not say so: " + due);
    }
}
