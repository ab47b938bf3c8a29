package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Truth.At;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What ought to come of each presentation, in the order in which the box decides: whose it is, whether it is the
/// second of two factors, and every reason to turn them away. Shares no code with the box.
final class Verdicts {
    /// Wrong PINs at a keypad within a minute after which it rests for another.
    private static final int WRONG_PINS = 5;

    /// What keeps nobody in who leaves where the box must let them.
    private static final Set<String> AT_FREE_EXITS = Set.of("lockdown", "tamper", "pin_locked", "passback");

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Premises premises;
    private final Truth truth;
    private final Whereabouts whereabouts;
    private final Map<String, One> awaiting = new HashMap<>();
    private final Map<String, Keypad> keypads = new HashMap<>();
    private long begunNs;

    /// Where somebody is, and since when (milliseconds since 1970).
    record Place(String area, long sinceMs) {}

    /// A reader's, in monotonic time.
    private static final class Keypad {
        private final ArrayDeque<Long> wrongNs = new ArrayDeque<>();
        private long restsUntilNs = Long.MIN_VALUE;
        private long lastWrongNs;
        private boolean sure;
    }

    Verdicts(Premises premises, Whereabouts whereabouts) {
        this.premises = premises;
        this.truth = new Truth(premises);
        this.whereabouts = whereabouts;
    }

    /// A process begins, and knows nobody who stands at a reader.
    void begins(long nowNs) {
        awaiting.clear();
        keypads.clear();
        begunNs = nowNs;
    }

    /// The threat level of the place from now on.
    void threatLevel(int level) {
        truth.threatLevel(level);
    }

    int threatLevel() {
        return truth.threatLevel();
    }

    /// `view` is the door as the box sees it.
    Verdict of(One shown, At at, DoorView view) {
        String reader = at.door().id() + at.side();
        One first = awaiting.remove(reader);
        if (first != null && shown.atNs - first.atNs > Presentations.WINDOW_NS) first = null;
        if (first != null && first.what.card() == shown.what.card()) {
            first.givenUp = true; // what comes after it is not of the second kind
            first = null;
        }
        Verdict verdict = weigh(shown, first, at, view);
        if (verdict.awaits()) awaiting.put(reader, shown);
        return verdict;
    }

    /// On somebody whom an operator names: nothing is shown, so nothing of it counts.
    Verdict named(Somebody who, At at, DoorView view) {
        var reasons = new TreeSet<>(truth.barred(who, at));
        if (view.cardLockdown() && !who.responder) reasons.add("lockdown");
        Astray astray = astray(who, at);
        if (astray == Astray.YES && enforced(at)) reasons.add("passback");
        Set<String> perhaps = astray == Astray.PERHAPS && enforced(at) ? Set.of("passback") : Set.of();
        Reasoning reasoning = reasoning(who, at, view, Set.of(), Set.of());
        return new Verdict(who, reasons, perhaps, false, false, false, truth.floors(who, at), null, reasoning);
    }

    /// The box was right not to await the second factor of `first`.
    void notAwaited(One first) {
        awaiting.values().remove(first);
    }

    private Verdict weigh(One shown, @Nullable One first, At at, DoorView view) {
        One named = first == null ? shown : first;
        Somebody who = holder(named);
        boolean free = at.freeExit();
        var reasons = new TreeSet<String>();
        if (view.cardLockdown() && (who == null || !who.responder)) reasons.add("lockdown");
        if (view.tampered(at.side()) || view.tampered(DoorView.DOOR)) reasons.add("tamper");
        Keypad keypad = keypads.computeIfAbsent(at.door().id() + at.side(), _ -> new Keypad());
        boolean unsure = !sure(keypad, shown.atNs);
        boolean pin = !shown.what.card();
        if (pin && shown.atNs < keypad.restsUntilNs) reasons.add("pin_locked");
        boolean duress = who != null && first != null && pin && duress(at.door(), who, shown);
        boolean wrong = who != null && first != null && !duress && !right(who, shown);
        if (pin && (who == null || wrong)) wrongPin(keypad, shown.atNs);
        if (who == null) reasons.add(named.what.card() ? "unknown_card" : "unknown_pin");
        else holders(who, named, at, reasons);
        if (wrong) reasons.add("wrong_factor");
        var waived = new TreeSet<>(reasons);
        if (free) reasons.removeAll(AT_FREE_EXITS);
        waived.removeAll(reasons);
        if (free && who != null && truth.aboveLevel(who, at)) waived.add("threat_level");
        boolean enough = at.door().accept().contains(named.what.card() ? "card" : "pin");
        boolean awaits = reasons.isEmpty() && first == null && !enough;
        List<Integer> floors = who == null ? List.of() : truth.floors(who, at);
        var perhaps = new HashSet<String>();
        if (unsure && pin) perhaps.add("pin_locked");
        if (who != null && astray(who, at) == Astray.PERHAPS && enforced(at)) perhaps.add("passback");
        return new Verdict(
                who,
                reasons,
                free ? Set.of() : perhaps,
                awaits,
                duress && reasons.isEmpty(),
                pin && first == null,
                floors,
                first,
                reasoning(who, at, view, waived, free ? perhaps : Set.of()));
    }

    private Reasoning reasoning(@Nullable Somebody who, At at, DoorView view, Set<String> waived, Set<String> perhaps) {
        var standing = new HashMap<String, Object>();
        standing.put("mode", view.mode());
        standing.put("clock", at.clock().trust().name().toLowerCase(Locale.ROOT));
        boolean responder = who != null && who.responder;
        if (view.cardLockdown()) standing.put("lockdown", responder ? "first_responder" : "card");
        if (truth.threatLevel() > 0) standing.put("threat_level", truth.threatLevel());
        if (responder && !at.freeExit() && truth.aboveLevel(who, at)) standing.put("first_responder", true);
        Astray astray = who == null || enforced(at) ? Astray.NO : astray(who, at);
        Set<Grant> grants = who == null ? Set.of() : truth.grants(who, at);
        return new Reasoning(grants, waived, perhaps, astray, at.timeless(), standing);
    }

    /// What keeps a person out who is known.
    private void holders(Somebody who, One named, At at, Set<String> reasons) {
        boolean card = named.what.card();
        if (card && !who.cardActive) reasons.add("credential_disabled");
        List<String> accept = at.door().accept();
        boolean accepted = accept.contains(card ? "card" : "pin") || accept.contains(card ? "card+pin" : "pin+card");
        if (!accepted) reasons.add("not_accepted_here");
        reasons.addAll(truth.barred(who, at));
        if (enforced(at) && astray(who, at) == Astray.YES) reasons.add("passback");
    }

    private @Nullable Somebody holder(One named) {
        String pin = named.what.pin();
        if (pin == null) return named.what.who();
        for (Somebody who : premises.people()) if (pin.equals(who.pin)) return who;
        return null;
    }

    // ---- second factors and keypads

    private static boolean right(Somebody who, One second) {
        String pin = second.what.pin();
        if (pin == null) return second.what.who() == who && who.cardActive;
        return pin.equals(who.factor());
    }

    private static boolean duress(Door door, Somebody who, One second) {
        String pin = who.factor();
        return door.duress() && pin != null && underDuress(pin).equals(second.what.pin());
    }

    /// The last digit is one more; 0 after 9.
    static String underDuress(String pin) {
        int last = pin.length() - 1;
        return pin.substring(0, last) + (pin.charAt(last) == '9' ? '0' : (char) (pin.charAt(last) + 1));
    }

    /// Whether all that the box may remember of a keypad was seen here: not shortly after a start.
    private boolean sure(Keypad keypad, long nowNs) {
        if (keypad.sure) return true;
        if (nowNs - Math.max(begunNs, keypad.lastWrongNs) <= 2 * MINUTE_NS) return false;
        keypad.wrongNs.clear();
        keypad.restsUntilNs = Long.MIN_VALUE;
        keypad.sure = true;
        return true;
    }

    private static void wrongPin(Keypad keypad, long atNs) {
        keypad.lastWrongNs = atNs;
        if (atNs < keypad.restsUntilNs) return;
        keypad.wrongNs.removeIf(before -> atNs - before >= MINUTE_NS);
        keypad.wrongNs.add(atNs);
        if (keypad.wrongNs.size() < WRONG_PINS) return;
        keypad.wrongNs.clear();
        keypad.restsUntilNs = atNs + MINUTE_NS;
    }

    // ---- passback

    /// Whether a person is not where the door begins.
    enum Astray {
        YES,
        NO,
        PERHAPS
    }

    private Astray astray(Somebody who, At at) {
        var found = whereabouts.seen(who.id, at.door(), at.side()).stream()
                .map(place -> passedBack(place, at))
                .distinct()
                .toList();
        if (found.size() > 1) return Astray.PERHAPS;
        return found.getFirst() ? Astray.YES : Astray.NO;
    }

    private static boolean enforced(At at) {
        return !at.door().passback().equals("soft");
    }

    /// Whether somebody who is at `place` cannot be at this reader.
    private static boolean passedBack(@Nullable Place place, At at) {
        Door door = at.door();
        if (place == null || door.forgotten(place.sinceMs, at.clock().now())) return false;
        boolean out = at.side().equals("exit");
        return switch (door.passback()) {
            case "hard", "soft" -> !place.area.equals(out ? Door.INSIDE : Door.OUTSIDE);
            case "timed" -> {
                long agoMs = at.clock().now().toEpochMilli() - place.sinceMs;
                boolean newly = agoMs >= 0 && agoMs < Door.TIMED_MS;
                yield newly && place.area.equals(out ? Door.OUTSIDE : Door.INSIDE);
            }
            default -> false;
        };
    }
}
