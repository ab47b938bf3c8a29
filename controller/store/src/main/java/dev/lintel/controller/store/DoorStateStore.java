package dev.lintel.controller.store;

import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.door.Standing.FirstCard;
import dev.lintel.controller.door.Standing.Hours;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What stands at each door, on table `door_state`. The door lane hands over and goes on; the writer keeps the
/// newest of each door in its next transaction, and tries again for as long as the disk refuses. `waiting` holds
/// one entry a door at most, so it needs no bound of its own.
///
/// `together` is held by the lane while it changes a door and tells of it, and by the writer while it takes both
/// out of memory: a transaction has all of a change or nothing, but where more events wait than go into one: then
/// what stands goes with the last of them. Neither touches a file meanwhile. A lane that hangs in there holds up what
/// stands, never the events.
public final class DoorStateStore implements DoorMemory {
    private static final String SAVE =
            """
            INSERT OR REPLACE INTO door_state
                   (channel_id, unlock, relock_at, card_lockdown, rex_lockdown, aux_lockdown, hours_overridden,
                    hours_shift_id, hours_first_card, hours_on, first_card_shift_id, first_card_at, alarm,
                    changed_by, changed_at, fire, tampers, exit_held, leaf_warn_at, leaf_extended_at,
                    alarm_latched, alarm_acknowledged, alarm_reminders, secure, secure_until, secure_hours_since,
                    locked_by, evacuated, evacuated_by)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
              FROM channel
             WHERE id = ? AND NOT EXISTS (SELECT 1 FROM channel_box b WHERE b.channel_id = channel.id)
            """; // the lane may still tell of a channel that has just been deleted or given to another box
    private static final String LOAD = """
            SELECT channel_id, unlock, relock_at, card_lockdown, rex_lockdown, aux_lockdown, hours_overridden,
                   hours_shift_id, hours_first_card, hours_on, first_card_shift_id, first_card_at, alarm,
                   changed_by, changed_at, fire, tampers, exit_held, leaf_warn_at, leaf_extended_at,
                   alarm_latched, alarm_acknowledged, alarm_reminders, secure, secure_until, secure_hours_since,
                   locked_by, evacuated, evacuated_by
              FROM door_state""";

    private final Map<Long, Kept> waiting = new ConcurrentHashMap<>();
    private final Map<Long, Kept> inFlight = new HashMap<>(); // the writer's thread only
    private final ReentrantLock together = new ReentrantLock();
    private final Runnable wakeWriter;
    private volatile boolean failing;

    DoorStateStore(Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
    }

    @Override
    public void keep(long channelId, Kept kept) {
        waiting.put(channelId, kept);
        wakeWriter.run();
    }

    @Override
    public void together(Runnable acts) {
        together.lock();
        try {
            acts.run();
        } finally {
            together.unlock();
        }
    }

    /// As [#together], unless the lane is in there for longer than `limitMs`: it hangs. Returns whether `acts` ran.
    boolean tryTogether(long limitMs, Runnable acts) {
        boolean taken = false;
        try {
            taken = together.tryLock(limitMs, TimeUnit.MILLISECONDS);
            if (taken) acts.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts the writer but a process that is ending
        } finally {
            if (taken) together.unlock();
        }
        return taken;
    }

    /// What was kept of each door, by channel id.
    public static Map<Long, Kept> load(Sql sql) {
        var all = new HashMap<Long, Kept>();
        sql.each(LOAD, row -> all.put(row.number(1), kept(row)));
        return all;
    }

    boolean waiting() {
        return !waiting.isEmpty();
    }

    /// What stands waits and the disk refuses it: closing must not wait for it.
    boolean stuck() {
        return failing && waiting();
    }

    /// Takes out what waits, for [#writeTaken].
    void take() {
        inFlight.clear();
        inFlight.putAll(waiting);
    }

    /// Takes nothing: [#writeTaken] has nothing to do.
    void takeNothing() {
        inFlight.clear();
    }

    /// Writes it inside the writer's transaction.
    void writeTaken(Sql sql) {
        inFlight.forEach((channelId, kept) -> save(sql, channelId, kept));
    }

    /// The transaction is on disk; what has changed meanwhile goes with the next.
    void committed() {
        failing = false;
        inFlight.forEach(waiting::remove);
        inFlight.clear();
    }

    /// The transaction was refused: everything stays and goes again.
    void failed() {
        failing = true;
        inFlight.clear();
    }

    private static void save(Sql sql, long channelId, Kept kept) {
        Standing standing = kept.standing();
        Hours hours = standing.hours();
        AutoUnlock rule = hours.rule();
        FirstCard card = hours.firstCard();
        RaisedAlarm alarm = kept.alarm();
        Standing.Secure secure = standing.secure();
        OpenLeaf leaf = kept.leaf();
        sql.run(
                SAVE,
                channelId,
                standing.unlock(),
                standing.relockAtMs(),
                standing.lockdown().card(),
                standing.lockdown().rex(),
                standing.lockdown().aux(),
                hours.overridden(),
                rule == null ? null : rule.shiftId(),
                rule != null && rule.firstCard(),
                hours.on(),
                card == null ? null : card.shiftId(),
                card == null ? null : card.atMs(),
                alarm == null ? null : alarm.cause().name(),
                kept.by(),
                kept.changedAtMs(),
                standing.fire(),
                String.join(",", new TreeSet<>(kept.tampers())),
                kept.exitHeld(),
                leaf == null ? null : leaf.warnAtMs(),
                leaf == null ? null : leaf.extendedAtMs(),
                alarm != null && alarm.latched(),
                alarm != null && alarm.acknowledged(),
                alarm == null ? 0 : alarm.reminders(),
                secure != null,
                secure == null ? null : secure.untilMs(),
                secure == null ? null : secure.hoursSinceMs(),
                names(kept.lockedBy()),
                standing.evacuated(),
                names(kept.evacuatedBy()),
                channelId);
    }

    /// No name has a line break.
    private static String names(Set<String> names) {
        return String.join("\n", new TreeSet<>(names));
    }

    private static Set<String> names(String lines) {
        return lines.isEmpty() ? Set.of() : Set.of(lines.split("\n"));
    }

    private static Kept kept(Row row) {
        var lockdown = new Lockdown(row.flag(4), row.flag(5), row.flag(6));
        Long shiftId = row.nullableNumber(8);
        Long cardShiftId = row.nullableNumber(11);
        Long cardAtMs = row.nullableNumber(12);
        var hours = new Hours(
                row.flag(7),
                shiftId == null ? null : new AutoUnlock(shiftId, row.flag(9)),
                row.flag(10),
                cardShiftId == null || cardAtMs == null ? null : new FirstCard(cardShiftId, cardAtMs));
        Standing.Secure secure =
                row.flag(24) ? new Standing.Secure(row.nullableNumber(25), row.nullableNumber(26)) : null;
        var standing =
                new Standing(row.flag(2), row.nullableNumber(3), lockdown, hours, row.flag(16), secure, row.flag(28));
        Set<String> tampers =
                row.text(17).isEmpty() ? Set.of() : Set.of(row.text(17).split(","));
        Long extendedAtMs = row.nullableNumber(20);
        OpenLeaf leaf = extendedAtMs == null ? null : new OpenLeaf(row.nullableNumber(19), extendedAtMs);
        return new Kept(
                standing,
                alarm(row),
                tampers,
                row.flag(18),
                leaf,
                row.nullableText(14),
                row.number(15),
                names(row.text(27)),
                names(row.text(29)));
    }

    private static @Nullable RaisedAlarm alarm(Row row) {
        String cause = row.nullableText(13);
        if (cause == null) return null;
        return new RaisedAlarm(Alarm.valueOf(cause), row.flag(21), row.flag(22), row.integer(23));
    }
}
