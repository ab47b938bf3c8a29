package dev.lintel.controller.policy;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Approval;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Random rules of the channels of one policy: doors, and perhaps an elevator with some of the others as its floors.
final class ChannelPolicies {
    /// Empty: this box.
    private static final List<String> BOXES = List.of("", "", "Lab", "Gate 2.b_x-1", "null", "12");

    private final Random random;
    private final List<Long> shiftIds;
    private final Map<Long, String> boxes = new HashMap<>();
    private final Map<Long, Kind> kinds = new HashMap<>();
    private final List<Long> doors = new ArrayList<>();
    private final List<Long> floors = new ArrayList<>();

    ChannelPolicies(Random random, List<Long> channelIds, List<Long> shiftIds) {
        this.random = random;
        this.shiftIds = shiftIds;
        var ids = new ArrayList<>(channelIds);
        Collections.shuffle(ids, random);
        for (long id : ids) {
            kinds.put(id, Kind.DOOR);
            boxes.put(id, BOXES.get(random.nextInt(BOXES.size())));
        }
        if (ids.size() >= 2 && random.nextBoolean()) {
            kinds.put(ids.getFirst(), Kind.ELEVATOR);
            for (long floor : ids.subList(1, 2 + random.nextInt(ids.size() - 1))) {
                kinds.put(floor, Kind.FLOOR);
                floors.add(floor);
                boxes.put(floor, boxes.getOrDefault(ids.getFirst(), ""));
            }
        }
        for (long id : channelIds) if (kind(id) == Kind.DOOR) doors.add(id);
    }

    /// Neighbours hang on one box.
    @Nullable
    String box(long id) {
        String box = boxes.getOrDefault(id, "");
        return box.isEmpty() ? null : box;
    }

    DoorRules rules(long id) {
        Kind kind = kind(id);
        AutoUnlock auto = shiftIds.isEmpty() || random.nextBoolean() ? null : new AutoUnlock(shift(), coin());
        List<Long> interlock = kind == Kind.DOOR
                ? doors.stream()
                        .filter(other -> other != id && Objects.equals(box(other), box(id)) && coin())
                        .toList()
                : List.of();
        return new DoorRules(
                kind, auto, interlock, kind == Kind.ELEVATOR ? floors : List.of(), alarm(kind), airlock(id), coin());
    }

    /// Of every other door, with its neighbour where that hangs on the same box.
    private @Nullable Airlock airlock(long id) {
        int index = doors.indexOf(id);
        if (index < 0 || index % 2 == 1 || index + 1 >= doors.size() || coin()) return null;
        long inner = doors.get(index + 1);
        if (!Objects.equals(box(id), box(inner))) return null;
        return new Airlock(inner, coin(), coin(), coin(), Duration.ofMillis(random.nextInt(60_001)));
    }

    private AlarmRules alarm(Kind kind) {
        if (kind == Kind.FLOOR || coin()) return AlarmRules.USUAL;
        return new AlarmRules(coin(), coin() ? null : Duration.ofMinutes(1L + random.nextInt(1440)), coin());
    }

    ChannelAccess access(long id, String area) {
        var clock = new UntrustedClock(coin(), coin());
        if (kind(id) == Kind.FLOOR) {
            var usual = ChannelAccess.USUAL;
            return new ChannelAccess(usual.entry(), usual.exit(), Passback.OFF, clock, false);
        }
        List<Accepted> entry = lists();
        List<Accepted> exit = coin() ? entry : lists();
        boolean two = asksForPin(entry) || asksForPin(exit);
        Passback passback = passback(box(id) == null ? area : box(id) + " " + area);
        boolean twoPerson = coin();
        Approval approval = twoPerson || coin() ? null : new Approval(shiftIds.isEmpty() ? null : (Long) shift());
        DoubleTap tap = coin() ? doubleTap() : null;
        return new ChannelAccess(entry, exit, passback, clock, two && coin(), twoPerson, tap, approval);
    }

    private DoubleTap doubleTap() {
        return switch (random.nextInt(3)) {
            case 0 -> new DoubleTap(null, null);
            case 1 -> new DoubleTap(LocalTime.of(random.nextInt(24), random.nextInt(60)), null);
            default -> new DoubleTap(null, Duration.ofMinutes(random.nextInt(1, 7 * 24 * 60)));
        };
    }

    private List<Accepted> lists() {
        var shifts = new ArrayList<>(shiftIds);
        Collections.shuffle(shifts, random);
        var lists = new ArrayList<Accepted>();
        for (long shift : shifts.subList(0, random.nextInt(shifts.size() + 1))) lists.add(new Accepted(shift, means()));
        if (coin()) lists.add(new Accepted(null, means()));
        return lists;
    }

    private Set<Means> means() {
        Set<Means> means = EnumSet.noneOf(Means.class);
        for (Means one : Means.values()) if (coin()) means.add(one);
        if (means.contains(Means.CARD)) means.remove(Means.CARD_THEN_PIN);
        if (means.contains(Means.PIN)) means.remove(Means.PIN_THEN_CARD);
        return means;
    }

    private static boolean asksForPin(List<Accepted> lists) {
        return lists.stream().anyMatch(list -> list.means().contains(Means.CARD_THEN_PIN));
    }

    private Passback passback(String area) {
        Mode mode = List.of(Mode.values()).get(random.nextInt(Mode.values().length));
        LocalTime forgive = coin() ? null : LocalTime.of(random.nextInt(24), random.nextInt(60));
        Duration window = mode == Mode.TIMED ? Duration.ofSeconds(1 + random.nextInt(86_400)) : null;
        boolean bare = mode == Mode.OFF && coin();
        Set<Unseen> after = EnumSet.noneOf(Unseen.class);
        for (Unseen one : Unseen.values()) if (coin()) after.add(one);
        return new Passback(mode, bare ? "" : area, bare && coin() ? "" : area + " 2", window, forgive, after);
    }

    private Kind kind(long id) {
        return kinds.getOrDefault(id, Kind.DOOR);
    }

    private long shift() {
        return shiftIds.get(random.nextInt(shiftIds.size()));
    }

    private boolean coin() {
        return random.nextBoolean();
    }
}
