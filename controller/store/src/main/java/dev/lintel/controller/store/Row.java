package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The current row of a result, read by column index from 1. Valid only inside the mapper it is given to.
public final class Row {
    private final ResultSet result;
    private final String sql;

    Row(ResultSet result, String sql) {
        this.result = result;
        this.sql = sql;
    }

    /// Turns the current row into a value.
    @FunctionalInterface
    public interface Mapper<T> {
        T map(Row row);
    }

    public long number(int column) {
        try {
            return result.getLong(column);
        } catch (SQLException e) {
            throw Sql.refused(sql, e);
        }
    }

    public int integer(int column) {
        return Math.toIntExact(number(column));
    }

    public boolean flag(int column) {
        return number(column) != 0;
    }

    public @Nullable Long nullableNumber(int column) {
        try {
            long value = result.getLong(column);
            return result.wasNull() ? null : (Long) value;
        } catch (SQLException e) {
            throw Sql.refused(sql, e);
        }
    }

    /// A text column that is declared NOT NULL.
    public String text(int column) {
        String text = nullableText(column);
        if (text == null) throw new IllegalStateException("column " + column + " is null in: " + sql);
        return text;
    }

    public @Nullable String nullableText(int column) {
        try {
            return result.getString(column);
        } catch (SQLException e) {
            throw Sql.refused(sql, e);
        }
    }

    /// Whole numbers with commas between, as `group_concat` gives them; none for NULL.
    public List<Long> numbers(int column) {
        String text = nullableText(column);
        if (text == null) return List.of();
        return Stream.of(text.split(",", -1)).map(Long::valueOf).toList();
    }

    public @Nullable Bytes nullableBlob(int column) {
        try {
            byte[] blob = result.getBytes(column);
            return blob == null ? null : Bytes.copyOf(blob);
        } catch (SQLException e) {
            throw Sql.refused(sql, e);
        }
    }

    /// A blob column that is declared NOT NULL.
    public Bytes blob(int column) {
        try {
            return Bytes.copyOf(result.getBytes(column));
        } catch (SQLException e) {
            throw Sql.refused(sql, e);
        }
    }
}
