package dev.lintel.controller.store;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Limits.Idle;
import dev.lintel.sync.wire.CredentialLimits;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The columns of table `credential` that are [Limits].
final class LimitColumns {
    /// In the order in which all methods here have them.
    static final List<String> COLUMNS = List.of(
            "valid_from_at",
            "valid_to_at",
            "suspended_from",
            "suspended_to",
            "uses_max",
            "uses_from",
            "unused_days",
            "unused_from");

    /// For a list of columns of the table without an alias.
    static final String NAMES = String.join(", ", COLUMNS);

    /// Whether there is a limit, then [#COLUMNS], of the table `c`: what most credentials have is one column to read.
    static final String SELECTED = "coalesce(c.valid_from_at, c.valid_to_at, c.suspended_from, c.suspended_to,"
            + " c.uses_max, c.unused_days) IS NOT NULL, "
            + COLUMNS.stream().map(name -> "c." + name).collect(Collectors.joining(", "));

    /// In place of [#SELECTED] where there is no credential.
    static final String NO_LIMITS = "0";

    private static final String SET = "UPDATE credential SET "
            + COLUMNS.stream().map(name -> name + " = ?").collect(Collectors.joining(", "))
            + ", updated_at = ? WHERE id = ?";

    private LimitColumns() {}

    /// @param first the first column of [#SELECTED]
    static Limits read(Row row, int first) {
        if (!row.flag(first)) return Limits.NONE;
        Long usesMax = row.nullableNumber(first + 5);
        Long unusedDays = row.nullableNumber(first + 7);
        return new Limits(
                UseStore.instant(row.nullableNumber(first + 1)),
                UseStore.instant(row.nullableNumber(first + 2)),
                day(row.nullableText(first + 3)),
                day(row.nullableText(first + 4)),
                usesMax == null ? null : new Entries(usesMax, since(row, first + 6)),
                unusedDays == null ? null : new Idle(unusedDays, since(row, first + 8)));
    }

    /// In the form in which a hub sends them.
    ///
    /// @param first the first column of [#NAMES]
    static CredentialLimits sent(Row row, int first) {
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

    /// As [#sent], for statements.
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

    private static Instant since(Row row, int column) {
        Long ms = row.nullableNumber(column);
        return ms == null ? Instant.EPOCH : Instant.ofEpochMilli(ms);
    }

    private static @Nullable LocalDate day(@Nullable String text) {
        return text == null ? null : LocalDate.parse(text);
    }

    /// In the transaction of [Database#write].
    static void write(Sql sql, long credentialId, Limits limits, long nowMs) {
        var arguments = new ArrayList<@Nullable Object>(values(limits));
        arguments.add(nowMs);
        arguments.add(credentialId);
        sql.run(SET, arguments.toArray());
    }

    private static List<@Nullable Object> values(Limits limits) {
        Entries entries = limits.entries();
        Idle idle = limits.idle();
        return Arrays.asList(
                ms(limits.validFrom()),
                ms(limits.validTo()),
                text(limits.suspendedFrom()),
                text(limits.suspendedTo()),
                entries == null ? null : (Long) entries.max(),
                entries == null ? null : ms(entries.from()),
                idle == null ? null : (Long) idle.days(),
                idle == null ? null : ms(idle.from()));
    }

    private static @Nullable Long ms(@Nullable Instant at) {
        return at == null ? null : (Long) at.toEpochMilli();
    }

    private static @Nullable String text(@Nullable LocalDate day) {
        return day == null ? null : day.toString();
    }
}
