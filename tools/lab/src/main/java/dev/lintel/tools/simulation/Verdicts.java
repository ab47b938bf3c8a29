package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Truth.At;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What ought to come of each presentation, in the order in which the box decides: whose it is, whether it is the
/// second of two factors, and every reason to turn them away. Shares no code with the box.
final class Verdicts {
    private static final String AREA_FULL = "area_full";
    private static final String AREA_MINIMUM = "area_minimum";
    private static final String FIRST_RESPONDER = "first_responder";

    /// What keeps nobody in who leaves where the box must let them.
    private static final Set<String> AT_FREE_EXITS = Set.of("lockdown", "tamper", "passback", AREA_FULL);

    private static final String USED_UP = "credential_used_up";

    private final Premises premises;
    private final Truth truth;
    private final CardUses uses;
    private final PassbackVerdict places;
    private final Crowding crowding;
    final HeldReads held;
    private final Map<String, One> awaiting = new HashMap<>();
    private final Map<String, Refused> refused = new HashMap<>();
    private final Guesses guesses;

    /// Where somebody is, and since when (milliseconds since 1970).
    record Place(String area, long sinceMs) {}

    /// Whose card was refused at a reader, when they were refused last, and why.
    record Refused(Somebody who, long atNs, String reason) {}

    /// What the simulation knows.
    ///
    /// @param shows counts how often a rule had its effect
    record Known(
            Premises premises,
            Whereabouts whereabouts,
            CardUses uses,
            Guesses guesses,
            Crowding crowding,
            Consumer<String> shows) {}

    /// @param forgiving knows which doors people pass unseen
    Verdicts(Known known, Forgiving forgiving) {
        this.premises = known.premises;
        this.truth = new Truth(premises);
        this.uses = known.uses;
        this.guesses = known.guesses;
        this.crowding = known.crowding;
        this.held = new HeldReads(known.shows);
        this.places = new PassbackVerdict(known.whereabouts, forgiving);
    }

    /// A process begins, and knows nobody who stands at a reader.
    void begins() {
        held.begins();
        awaiting.clear();
        refused.clear();
    }

    /// The threat level of the place from now on.
    void threatLevel(int level) {
        truth.threatLevel(level);
    }

    int threatLevel() {
        return truth.threatLevel();
    }

    /// `view` is the door as the box sees it; `asked`: an operator is asked about somebody at the reader.
    Verdict of(One shown, At at, DoorView view, boolean asked) {
        String reader = at.door().id() + at.side();
        One first = awaiting.remove(reader);
        if (first != null && shown.atNs - first.atNs > Presentations.WINDOW_NS) first = null;
        boolean together = shown.isTurnedAway() && first != null && first.isTurnedAway();
        if (first != null && first.answered && !together) first = null; // turned away, or with what came next
        if (first != null && first.what.card() && shown.what.card() && first.what.who() == shown.what.who()) {
            held.awaited(shown);
            awaiting.put(reader, first);
            return unanswered(first.what.who(), first, at, view); // the same card again while its PIN is awaited
        }
        if (held.read(shown, first != null) != null) {
            boolean counts = first != null && !first.what.card() && shown.what.who() == typed(first, at.door());
            if (first != null && !counts) awaiting.put(reader, first); // it ends the wait of nobody else
            if (!counts) return unanswered(null, null, at, view);
            held.counts(shown);
        }
        Refused before = refused.remove(reader);
        if (first != null && first.what.card() == shown.what.card()) {
            first.givenUp = true; // what comes after it is not of the second kind
            held.givenUp(first);
            first = null;
        }
        boolean refusedNow = before != null && shown.atNs - before.atNs <= Presentations.WINDOW_NS;
        if (asked && first == null && !refusedNow && isUnasked(shown, at.door()))
            return unanswered(null, null, at, view);
        Verdict verdict = weigh(new Given(shown, first, before, true), at, view);
        if (verdict.awaits()) awaiting.put(reader, shown);
        return verdict;
    }

    /// A PIN at a door that asks for none before the card, nor for a PIN alone.
    private static boolean isUnasked(One shown, Door door) {
        return !shown.what.card()
                && !door.accept().contains("pin")
                && !door.accept().contains("pin+card");
    }

    /// What has no answer of its own.
    private Verdict unanswered(@Nullable Somebody who, @Nullable One first, At at, DoorView view) {
        Reasoning reasoning = reasoning(who, at, view, Set.of(), Set.of());
        var alone = Truth.Company.NONE;
        return new Verdict(
                who, Set.of(), Set.of(), false, false, null, true, false, List.of(), first, alone, reasoning);
    }

    /// The box has refused it: the PIN that follows may be the one under duress.
    void refused(One one, String reason) {
        Verdict verdict = Objects.requireNonNull(one.verdict, "it was decided");
        Door door = premises.door(one.channelId);
        One named = verdict.first() == null ? one : verdict.first();
        Somebody who = verdict.who();
        boolean asks = door.duress() && door.accept().contains("card+pin");
        if (who == null || !asks || !named.what.card()) return;
        refused.put(one.channelId + one.side, new Refused(who, one.atNs, reason));
    }

    /// The lane has turned the person away before the decision: the box forgets what waited for it.
    void late(One shown) {
        awaiting.computeIfPresent(shown.channelId + shown.side, (_, first) -> first.isTurnedAway() ? null : first);
        awaiting.values().remove(shown);
    }

    /// The box was right not to await the second factor of `first`.
    void notAwaited(One first) {
        awaiting.values().remove(first);
    }

    /// On somebody whom an operator names: nothing is shown, so nothing of it counts.
    Verdict named(Somebody who, At at, DoorView view) {
        var reasons = new TreeSet<>(truth.barred(who, at));
        if (view.cardLockdown() && !who.responder) reasons.add("lockdown");
        Certainty astray = places.astray(who, at);
        if (astray == Certainty.YES && PassbackVerdict.enforced(at)) reasons.add("passback");
        Certainty full = limit(who, at, view).full;
        if (full == Certainty.YES && !who.responder) reasons.add(AREA_FULL);
        var perhaps = new HashSet<String>();
        if (astray == Certainty.PERHAPS && PassbackVerdict.enforced(at)) perhaps.add("passback");
        if (full == Certainty.PERHAPS && !who.responder) perhaps.add(AREA_FULL);
        Reasoning reasoning = reasoning(who, at, view, Set.of(), Set.of());
        var alone = Truth.Company.NONE; // the operator sees who enters
        List<Integer> floors = truth.floors(who, at, alone);
        return new Verdict(who, reasons, perhaps, false, false, null, false, false, floors, null, alone, reasoning);
    }

    /// On a person whose entry an operator approves: what was shown before counts, by what is so now.
    Verdict again(One shown, At at, DoorView view) {
        Verdict before = Objects.requireNonNull(shown.verdict, "it was decided");
        return weigh(new Given(shown, before.first(), null, false), at, view);
    }

    /// The input of the decision.
    ///
    /// @param before whose card was refused just before
    /// @param typed a PIN is typed now, which a rest of PINs refuses
    private record Given(
            One shown, @Nullable One first, @Nullable Refused before, boolean typed) {}

    private Verdict weigh(Given given, At asked, DoorView view) {
        One shown = given.shown;
        One first = given.first;
        One named = first == null ? shown : first;
        Somebody known = holder(named);
        Somebody forced = known == null ? forced(named, asked.door()) : null;
        Somebody who = known == null ? forced : known;
        At at = asked.timed(who != null && named.what.card() && who.limits.timed());
        boolean free = at.freeExit();
        var reasons = new TreeSet<String>();
        if (view.cardLockdown() && (who == null || !who.responder)) reasons.add("lockdown");
        if (view.tampered(at.side()) || view.tampered(DoorView.DOOR)) reasons.add("tamper");
        boolean pin = !shown.what.card();
        Somebody ofSecond = first == null ? null : first.what.who();
        boolean guess = given.typed && pin && !(free && named.passedBy != null);
        if (guess && guesses.rest(at.door().id(), ofSecond, free, shown.atNs)) reasons.add("pin_locked");
        boolean duress = who != null && first != null && pin && duress(at.door(), who, shown);
        boolean wrong = who != null && first != null && !duress && !right(who, shown, at);
        if (who == null) reasons.add(named.what.card() ? "unknown_card" : "unknown_pin");
        else holders(who, named, at, reasons);
        Limit limit = limit(who, at, view);
        boolean past = who != null && who.responder && !free;
        if (limit.full == Certainty.YES && !past) reasons.add(AREA_FULL);
        if (wrong) reasons.add("wrong_factor");
        var waived = new TreeSet<>(reasons);
        if (free) reasons.removeAll(AT_FREE_EXITS);
        waived.removeAll(reasons);
        if (free && who != null && truth.aboveLevel(who, at)) waived.add("threat_level");
        boolean sure = limit.few == Certainty.YES && limit.full == Certainty.NO;
        if (free && sure) waived.add(AREA_MINIMUM);
        boolean enough = at.door().accept().contains(named.what.card() ? "card" : "pin");
        boolean awaits = reasons.isEmpty() && first == null && !enough;
        var company = who == null ? Truth.Company.NONE : truth.company(who, at, view.cardLockdown());
        if (!free && !past) company = company.with(limit.few);
        List<Integer> floors = who == null ? List.of() : truth.floors(who, at, company);
        var perhaps = new HashSet<String>();
        if (who != null && named.what.card() && isUsedUp(who, named, at) == Certainty.PERHAPS) perhaps.add(USED_UP);
        if (who != null && PassbackVerdict.enforced(at) && places.mayBeAstray(who, at)) perhaps.add("passback");
        if (limit.full == Certainty.PERHAPS && !past) perhaps.add(AREA_FULL);
        if (free && !sure && limit.few != Certainty.NO) perhaps.add(AREA_MINIMUM);
        return new Verdict(
                who,
                reasons,
                free ? Set.of() : perhaps,
                awaits,
                duress || (forced != null && first == null),
                silent(shown, first, given.before, duress || forced != null ? who : null),
                false,
                pin && first == null,
                floors,
                first,
                company,
                reasoning(who, at, view, waived, free ? perhaps : Set.of()));
    }

    private Reasoning reasoning(@Nullable Somebody who, At at, DoorView view, Set<String> waived, Set<String> perhaps) {
        var standing = new HashMap<String, Object>();
        standing.put("mode", view.mode());
        standing.put("clock", at.clock().trust().name().toLowerCase(Locale.ROOT));
        if (view.cardLockdown()) standing.put("lockdown", who != null && who.responder ? "first_responder" : "card");
        if (truth.threatLevel() > 0) standing.put("threat_level", truth.threatLevel());
        boolean responder = who != null && who.responder && !at.freeExit();
        Certainty limited = limit(who, at, view).any();
        boolean past = limited == Certainty.YES || (who != null && truth.aboveLevel(who, at));
        if (responder && past) standing.put(FIRST_RESPONDER, true);
        Certainty astray = who == null ? Certainty.NO : places.astray(who, at);
        if (astray == Certainty.YES && PassbackVerdict.enforced(at)) astray = Certainty.NO;
        boolean looks = isLocked(view) && crowding.suspends(at.door());
        if (who != null && looks && astray == Certainty.NO) astray = Certainty.SUSPENDED;
        Set<Grant> grants = who == null ? Set.of() : truth.grants(who, at);
        boolean dated = at.timed() || (who != null && who.dated());
        Set<String> may = responder && limited == Certainty.PERHAPS ? Set.of(FIRST_RESPONDER) : perhaps;
        return new Reasoning(grants, waived, may, astray, dated, at.timeless(), standing);
    }

    /// What keeps a person out who is known.
    private void holders(Somebody who, One named, At at, Set<String> reasons) {
        boolean card = named.what.card();
        if (card && !who.cardActive) reasons.add("credential_disabled");
        if (card) limits(who, named, at, reasons);
        List<String> accept = at.door().accept();
        boolean accepted = accept.contains(card ? "card" : "pin") || accept.contains(card ? "card+pin" : "pin+card");
        if (!accepted) reasons.add("not_accepted_here");
        reasons.addAll(truth.barred(who, at));
        if (PassbackVerdict.enforced(at) && places.astray(who, at) == Certainty.YES) reasons.add("passback");
    }

    private void limits(Somebody who, One named, At at, Set<String> reasons) {
        String byTime = truth.limited(who, at);
        if (byTime != null) reasons.add(byTime);
        if (isUsedUp(who, named, at) == Certainty.YES) reasons.add(USED_UP);
        long lastMs = uses.seen(who, at.door()).lastMs();
        if (!at.timeless() && who.limits.unused(lastMs, at.judged())) reasons.add("credential_unused");
    }

    /// What the limits of areas say: the maximum comes first.
    private record Limit(Certainty full, Certainty few) {
        private static final Limit NONE = new Limit(Certainty.NO, Certainty.NO);

        Certainty any() {
            if (full == Certainty.YES || few == Certainty.YES) return Certainty.YES;
            return full == Certainty.PERHAPS ? full : few;
        }
    }

    /// A door that is unlocked needs no room, and nobody else.
    private Limit limit(@Nullable Somebody who, At at, DoorView view) {
        if (who == null || !isLocked(view)) return Limit.NONE;
        Certainty full = crowding.full(List.of(who), at);
        return new Limit(full, full == Certainty.YES ? Certainty.NO : crowding.few(List.of(who), at));
    }

    private static boolean isLocked(DoorView view) {
        return view.standing().unlockedBy() == null;
    }

    /// What the box shows at the second door of an airlock belongs to the entry at the first one.
    private Certainty isUsedUp(Somebody who, One named, At at) {
        int max = who.limits.usesMax();
        if (max == 0 || named.passedBy != null || at.side().equals("exit")) return Certainty.NO;
        CardUses.Count seen = uses.seen(who, at.door());
        if (seen.least() >= max) return Certainty.YES;
        return seen.most() >= max ? Certainty.PERHAPS : Certainty.NO;
    }

    private @Nullable Somebody typed(One first, Door door) {
        Somebody known = holder(first);
        return known == null ? forced(first, door) : known;
    }

    private @Nullable Somebody holder(One named) {
        String pin = named.what.pin();
        if (pin == null) return named.what.who();
        for (Somebody who : premises.people()) if (pin.equals(who.pin)) return who;
        return null;
    }

    // ---- second factors and duress

    /// Whose PIN under duress was typed first, where PINs say who it is. The second door of an airlock takes it where
    /// the first one did.
    private @Nullable Somebody forced(One named, Door door) {
        String typed = named.what.pin();
        boolean says = door.accept().contains("pin") || door.accept().contains("pin+card");
        Long passedBy = named.passedBy;
        if (typed == null || (passedBy == null && !(door.duress() && says))) return null;
        for (Somebody who : premises.people()) {
            if (passedBy != null && passedBy != who.id) continue;
            if (who.pin != null && underDuress(who.pin).equals(typed)) return who;
        }
        return null;
    }

    /// Whose card was refused at that reader `before` this PIN, if it is theirs under duress. `told`: whose it is
    /// anyway.
    private static @Nullable Refused silent(
            One shown, @Nullable One first, @Nullable Refused before, @Nullable Somebody told) {
        if (before == null || first != null || shown.atNs - before.atNs > Presentations.WINDOW_NS) return null;
        String typed = shown.what.pin();
        String pin = before.who.factor();
        boolean theirs = typed != null && pin != null && underDuress(pin).equals(typed);
        return theirs && before.who != told ? before : null;
    }

    private boolean right(Somebody who, One second, At at) {
        String pin = second.what.pin();
        if (pin == null) return second.what.who() == who && who.cardActive && truth.limited(who, at) == null;
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

    /// Whether something is so, such as that a person is not where the door begins.
    enum Certainty {
        YES,
        NO,
        PERHAPS,
        /// Places count for nothing now.
        SUSPENDED
    }
}
