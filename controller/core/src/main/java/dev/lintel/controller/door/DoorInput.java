package dev.lintel.controller.door;

/// What can happen to a door. `atNs` is the monotonic time at which it happened.
public sealed interface DoorInput {
    long atNs();

    /// Somebody may pass: an admission, REX or the auxiliary input. The strike is to let go for `holdNs`.
    ///
    /// @param outlasts whether, at an open leaf, this outlasts its closing
    /// @param longer whether the person needs longer open times
    /// @param exit whether an exit unlocks it: at an open leaf that does not restart the open times
    record Unlock(long atNs, long holdNs, boolean outlasts, boolean longer, boolean exit) implements DoorInput {
        /// By an admission.
        public Unlock(long atNs, long holdNs, boolean outlasts, boolean longer) {
            this(atNs, holdNs, outlasts, longer, false);
        }

        public Unlock(long atNs, long holdNs) {
            this(atNs, holdNs, true, false);
        }

        /// By an exit.
        static Unlock byExit(long atNs, long holdNs, boolean outlasts) {
            return new Unlock(atNs, holdNs, outlasts, false, true);
        }
    }

    /// `exitUntilNs`: until when an exit's promise holds the strike released, or [DoorState#SECURED]. `forced`: the
    /// strike held at that moment and nobody had asked to leave, whatever has released it since. `longer`: a person
    /// may have opened it who needs longer open times. `nextUntilNs`: until when others may pass who have not, or
    /// [DoorState#SECURED].
    record LeafOpened(long atNs, long exitUntilNs, boolean forced, boolean longer, long nextUntilNs)
            implements DoorInput {
        /// By the last one who may pass.
        public LeafOpened(long atNs, long exitUntilNs, boolean forced, boolean longer) {
            this(atNs, exitUntilNs, forced, longer, DoorState.SECURED);
        }

        public LeafOpened(long atNs, long exitUntilNs, boolean forced) {
            this(atNs, exitUntilNs, forced, false);
        }

        /// By somebody whom the strike let.
        public LeafOpened(long atNs, long exitUntilNs) {
            this(atNs, exitUntilNs, false);
        }

        /// As above, and no exit runs.
        public LeafOpened(long atNs) {
            this(atNs, DoorState.SECURED, false);
        }
    }

    /// `exitUntilNs` as for [LeafOpened].
    record LeafClosed(long atNs, long exitUntilNs) implements DoorInput {
        public LeafClosed(long atNs) {
            this(atNs, DoorState.SECURED);
        }
    }

    /// The door is unlocked from now on: by a mode, its hours, an evacuation or fire.
    record StandUnlocked(long atNs) implements DoorInput {}

    /// The door stands unlocked no more; `exitUntilNs` and `longer` as for [LeafOpened].
    record StandNormal(long atNs, long exitUntilNs, boolean longer) implements DoorInput {
        public StandNormal(long atNs, long exitUntilNs) {
            this(atNs, exitUntilNs, false);
        }

        public StandNormal(long atNs) {
            this(atNs, DoorState.SECURED);
        }
    }

    /// A lockdown began: what runs for somebody who comes in ends now. `exitUntilNs` as for [LeafOpened].
    record Lock(long atNs, long exitUntilNs) implements DoorInput {
        public Lock(long atNs) {
            this(atNs, DoorState.SECURED);
        }
    }

    /// An exit became active, whether it releases the strike or not: a person leaves.
    record ExitActive(long atNs) implements DoorInput {}

    /// An exit is held on as its time runs out: the strike goes on until `untilNs`, and nothing else begins anew.
    record ExitHeld(long atNs, long untilNs) implements DoorInput {}

    /// Time has passed. `heardNs`: up to when everything that moved is known: what the leaf did since may wait to be
    /// heard, so its times run no further. At most `atNs`.
    record Tick(long atNs, long heardNs) implements DoorInput {
        public Tick(long atNs) {
            this(atNs, atNs);
        }
    }
}
