package dev.lintel.controller.update;

import dev.lintel.controller.update.Installer.Status;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a start of the machine came to, for the version that was on trial: `lintel bundle settle` asks for it, at each
/// start with one, as root.
///
/// @param version that this is about
/// @param why it is left, or was; empty otherwise
public record Settlement(Outcome outcome, String version, String why) {
    /// What became of it.
    public enum Outcome {
        /// Nothing is on trial.
        SETTLED,
        /// Another one was, and does not run any more.
        FAILED,
        /// It passed its test, and stays.
        KEPT,
        /// It did not: the machine is to be restarted now, into the version before.
        LEAVING
    }

    /// Throws [UpdateException] where it cannot be done; then the next start is the next attempt.
    ///
    /// @param test is given names of what did not work before, and says what does not work now; null: all does
    public static Settlement of(Installer installer, Function<List<String>, @Nullable String> test) {
        Status status = installer.status();
        String version = status.running().version();
        Journal last = status.last();
        if (last != null && status.isLeft()) return leave(installer, version, last.why()); // what was cut short
        if (!status.onTrial()) {
            Journal failed = installer.notice();
            return failed == null
                    ? new Settlement(Outcome.SETTLED, version, "")
                    : new Settlement(Outcome.FAILED, failed.version(), failed.why());
        }
        String wrong = test.apply(last == null ? List.of() : last.faults());
        if (wrong == null) {
            installer.keep();
            return new Settlement(Outcome.KEPT, version, "");
        }
        return leave(installer, version, wrong);
    }

    private static Settlement leave(Installer installer, String version, String why) {
        installer.giveUp(why);
        return new Settlement(Outcome.LEAVING, version, why);
    }
}
