package dev.lintel.controller.store;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Limits.Idle;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The columns of table `credential` that are [Limits].
public final class LimitColumns {
    /// In the order in which all methods here have them.
    public static final List<String> COLUMNS = List.of(
            "valid_from_at",
            "valid_to_at",
            "suspended_from",
            "suspended_to",
            "uses_max",
            "uses_from",
            "unused_days",
            "unused_from");

    /// For a list of columns of the table without an alias.
    public static final String NAMES = String.join(", ", COLUMNS);

    /// [#COLUMNS] of the table `c` as one text, with `|` between them and nothing for NULL. It is NULL where there is
    /// no limit: most credentials have none, and each column costs a decision a microsecond.
    static final String SELECTED = "CASE WHEN coalesce(c.valid_from_at, c.valid_to_at, c.suspended_from,"
            + " c.suspended_to, c.uses_max, c.unused_days) IS NOT NULL THEN printf('"
            + COLUMNS.stream().map(_ -> "%s").collect(Collectors.joining("|")) + "', "
            + COLUMNS.stream().map(name -> "c." + name).collect(Collectors.joining(", ")) + ") END";

    /// In place of [#SELECTED] where there is no credential.
    static final String NO_LIMITS = "NULL";

    private static final String SET = "UPDATE credential SET "
            + COLUMNS.stream().map(name -> name + " = ?").collect(Collectors.joining(", "))
            + ", updated_at = ? WHERE id = ?";

    private LimitColumns() {}

    /// @param column the one of [#SELECTED]
    static Limits read(Row row, int column) {
        String packed = row.nullableText(column);
        if (packed == null) return Limits.NONE;
        String[] values = packed.split("[|]", -1);
        Long usesMax = number(values[4]);
        Long unusedDays = number(values[6]);
        return new Limits(
                UseStore.instant(number(values[0])),
                UseStore.instant(number(values[1])),
                day(values[2]),
                day(values[3]),
                usesMax == null ? null : new Entries(usesMax, since(values[5])),
                unusedDays == null ? null : new Idle(unusedDays, since(values[7])));
    }

    private static Instant since(String text) {
        return text.isEmpty() ? Instant.EPOCH : Instant.ofEpochMilli(Long.parseLong(text));
    }

    private static @Nullable Long number(String text) {
        return text.isEmpty() ? null : Long.valueOf(text);
    }

    private static @Nullable LocalDate day(String text) {
        return text.isEmpty() ? null : LocalDate.parse(text);
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
