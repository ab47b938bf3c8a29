package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A judge over a place with one door that is of interest, and what can be made to happen there.
final class Stage {
    static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    /// What an admission says of itself: by the role that is good everywhere at all times.
    static final Map<String, Object> TRACE = Map.of("role_id", 1L, "mode", "normal", "clock", "trusted");

    /// A door that asks for nothing but a card.
    private static boolean plain(Door door) {
        return door.accept().equals(List.of("card")) && door.passback().equals("off") && !door.byBox();
    }

    /// That does not beep before an alarm either.
    private static boolean quiet(Door door) {
        return plain(door) && !door.times().alarms().preAlarm();
    }

    final VirtualTime time = new VirtualTime(START);
    final DoorView view = new DoorView(1, 1, "secure", "normal", false, false, Map.of());
    Premises premises = place(Stage::quiet, _ -> true, false);
    Judge judge = new Judge(premises, time);
    Somebody who = somebody(premises);

    Stage() {
        judge.begins(_ -> view, this::clock);
    }

    /// At a place whose first door has such rules for who enters, and asks for a card alone.
    static Stage entering(Predicate<Entry> wanted) {
        return at(door -> wanted.test(door.entry()) && plain(door), _ -> true, true);
    }

    /// At such a place, whose first door is such a one: people may need others to enter by it.
    static Stage entering(Predicate<Door> wanted, Predicate<Premises> around) {
        return at(wanted, around, true);
    }

    /// At a place where the area behind the first door has that minimum of people, and no other area has a limit. The
    /// door asks for a card alone.
    static Stage gathering(int min) {
        Stage test = at(door -> door.accept().equals(List.of("card"))
                && door.looksAtPlaces()
                && !door.byBox()
                && door.forgiveAt() == null);
        Premises made = test.premises;
        test.premises = new Premises(
                made.accountZone(),
                made.holiday(),
                made.shifts(),
                made.roles(),
                made.groups(),
                made.doors(),
                made.switches(),
                made.people(),
                Map.of(made.door(1).to(), new AreaLimits(null, min)),
                made.connected());
        test.judge = new Judge(test.premises, test.time);
        test.restarts();
        return test;
    }

    /// At a place whose first door is such a one, with forced alarms at once, and without hours and a motor lock.
    static Stage at(Predicate<Door> wanted) {
        return at(wanted, _ -> true);
    }

    /// The same at such a place.
    static Stage at(Predicate<Door> wanted, Predicate<Premises> around) {
        return at(wanted, around, false);
    }

    private static Stage at(Predicate<Door> wanted, Predicate<Premises> around, boolean entering) {
        var test = new Stage();
        test.premises = place(wanted, around, entering);
        test.judge = new Judge(test.premises, test.time);
        test.who = somebody(test.premises);
        test.judge.begins(_ -> test.view, test::clock);
        return test;
    }

    /// Who may pass at any time.
    private static Somebody somebody(Premises premises) {
        Somebody who = premises.people().stream()
                .filter(person -> person.roles.contains(1)
                        && !person.responder
                        && !person.extended
                        && person.pin != null
                        && person.secondPin != null)
                .findFirst()
                .orElseThrow();
        who.enabled = true;
        who.cardActive = true;
        who.validFrom = null;
        who.validTo = null;
        who.limits = CardLimits.NONE;
        return who;
    }

    /// `entering`: people may need others to enter.
    private static Premises place(Predicate<Door> wanted, Predicate<Premises> around, boolean entering) {
        for (long seed = 1; ; seed++) {
            Premises made = new PremisesMaker(new Random(seed), START).make();
            Door door = made.doors().getFirst();
            boolean fits = wanted.test(door)
                    && door.times().forcedDelayNs() == 0
                    && door.times().relockDelayNs() == 0
                    && (door.looksAtPlaces() || door.from().isEmpty())
                    && door.times().forced()
                    && door.rexReleases()
                    && door.autoShift() == null
                    && (entering || door.entry().isAlone())
                    && made.doors().stream().allMatch(other -> other.partners().isEmpty());
            boolean somebody = made.people().stream()
                    .anyMatch(person -> person.roles.contains(1)
                            && !person.responder
                            && !person.extended
                            && person.pin != null
                            && person.secondPin != null);
            if (fits && somebody && around.test(made)) return made;
        }
    }

    ClockReading clock() {
        return ClockReading.trusted(time.now());
    }

    DoorWatch door() {
        return judge.door(1);
    }

    /// Another process, at the same place.
    void restarts() {
        judge.begins(_ -> view, this::clock);
    }

    void pass(long ms) {
        time.moveTo(time.nowNs() + Duration.ofMillis(ms).toNanos());
    }

    long shown() {
        return shown("entry", new What(who, null));
    }

    long shown(String side, What what) {
        pass(1);
        judge.verdicts.held.begins(); // a card was taken away before
        judge.shown(1, side, time.nowNs(), what);
        long atNs = time.nowNs();
        pass(1);
        judge.deciding(clock(), false);
        admits(atNs);
        return atNs;
    }

    /// Shows a card; the box decides on it, and hands nothing on yet.
    long reads(Somebody whose) {
        pass(1);
        judge.verdicts.held.begins(); // a card was taken away before
        judge.shown(1, "entry", time.nowNs(), new What(whose, null));
        long atNs = time.nowNs();
        pass(1);
        judge.deciding(clock(), false);
        return atNs;
    }

    LaneInput.Answered admits(long atNs, Somebody whose, Map<String, Object> more) {
        EventDraft event = draft(EventKind.ADMITTED_CARD, atNs, whose.id, more);
        return new LaneInput.Answered(1, atNs, 1, "entry", event, Passage.USUAL);
    }

    /// The box admits these together; `alone` has the answers where one of them does not pass.
    LaneInput.Together together(List<LaneInput.Answered> admitted, List<EventDraft> alone) {
        var parts = new ArrayList<LaneInput.Part>();
        for (int i = 0; i < admitted.size(); i++) parts.add(new LaneInput.Part(admitted.get(i), alone.get(i)));
        return new LaneInput.Together(parts);
    }

    /// Another person or an operator is awaited for so long.
    LaneInput.SecondAwaited waits(long atNs, Somebody whose, long seconds, Map<String, Object> more) {
        boolean asks = more.containsKey("approval_id");
        EventDraft started = draft(asks ? EventKind.APPROVAL_REQUESTED : EventKind.MFA_STARTED, atNs, whose.id, more);
        EventDraft inVain =
                draft(asks ? EventKind.REJECTED_NOT_APPROVED : EventKind.REJECTED_ALONE, atNs, whose.id, more);
        long untilNs = atNs + Duration.ofSeconds(seconds).toNanos();
        return new LaneInput.SecondAwaited(1, atNs, 1, "entry", started, inVain, untilNs);
    }

    /// The box hands this to the door lane, and the decision is made.
    void hands(LaneInput... inputs) {
        for (LaneInput input : inputs) judge.hands(input);
        judge.decided();
    }

    /// The box admits the person that the current decision is about.
    private void admits(long atNs) {
        Presentations.One one = judge.presentations.open(atNs);
        Verdict verdict = one == null ? null : one.verdict;
        if (one == null || verdict == null || !verdict.passes() || verdict.who() == null) return;
        EventDraft event = draft(EventKind.ADMITTED_CARD, atNs, verdict.who().id, Map.of());
        judge.hands(new LaneInput.Answered(1, atNs, 1, one.side, event, Passage.USUAL));
        judge.decided();
    }

    /// As [#shown], and the box makes that of it.
    long refused(String side, What what, EventKind kind, String reason) {
        pass(1);
        judge.verdicts.held.begins(); // a card was taken away before
        judge.shown(1, side, time.nowNs(), what);
        long atNs = time.nowNs();
        pass(1);
        judge.deciding(clock(), false);
        Somebody whose = what.pin() == null ? what.who() : null;
        decides(kind, atNs, whose, Map.of("reason", reason));
        return atNs;
    }

    /// The box makes that of what is decided on now.
    void decides(EventKind kind, long atNs, @Nullable Somebody whose, Map<String, Object> more) {
        judge.decides(draft(kind, atNs, whose == null ? null : (Long) whose.id, more));
    }

    EventDraft draft(EventKind kind, long atNs, @Nullable Long person, Map<String, Object> more) {
        boolean pin = kind == EventKind.REJECTED_UNKNOWN_PIN || kind == EventKind.REJECTED_PIN_LOCKED;
        var subject = new Subject(1L, person, null, null, null, pin);
        return new EventDraft(kind, time.nowMs(), atNs, subject, more);
    }

    /// Somebody, or anybody, is to be let in by hand. Returns the request's id.
    long asked(@Nullable Somebody whom) {
        pass(1);
        long id = judge.byHand.asked(door(), whom, clock());
        byHand(EventKind.ADMISSION_REQUESTED, id, whom, Map.of());
        return id;
    }

    void byHand(EventKind kind, long id, @Nullable Somebody whom, Map<String, Object> more) {
        var trace = new HashMap<>(more);
        trace.put("by", ByHand.OPERATOR);
        trace.put("admission_request_id", id);
        told(kind, time.nowNs(), whom == null ? null : (Long) whom.id, trace);
    }

    /// Modes are an operator's where `more` does not say whose they are.
    void told(EventKind kind, long atNs, @Nullable Long person, Map<String, Object> more) {
        var facts = new HashMap<>(more);
        if (kind.name().startsWith("MODE_")) facts.putIfAbsent("by", Deeds.OPERATOR);
        judge.event(draft(kind, atNs, person, facts));
    }

    void told(EventKind kind, long atNs, @Nullable Long person) {
        told(kind, atNs, person, kind.isAdmitted() ? TRACE : Map.of());
    }

    void told(EventKind kind) {
        told(kind, time.nowNs(), null);
    }

    void rejected(EventKind kind, long atNs, String reason) {
        told(kind, atNs, who.id, Map.of("reason", reason));
    }

    void lockdown(boolean card, boolean rex) {
        judge.asked(1, new DoorCommand.LockDown(new Lockdown(card, rex, false)));
        var facts = new HashMap<String, Object>();
        facts.put("card_lockdown", card);
        facts.put("rex_lockdown", rex);
        facts.put("aux_lockdown", false);
        facts.put("by", "somebody");
        told(EventKind.LOCKDOWN_ON, time.nowNs(), null, facts);
    }

    void settle() {
        door().settled(time.nowNs(), clock());
    }
}
