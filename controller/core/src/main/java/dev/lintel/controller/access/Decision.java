package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Means;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to one presentation. `holder` is whose credential it was, null when nobody's; `trace` is how it came
/// about.
public sealed interface Decision {
    @Nullable
    Holder holder();

    Trace trace();

    /// Whether a PIN was typed as one does under a threat, whatever the answer is.
    boolean duress();

    /// The person may pass.
    ///
    /// @param floors at an elevator: those the person may reach now; empty elsewhere
    /// @param duress the second factor was typed as one does under a threat
    /// @param company with whom
    record Admitted(Holder holder, Trace trace, List<Long> floors, boolean duress, Company company)
            implements Decision {
        public Admitted {
            floors = List.copyOf(floors);
        }
    }

    /// All is well but for the second factor.
    ///
    /// @param means `CARD_THEN_PIN` or `PIN_THEN_CARD`
    /// @param company the other people that the person needs once the second factor is right
    record Awaiting(Holder holder, Trace trace, Means means, boolean duress, Company company) implements Decision {}

    /// The person is turned away.
    ///
    /// @param wrongPin whether a PIN was shown that is nobody's, or not the person's
    record Rejected(Reason reason, @Nullable Holder holder, Trace trace, boolean wrongPin, boolean duress)
            implements Decision {
        /// Whether it counts among the wrong PINs. Where the answer would have been the same for the right PIN,
        /// nothing is learned from it.
        boolean countsAsWrongPin() {
            if (!wrongPin || reason == Reason.PIN_LOCKED) return false;
            return holder == null || reason == Reason.WRONG_FACTOR;
        }
    }
}
