package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One door: its parts, and the order of each step: the strike, sounder and lamps, then the log. The door lane only.
final class Doorway {
    private final DoorSettings settings;
    private final DoorParts parts;
    private final Around around;
    private final DoorLog log;
    private final Unanswered unanswered = new Unanswered();
    private final Pending pending;
    private final Lamps lamps;
    private final Lines lines;
    private final DoorBody body;
    private final DoorRecord record;
    private final Exits exits;
    private final Outputs outputs;
    private final WallWatch wall;
    private final DoorHours hours;
    private DoorRules rules;
    private Standing standing;

    /// What a door finds around it.
    record Around(Time time, Records records, Shifts shifts) {}

    Doorway(DoorSettings settings, DoorParts parts, Around around, @Nullable Kept before) {
        this.settings = settings;
        this.parts = parts;
        this.around = around;
        this.log = new DoorLog(around.records.log(), around.time, settings);
        this.outputs = new Outputs(parts.strike(), parts.sounder(), log);
        this.lamps = new Lamps(parts.readers());
        this.rules = settings.rules();
        this.record = new DoorRecord(around.records.memory(), around.time, settings.channelId(), before);
        record.removed(!settings.hasChannel());
        this.lines = new Lines(parts, log, record.kept().tampers());
        this.hours = new DoorHours(around.shifts, settings);
        this.standing = hours.restored(record.kept().standing().at(settings), rules);
        this.wall = new WallWatch(around.time, around.shifts);
        wall.awaits(standing.endsAtMs());
        this.pending = new Pending(hours.noting(around.records.passages()), log);
        this.body = new DoorBody(parts, around.time, settings, record.kept(), pending);
        this.exits = new Exits(body, log, parts.inputs(), record.kept().exitHeld());
    }

    /// Takes the door into service.
    void start() {
        log.tell(EventKind.CHANNEL_STARTED, nowNs(), body.facts());
        Kept before = record.kept();
        if (before.alarm() != null && body.alarms().kept() == null)
            log.tell(EventKind.DOOR_NORMAL, nowNs(), body.facts());
        var change = new StandingWords.Change(before.standing(), standing, rules.autoUnlock());
        StandingWords.corrected(change).forEach((kind, facts) -> log.tell(kind, nowNs(), facts));
        around.records.passages().stands(settings.channelId(), standing);
        body.sound();
        look(Map.of());
        parts.locks().set(standing);
        body.follow(Standing.NORMAL, standing);
        raise(nowNs());
        lines.forgetReaders(nowNs());
        lines.tamper(Lines.DOOR, parts.inputs().tamper().getAsBoolean(), nowNs());
        settle();
    }

    /// The strike goes where it has to be without a controller, unless somebody leaves: see [Strike#rest].
    void rest() {
        if (parts.strike().failSafe()) parts.strike().rest();
        else parts.strike().secure(nowNs());
    }

    /// Takes it out of service: who still waits is told that no answer comes.
    void stop() {
        turnAway(Long.MAX_VALUE);
        for (LaneInput.SecondAwaited wait : unanswered.timedOut(Long.MAX_VALUE)) log.appendNow(wait.timedOut());
        body.outOfService();
        raise(nowNs());
        log.tell(EventKind.CHANNEL_STOPPED, nowNs(), body.facts());
    }

    /// Begins anew from what the inputs say, after a fault.
    void rebuild() {
        lamps.anew();
        body.rebuild(standing.unlocked());
        body.follow(Standing.NORMAL, standing);
        raise(nowNs());
        turnAway(Long.MAX_VALUE);
        look();
        settle();
    }

    /// What moved while nobody listened is noticed. Once nothing waits for the lane that knows more of it.
    void lookAgain() {
        look();
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        if (open != body.state().leafOpen()) leafMoved(open, nowNs());
    }

    private void look() {
        noticeFire(nowNs());
        lines.tamper(Lines.DOOR, parts.inputs().tamper().getAsBoolean(), nowNs());
        lines.lookAgain(nowNs());
    }

    /// Does what is due. `heardNs`: up to when everything that moved is known here, see [DoorInput.Tick].
    void tick(long heardNs) {
        long nowNs = nowNs();
        if (wall.isDue(nowNs, heardNs)) look(Map.of());
        body.tick(nowNs, Math.min(nowNs, heardNs));
        raise(nowNs);
        pending.look(body.state(), nowNs, heardNs, body.exitReleases(nowNs));
        beginHours();
        exits.look(nowNs);
        outputs.follow(body.state().released(), body.alarms().sounding(), nowNs);
        lamps.tick(nowNs);
        if (body.alarms().takeBeep()) lamps.beep(nowNs);
        turnAway(nowNs - Doors.DECISION_MAX_NS);
        // A card that was read in time may still be queued.
        for (LaneInput.SecondAwaited wait : unanswered.timedOut(Math.min(nowNs, heardNs))) {
            log.appendNow(wait.timedOut());
            settleLamps();
            lamps.rejected(wait.side(), nowNs);
        }
        settle();
    }

    long deadlineNs() {
        long outputsNs =
                Math.min(lamps.deadlineNs(), outputs.deadlineNs(body.state().released(), nowNs()));
        long exitsNs = Math.min(exits.deadlineNs(), Math.min(unanswered.deadlineNs(), pending.deadlineNs()));
        return Math.min(Math.min(body.deadlineNs(), outputsNs), Math.min(wall.nextLookNs(), exitsNs));
    }

    /// The clock on the wall may end a mode, begin or end hours; the log hears `more` with it.
    private void look(Map<String, Object> more) {
        long atMs = wall.look(standing.endsAtMs());
        noticeFire(nowNs());
        stand(hours.look(atMs, standing, rules), nowNs(), more);
    }

    /// Fire's own thread has told the strike; whatever became of its input, the door learns of it here.
    private void noticeFire(long atNs) {
        boolean on = parts.inputs().fire().getAsBoolean();
        if (on) lines.fireBegins(atNs);
        else if (standing.fire()) lines.fireEnds(atNs);
        if (on && !standing.fire()) body.burns(atNs);
        if (on != standing.fire()) stand(new StandingInput.Fire(on), atNs, lines.zones(on));
    }

    void fireMoved(LaneInput.FireMoved moved) {
        // What the strike is told now counts: where this says otherwise, a later move is on its way already.
        boolean on = parts.inputs().fire().getAsBoolean();
        if (moved.on() && standing.fire()) body.fireHeard(moved, true);
        if (on || standing.fire()) noticeFire(moved.on() == on ? moved.atNs() : nowNs());
        else if (lines.fireOver(moved)) body.fireHeard(moved, false);
    }

    /// Does an operator's command; returns why not, or null.
    @Nullable
    String command(LaneInput.Commanded asked) {
        String refusal = removed() ? Refusals.GONE : Refusals.of(asked.command(), settings, rules, wall, body.alarms());
        if (refusal != null) return refusal;
        Map<String, Object> facts = asked.command().facts(asked.by());
        if (asked.command() instanceof DoorCommand.Acknowledge) {
            body.alarms().acknowledge(facts);
            raise(asked.atNs());
            return null;
        }
        if (!record.takes(asked, standing)) return null;
        stand(new StandingInput.Commanded(asked.command()), asked.atNs(), facts);
        if (asked.command().mayEndByTime()) wall.awaits(standing.endsAtMs());
        look(Map.of("by", asked.by())); // hours that begin or end by it
        return null;
    }

    /// Tries an output; returns why not, or null.
    @Nullable
    String test(LaneInput.Tested asked) {
        boolean sounds = body.alarms().sounding();
        String refusal = removed() ? Refusals.GONE : Refusals.of(asked.test(), standing, parts, sounds);
        if (refusal != null) return refusal;
        switch (asked.test()) {
            case OutputTest.Show show -> lamps.test(show, nowNs());
            case OutputTest.Sound _ -> body.alarms().test(nowNs());
        }
        log.tell(EventKind.CONFIGURATION_CHANGED, asked.atNs(), asked.test().facts(asked.by()));
        return null;
    }

    /// The site has this channel no more: nobody could end what stands at it. Exits and fire go on.
    void removed(LaneInput.Removed gone) {
        record.removed(true); // first: nothing of it is kept
        rules(DoorRules.PLAIN);
        record.by(null);
        stand(new StandingInput.Removed(), gone.atNs(), Map.of("reason", "channel_removed"));
    }

    void newRules(LaneInput.NewRules fresh) {
        record.removed(false);
        boolean otherHours = !Objects.equals(rules.autoUnlock(), fresh.rules().autoUnlock());
        body.times(fresh.times());
        rules(fresh.rules());
        boolean door = rules.kind() == DoorRules.Kind.DOOR;
        if (standing.evacuated() && !door) stand(new StandingInput.NoDoor(), fresh.atNs(), Map.of("reason", "kind"));
        if (otherHours) stand(new StandingInput.NewHours(), fresh.atNs(), Map.of());
        look(Map.of());
    }

    private void rules(DoorRules fresh) {
        rules = fresh;
        body.alarms().rules(fresh.alarm());
    }

    /// Steps what stands: the strike follows, then the log hears of it.
    private void stand(StandingInput input, long atNs, Map<String, Object> more) {
        Standing before = standing;
        Standing.Step step = before.step(input, rules.autoUnlock());
        standing = step.standing();
        parts.locks().set(standing);
        try {
            body.follow(before, standing);
        } finally {
            // Whatever the strike does: it stands so from now on.
            var change = new StandingWords.Change(before, standing, rules.autoUnlock());
            for (EventKind kind : step.events()) log.tell(kind, atNs, StandingWords.facts(kind, change, more));
            around.records.passages().stands(settings.channelId(), standing);
        }
        raise(atNs);
    }

    Unanswered unanswered() {
        return unanswered;
    }

    /// Whether a person waits for this answer. Of two factors the second has its own if the first was turned away.
    boolean takes(LaneInput.Answered answer) {
        LaneInput.Presented waiting = unanswered.waiting(answer.presentation());
        if (unanswered.takes(answer)) return true;
        if (waiting != null) turnAway(new Unanswered.Late(waiting));
        return false;
    }

    /// Strike first, then the LED: a person is waiting. The log comes last and waits for nobody.
    void admit(LaneInput.Decided answer, EventDraft event) {
        // From now, not from the card's time: the person has the whole time, however long the decision took.
        try {
            body.unlock(nowNs(), answer.passage(), Unlock.Owner.of(event), answer.leaves());
            settleLamps();
            lamps.admitted(answer.side(), body.holdMs(answer.passage()), nowNs());
        } finally {
            // Whatever an output does: who was admitted is not forgotten. In a lockdown no hours begin.
            if (answer.beginsHours() && !standing.cardLockdown()) hours.admitted(event);
            pending.admitted(
                    event,
                    answer.side(),
                    settings.contact() && !standing.unlocked() && !body.state().leafOpen());
        }
        if (answer.passage().responder() && standing.cardLockdown())
            log.append(DoorLog.as(EventKind.FIRST_RESPONDER, event, Map.of()));
        raise(answer.atNs());
        beginHours();
    }

    /// Hours that wait for a first card begin once its holder has opened the door, or at once where nothing tells that.
    private void beginHours() {
        if (!hours.takeEntered() || standing.cardLockdown()) return;
        stand(new StandingInput.Entered(around.time.nowMs(), hours.covered(standing, rules)), nowNs(), Map.of());
    }

    void reject(LaneInput.Answered answer, EventDraft event) {
        log.append(event); // first: a reader that fails forgets nobody
        settleLamps();
        lamps.rejected(answer.side(), nowNs());
    }

    /// The person of this admission has locked the door.
    void endUnlock(EventDraft event) {
        body.endUnlock(Unlock.Owner.of(event));
    }

    /// Lets somebody go who was answered elsewhere: a floor, for who stands in the cabin.
    void release(LaneInput.Decided answer) {
        body.unlock(nowNs(), answer.passage(), Unlock.Owner.ANYBODY, false);
        raise(nowNs());
    }

    Exits exits() {
        return exits;
    }

    void leafMoved(boolean open, long atNs) {
        if (parts.inputs().fire().getAsBoolean()) noticeFire(nowNs());
        body.leafMoved(open, atNs);
        // Fire ends once the door knows how the leaf is: the bolt of a motor lock must not meet it.
        if (parts.inputs().leafOpen().getAsBoolean() == open) noticeFire(nowNs());
        raise(atNs);
    }

    Lamps lamps() {
        return lamps;
    }

    /// What is known of its readers and its tamper line.
    Lines lines() {
        return lines;
    }

    /// Turns away who was read at or before `readUntilNs` and still has no decision.
    private void turnAway(long readUntilNs) {
        for (Unanswered.Late late : unanswered.late(readUntilNs)) turnAway(late);
    }

    void turnAway(Unanswered.Late late) {
        log.turnAway(late);
        settleLamps();
        lamps.rejected(late.presented().side(), nowNs());
    }

    /// The log hears what the leaf has come to.
    void raise(long atNs) {
        for (Alarms.Raised one : body.alarms().raised()) {
            log.tell(one.kind(), one.atNs(atNs), body.facts(one.facts()));
        }
    }

    /// Once all is done: the readers show what stands, and what outlasts a restart is kept.
    void settle() {
        settleLamps();
        keep();
    }

    /// What outlasts a restart is kept, and what a line that threw kept from the log is told. Touches no line.
    void keep() {
        raise(nowNs());
        record.settle(standing, body.alarms().kept(), lines.reportedAlarms(), exits.held(), body.openLeaf());
    }

    private void settleLamps() {
        lamps.settle(
                unanswered, parts.strike().released(), side -> standing.cardLockdown() && !settings.leavesByBox(side));
    }

    DoorView view() {
        return new DoorView(
                settings.channelId(),
                settings.unit(),
                body.state().word(),
                standing,
                parts.strike().released(),
                body.state().leafOpen(),
                lines.online(),
                lines.tampers(),
                body.alarms().sounds(),
                settings.egressByBox(),
                hours.awaitFirstCard(standing, rules),
                record.kept().changedAtMs(),
                rules.partners(),
                body.alarms().kept());
    }

    long channelId() {
        return settings.channelId();
    }

    DoorRules rules() {
        return rules;
    }

    /// Whether the site has this channel no more.
    boolean removed() {
        return record.removed();
    }

    Standing standing() {
        return standing;
    }

    /// As [DoorBody#passable].
    boolean passable() {
        return body.passable();
    }

    DoorParts parts() {
        return parts;
    }

    DoorSettings settings() {
        return settings;
    }

    private long nowNs() {
        return around.time.nowNs();
    }
}
