package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// The answer to one presentation. `holder` is whose credential it was, null when nobody's.
public sealed interface Decision {
    @Nullable
    Holder holder();

    /// `by` is the right that opened the door.
    record Admitted(Holder holder, Right by) implements Decision {}

    record Rejected(Reason reason, @Nullable Holder holder) implements Decision {}
}
