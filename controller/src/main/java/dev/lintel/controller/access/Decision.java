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
    record Awaiting(Holder holder, Trace trace, Means means) implements Decision {}

    /// The person is turned away.
    ///
    /// @param wrongPin whether a PIN was shown that is nobody's, or not the person's: too many lock the keypad out
    record Rejected(Reason reason, @Nullable Holder holder, Trace trace, boolean wrongPin) implements Decision {}
}
