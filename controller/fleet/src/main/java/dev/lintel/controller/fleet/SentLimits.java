package dev.lintel.controller.fleet;

import dev.lintel.controller.store.LimitColumns;
import dev.lintel.controller.store.Row;
import dev.lintel.sync.wire.CredentialLimits;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The limits of a credential in the form in which a hub sends them, as the columns of [LimitColumns].
final class SentLimits {
    private SentLimits() {}

    /// Reads them.
    ///
    /// @param first the first column of [LimitColumns#NAMES]
    static CredentialLimits read(Row row, int first) {
        return new CredentialLimits(
                row.nullableNumber(first),
                row.nullableNumber(first + 1),
                row.nullableText(first + 2),
                row.nullableText(first + 3),
                row.nullableNumber(first + 4),
                row.nullableNumber(first + 5),
                row.nullableNumber(first + 6),
                row.nullableNumber(first + 7));
    }

    /// As arguments of a statement.
    static List<@Nullable Object> values(CredentialLimits sent) {
        return Arrays.asList(
                sent.validFromMs(),
                sent.validToMs(),
                sent.suspendedFrom(),
                sent.suspendedTo(),
                sent.usesMax(),
                sent.usesFromMs(),
                sent.unusedDays(),
                sent.unusedFromMs());
    }
}
