package dev.lintel.controller.access;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a channel decides, from the site's policy. Immutable.
///
/// @param entry what its entry reader accepts: the first whose shift covers the moment holds; none: nothing
/// @param exit the same of its exit reader
/// @param duress whether a PIN of one more in its last digit counts as the PIN and leaves a silent event
/// @param twoPerson whether the entry reader admits two persons together only
/// @param doubleTap what the same card a second time does for people whose role allows it, or null for nothing
/// @param approval when the entry reader admits with an operator's approval only, or null for never
public record ChannelAccess(
        List<Accepted> entry,
        List<Accepted> exit,
        Passback passback,
        UntrustedClock untrustedClock,
        boolean duress,
        boolean twoPerson,
        @Nullable DoubleTap doubleTap,
        @Nullable Approval approval) {
    /// Cards, PINs and phones at any time, no passback.
    public static final ChannelAccess USUAL = new ChannelAccess(
            List.of(Accepted.USUAL), List.of(Accepted.USUAL), Passback.OFF, UntrustedClock.USUAL, false);

    /// Each person alone.
    public ChannelAccess(
            List<Accepted> entry,
            List<Accepted> exit,
            Passback passback,
            UntrustedClock untrustedClock,
            boolean duress) {
        this(entry, exit, passback, untrustedClock, duress, false, null, null);
    }

    public ChannelAccess {
        entry = List.copyOf(entry);
        exit = List.copyOf(exit);
    }

    /// What the reader of that side (`entry`, `exit`) accepts.
    public List<Accepted> at(String side) {
        return side.equals("exit") ? exit : entry;
    }

    /// Whether the reader of that side takes `means` at any time.
    boolean takes(String side, Means means) {
        return at(side).stream().anyMatch(accepted -> accepted.means().contains(means));
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
    /// @param forgiveAfter what of this door lets people pass unseen: places in its two areas do not count
    /// meanwhile, and are forgotten afterwards
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

        /// The areas on both sides of the door that have names.
        public Set<String> areas() {
            return Stream.of(from, to).filter(area -> !area.isEmpty()).collect(Collectors.toUnmodifiableSet());
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

    /// The same card twice unlocks the door, and twice again ends that.
    ///
    /// @param until the time of the day, on the wall of the channel's site, at which the door locks again; or null.
    /// Midnight is the end of the day
    /// @param length how long the door stays unlocked; or null. With neither: until the next time
    public record DoubleTap(
            @Nullable LocalTime until, @Nullable Duration length) {
        /// When a door locks again that is unlocked at `at`; null: not by itself.
        @Nullable
        Instant relockAt(Instant at, ZoneId zone) {
            if (length != null) return at.plus(length);
            return until == null ? null : today(at, zone);
        }

        /// Whether taps unlock a door at `at`: not from `until` to the end of that day.
        boolean unlocks(Instant at, ZoneId zone) {
            return until == null || at.isBefore(today(at, zone));
        }

        /// `until` of the day that it is at `at`.
        private Instant today(Instant at, ZoneId zone) {
            LocalTime time = Objects.requireNonNull(until, "a time of the day");
            LocalDate day = at.atZone(zone).toLocalDate();
            return (time.equals(LocalTime.MIDNIGHT) ? day.plusDays(1) : day)
                    .atTime(time)
                    .atZone(zone)
                    .toInstant();
        }
    }

    /// An operator is asked before a person is admitted.
    ///
    /// @param shiftId the times of the week at which that is so, or null for always
    public record Approval(@Nullable Long shiftId) {}

    /// Whether time-bound rights hold although the clock may be wrong.
    ///
    /// @param held while the clock was restored after a power cut and nothing has confirmed it
    /// @param wrong while it is certainly wrong
    public record UntrustedClock(boolean held, boolean wrong) {
        public static final UntrustedClock USUAL = new UntrustedClock(true, false);
    }
}
