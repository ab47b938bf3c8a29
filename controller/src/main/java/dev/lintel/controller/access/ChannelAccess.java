package dev.lintel.controller.access;

import java.time.Duration;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a channel decides, from the site's policy. Immutable.
///
/// @param entry what its entry reader accepts: the first whose shift covers the moment holds; none: nothing
/// @param exit the same of its exit reader
/// @param duress whether a second factor of one more in its last digit opens and tells of duress
public record ChannelAccess(
        List<Accepted> entry, List<Accepted> exit, Passback passback, UntrustedClock untrustedClock, boolean duress) {
    /// Cards, PINs and phones at any time, no passback.
    public static final ChannelAccess USUAL = new ChannelAccess(
            List.of(Accepted.USUAL), List.of(Accepted.USUAL), Passback.OFF, UntrustedClock.USUAL, false);

    public ChannelAccess {
        entry = List.copyOf(entry);
        exit = List.copyOf(exit);
    }

    /// What the reader of that side (`entry`, `exit`) accepts.
    public List<Accepted> at(String side) {
        return side.equals("exit") ? exit : entry;
    }

    /// What a person may show.
    public enum Means {
        /// A card or fob alone.
        CARD,
        /// A PIN alone.
        PIN,
        CARD_THEN_PIN,
        PIN_THEN_CARD,
        /// A pass in a phone's wallet, scanned as a code.
        QR,
        /// A phone.
        MOBILE
    }

    /// What is accepted at certain times.
    ///
    /// @param shiftId when it holds, or null for always
    /// @param means empty: nothing is accepted then
    public record Accepted(@Nullable Long shiftId, Set<Means> means) {
        public static final Accepted USUAL = new Accepted(null, EnumSet.of(Means.CARD, Means.PIN, Means.MOBILE));

        public Accepted {
            means = Set.copyOf(means);
        }
    }

    /// A person who went in has to come out before going in again.
    ///
    /// @param from the area on the entry reader's side, such as `outside`
    /// @param to the area behind the door
    /// @param window with [Mode#TIMED]: how long the same person is not admitted again into the area just entered;
    /// with the others null
    /// @param forgiveAt the time of day, on the wall of the channel's site, at which places are forgotten, or null
    /// @param forgiveAfter what of this door lets people pass unseen: passback of the connected areas refuses no
    /// person during it, and their places are forgotten after it
    public record Passback(
            Mode mode,
            String from,
            String to,
            @Nullable Duration window,
            @Nullable LocalTime forgiveAt,
            Set<Unseen> forgiveAfter) {
        public static final Passback OFF = new Passback(Mode.OFF, "", "", null, null);

        public Passback {
            forgiveAfter = Set.copyOf(forgiveAfter);
        }

        /// Forgives after fire and after unlocked periods.
        public Passback(Mode mode, String from, String to, @Nullable Duration window, @Nullable LocalTime forgiveAt) {
            this(mode, from, to, window, forgiveAt, EnumSet.allOf(Unseen.class));
        }

        /// Whether the door leads from one area to another.
        public boolean connects() {
            return !from.isEmpty() && !to.isEmpty();
        }

        /// Whether a person at the wrong side is refused.
        public boolean refuses() {
            return mode == Mode.HARD || mode == Mode.TIMED;
        }

        /// How people pass a door without a credential.
        public enum Unseen {
            /// The fire input releases the door.
            FIRE,
            /// The door is unlocked by its mode or its hours.
            UNLOCK
        }

        public enum Mode {
            OFF,
            /// Only told of.
            SOFT,
            HARD,
            TIMED
        }
    }

    /// Whether time-bound rights hold although the clock may be wrong.
    ///
    /// @param held while the clock was restored after a power cut and nothing has confirmed it
    /// @param wrong while it is certainly wrong
    public record UntrustedClock(boolean held, boolean wrong) {
        public static final UntrustedClock USUAL = new UntrustedClock(true, false);
    }
}
