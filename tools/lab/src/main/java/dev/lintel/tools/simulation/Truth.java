package dev.lintel.tools.simulation;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Role;
import dev.lintel.tools.simulation.Somebody.Reservation;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Who may pass, worked out a second time from what the simulation knows of the place and its people. Shares no code
/// with the box.
final class Truth {
    /// Which of them it is depends on the right that comes closest: the decision's own tests look at it.
    private static final Set<String> WITHOUT_RIGHT =
            Set.of("no_permission", "reservation_expired", "clock", "out_of_hours");

    private static final String THREAT_LEVEL = "threat_level";

    private final Premises premises;
    private int threatLevel;

    Truth(Premises premises) {
        this.premises = premises;
    }

    /// A moment at a reader.
    ///
    /// @param clock as the box reads it
    /// @param timed what is shown has limits of times
    record At(Door door, String side, ClockReading clock, boolean timed) {
        At(Door door, String side, ClockReading clock) {
            this(door, side, clock, false);
        }

        At timed(boolean limited) {
            return new At(door, side, clock, limited);
        }

        private boolean believed() {
            return switch (clock.trust()) {
                case TRUSTED -> true;
                case HELD -> door.heldAllows();
                case WRONG -> door.wrongAllows();
            };
        }

        /// Whether somebody leaves whom nothing but their right may keep in.
        boolean freeExit() {
            return door.byBox() && side.equals("exit");
        }

        /// A clock that is not believed keeps nobody in where leaving depends on the box.
        boolean timeless() {
            return freeExit() && !believed();
        }

        Instant judged() {
            boolean behind =
                    clock.trust() != ClockTrust.TRUSTED && clock.newest().isAfter(clock.now());
            return behind ? clock.newest() : clock.now();
        }
    }

    /// The threat level of the place from now on.
    void threatLevel(int level) {
        threatLevel = level;
    }

    int threatLevel() {
        return threatLevel;
    }

    /// Why this person may not pass, whatever is shown, in the words of events; empty when they have a right to.
    Set<String> barred(Somebody who, At at) {
        var reasons = new TreeSet<String>();
        if (!who.enabled) reasons.add("person_disabled");
        LocalDate today = today(at);
        if (!at.timeless()) {
            if (who.validFrom != null && today.isBefore(who.validFrom)) reasons.add("person_not_yet_valid");
            if (who.validTo != null && today.isAfter(who.validTo)) reasons.add("person_expired");
        }
        if (!grants(who, at).isEmpty()) return reasons;
        if (grants(who, at, threatLevel).isEmpty() && !grants(who, at, 0).isEmpty()) reasons.add(THREAT_LEVEL);
        else reasons.addAll(WITHOUT_RIGHT);
        return reasons;
    }

    LocalDate today(At at) {
        return at.judged().atZone(premises.accountZone()).toLocalDate();
    }

    /// Why a card may not be used at that time, in the words of events; null: it may.
    @Nullable
    String limited(Somebody who, At at) {
        return at.timeless() ? null : who.limits.barredBy(at.judged(), today(at));
    }

    /// The elevator's floors that this person reaches. A person without a host or an operator does not reach floors
    /// that need a host.
    List<Integer> floors(Somebody who, At at, Company company) {
        boolean each = company.alone || company.need.equals("host") || company.need.equals("operator");
        return at.door.floors().stream()
                .filter(floor -> {
                    Set<Grant> there = holding(who, floor, at);
                    return !there.isEmpty() && (each || !there.stream().allMatch(this::needsHost));
                })
                .toList();
    }

    /// The other people that a person needs.
    ///
    /// @param alone whatever the rules say: the person leaves, for instance
    /// @param need `none`, `person`, `host` or `operator`
    /// @param host whether the person is a host for another one
    /// @param tap whether a double tap of the person unlocks the door
    /// @param few whether the minimum of an area takes more people
    record Company(boolean alone, String need, boolean host, boolean tap, Certainty few) {
        static final Company NONE = new Company(true, "none", false, false, Certainty.NO);

        Company with(Certainty fewPeople) {
            return new Company(alone, need, host, tap, fewPeople);
        }

        /// Whether these pass together.
        static boolean suit(List<Company> all) {
            long hosts = all.stream().filter(Company::host).count();
            return all.size() > 1
                    && all.stream().allMatch(one -> switch (one.need) {
                        case "operator" -> false;
                        case "host" -> hosts > (one.host ? 1 : 0);
                        default -> true;
                    });
        }
    }

    /// `locked`: the door turns away cards.
    Company company(Somebody who, At at, boolean locked) {
        boolean above = aboveLevel(who, at) && !at.freeExit();
        boolean alone = at.side.equals("exit") || (locked && who.responder) || above;
        boolean host = says(who, at, Role::isHost);
        boolean tap = at.door.entry().tap() != null && says(who, at, Role::tap);
        return new Company(alone, alone ? "none" : need(who, at), host, tap, Certainty.NO);
    }

    private String need(Somebody who, At at) {
        Entry entry = at.door.entry();
        if (entry.approval() != null) {
            Integer shift = entry.approval().shift();
            boolean now = shift == null || !at.believed() || premises.covers(shift, at.clock.now(), at.door);
            if (now) return "operator";
        }
        if (grants(who, at).stream().allMatch(this::needsHost)) return "host";
        return entry.twoPerson() ? "person" : "none";
    }

    private boolean says(Somebody who, At at, Predicate<Role> what) {
        List<Integer> doors = at.door.floors().isEmpty() ? List.of(at.door.id()) : at.door.floors();
        return doors.stream()
                .flatMap(door -> holding(who, door, at).stream())
                .anyMatch(grant -> grant.role() instanceof Long id && what.test(role((int) (long) id)));
    }

    private boolean needsHost(Grant grant) {
        return grant.role() instanceof Long id && role((int) (long) id).needsHost();
    }

    /// The rights that admit this person at one door, with the threat level unless it does not count.
    private Set<Grant> holding(Somebody who, int door, At at) {
        Set<Grant> there = grants(who, door, at, threatLevel);
        return there.isEmpty() && anyLevel(who, at) ? grants(who, door, at, 0) : there;
    }

    /// Whether the threat level does not count.
    private static boolean anyLevel(Somebody who, At at) {
        return who.responder || at.freeExit();
    }

    /// Whether this person passes only because the threat level does not count.
    boolean aboveLevel(Somebody who, At at) {
        return anyLevel(who, at)
                && grants(who, at, threatLevel).isEmpty()
                && !grants(who, at, 0).isEmpty();
    }

    /// The rights that admit this person at that door or to a floor of the elevator: those that need no host, if any.
    Set<Grant> grants(Somebody who, At at) {
        Set<Grant> all = grants(who, at, aboveLevel(who, at) ? 0 : threatLevel);
        Set<Grant> alone = all.stream().filter(grant -> !needsHost(grant)).collect(Collectors.toSet());
        return alone.isEmpty() ? all : alone;
    }

    private Set<Grant> grants(Somebody who, At at, int level) {
        if (at.door.floors().isEmpty()) return grants(who, at.door.id(), at, level);
        var grants = new HashSet<Grant>();
        for (int floor : at.door.floors()) grants.addAll(grants(who, floor, at, level));
        return grants;
    }

    private Set<Grant> grants(Somebody who, int door, At at, int level) {
        var grants = new HashSet<Grant>();
        boolean dated = who.dated() || at.timed;
        for (int id : who.roles) {
            if (role(id, door, dated, at) && valid(id, level)) grants.add(Grant.of(id, role(id), null, null));
        }
        for (int group : who.groups) {
            for (int id : roles(group)) {
                boolean holds = role(id, door, dated, at) && valid(id, level);
                if (holds) grants.add(Grant.of(id, role(id), group, null));
            }
        }
        Reservation reserved = who.reservation;
        if (reserved == null || !within(reserved, at)) return grants;
        boolean believed = at.timeless() || at.believed();
        if (level == 0 && reserved.channels().contains(door) && believed) grants.add(Grant.of(reserved));
        for (int group : reserved.groups()) {
            for (int id : roles(group)) {
                boolean holds = role(id, door, true, at) && valid(id, level);
                if (holds) grants.add(Grant.of(id, role(id), group, reserved));
            }
        }
        return grants;
    }

    private boolean valid(int role, int level) {
        Integer max = role(role).threatMax();
        return max == null || level <= max;
    }

    private Role role(int id) {
        return premises.roles().get(id - 1);
    }

    private List<Integer> roles(int group) {
        return premises.groups().get(group - 1);
    }

    private static boolean within(Reservation reserved, At at) {
        long nowMs = at.judged().toEpochMilli();
        return at.timeless() || (nowMs >= reserved.fromMs() && nowMs < reserved.untilMs());
    }

    /// `limited`: a date or a reservation bounds it in time, whatever the role says.
    private boolean role(int id, int door, boolean limited, At at) {
        Role role = role(id);
        if (!role.channels().contains(door)) return false;
        Integer shift = role.shift();
        if (at.timeless()) return true;
        if (!at.believed()) return shift == null && !limited;
        return shift == null || premises.covers(shift, at.clock.now(), premises.door(door));
    }
}
