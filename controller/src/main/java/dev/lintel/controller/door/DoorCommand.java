package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an operator can ask of a door.
public sealed interface DoorCommand {
    /// Whether it sets a mode that may end at a time of the clock on the wall.
    default boolean mayEndByTime() {
        return this instanceof Unlock || this instanceof Toggle || this instanceof Secure;
    }

    /// Stand unlocked until `relockAtMs` by the clock on the wall (milliseconds since 1970), or until told
    /// otherwise.
    record Unlock(@Nullable Long relockAtMs) implements DoorCommand {}

    /// Stand unlocked until `relockAtMs` or until this is asked again, where the door does not stand unlocked by
    /// [Unlock]; else as [Normal]. A lockdown, and hours at which the door is unlocked, ignore it.
    record Toggle(@Nullable Long relockAtMs) implements DoorCommand {}

    /// Stand unlocked no more; hours at which the door unlocks by itself go on.
    record Normal() implements DoorCommand {}

    /// Stand unlocked no more, also where the door's hours say so, until `untilMs` by the clock on the wall
    /// (milliseconds since 1970); null: until the hours that run, or the next ones, are over. Cards work.
    record Secure(@Nullable Long untilMs) implements DoorCommand {}

    /// The alarm of the door is known: sounder and reminders end. `note` is what the log says of it, or null.
    record Acknowledge(@Nullable String note) implements DoorCommand {
        /// Enough for some sentences; bounds what goes into an event.
        public static final int NOTE_MAX = 500;

        /// What the log says of it.
        Map<String, Object> facts(String by) {
            return note == null ? Map.of("by", by) : Map.of("by", by, "note", note);
        }

        private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
        private static final int ZERO_WIDTH_JOINER = 0x200D;

        /// What is wrong with a note, as the rest of a sentence, or null.
        public static @Nullable String fault(String note) {
            if (note.length() > NOTE_MAX) return "must have at most " + NOTE_MAX + " characters";
            boolean plain = note.codePoints().noneMatch(Acknowledge::isControl);
            return plain ? null : "must have no line breaks, control characters or invisible characters";
        }

        private static boolean isControl(int point) {
            int type = Character.getType(point);
            return switch (type) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                    true;
                case Character.FORMAT ->
                    point != ZERO_WIDTH_NON_JOINER && point != ZERO_WIDTH_JOINER; // these shape letters
                default -> false;
            };
        }
    }

    /// What is locked down from now on, as far as `named` names it; the rest stays as it stands.
    record LockDown(Lockdown lockdown, Lockdown named) implements DoorCommand {
        /// Exactly this lockdown.
        public LockDown(Lockdown lockdown) {
            this(lockdown, new Lockdown(true, true, true));
        }

        /// What stands afterwards where `before` stood.
        Lockdown after(Lockdown before) {
            return new Lockdown(
                    named.card() ? lockdown.card() : before.card(),
                    named.rex() ? lockdown.rex() : before.rex(),
                    named.aux() ? lockdown.aux() : before.aux());
        }
    }

    /// Whatever stood before the lockdown goes on.
    record Unlockdown() implements DoorCommand {}

    /// A lockdown switch is released: what was locked down by it alone is no more. The command is that switch's.
    record SwitchReleased() implements DoorCommand {}

    /// These hours in place of the policy's, or none, until the policy's own are changed.
    record SetAutoUnlock(@Nullable AutoUnlock rule) implements DoorCommand {}
}
