package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// One connection with its prepared statements. Confined to the thread that was handed it.
///
/// Arguments may be `Long`, `Integer`, `String`, `Boolean` (as 0 and 1), [Bytes] or null.
public final class Sql {
    /// Statements kept prepared; the code has fewer texts than this, those built from filters come and go.
    private static final int STATEMENTS_MAX = 200;
    /// SQLite's result code is the low byte of its extended ones.
    private static final int PRIMARY_CODE_MASK = 0xFF;

    /// Reading or writing failed, the file cannot be opened, or its file system is read-only.
    private static final Set<Integer> DISK = Set.of(
            SQLiteErrorCode.SQLITE_IOERR.code,
            SQLiteErrorCode.SQLITE_CANTOPEN.code,
            SQLiteErrorCode.SQLITE_READONLY.code);

    /// A message of the driver: its name of the error, what the name means, and in brackets SQLite's own message.
    private static final Pattern DRIVER_WORDS = Pattern.compile("(?s)\\[SQLITE_\\w+] [^(]*\\((.*)\\)");

    private static final Logger LOG = System.getLogger(Sql.class.getName());

    /// Nothing is kept: on a connection that writes, or is not told of what is written.
    private static final long NEVER = -1;

    private final @Nullable Opener opener;
    private Connection connection;
    private boolean doubtful; // the disk failed an operation: the connection may have kept something wrong
    private boolean inTransaction;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private final Set<String> ofAll = new HashSet<>();
    private @Nullable RightsWatch watch;
    private final Map<Class<?>, Object> kept = new HashMap<>();
    private long moment = NEVER;
    private long rightsBegun;
    private long asked;

    /// A database of nothing, to attach others to.
    static Sql connectNowhere() {
        try {
            return new Sql(DriverManager.getConnection("jdbc:sqlite::memory:"));
        } catch (SQLException e) {
            throw failed("open a database in memory", e);
        }
    }

    Sql(Connection connection) {
        this(connection, null);
    }

    /// @param opener opens the same file again after the disk failed; null: the connection is never replaced
    Sql(Connection connection, @Nullable Opener opener) {
        this.connection = connection;
        this.opener = opener;
    }

    /// Opens a connection like the first one, to the file that this one had open and no other.
    @FunctionalInterface
    interface Opener {
        Connection open() throws SQLException;
    }

    /// The first row, or null when there is none.
    public <T> @Nullable T one(String sql, Row.Mapper<T> mapper, @Nullable Object... arguments) {
        try (ResultSet result = bind(sql, arguments).executeQuery()) {
            return result.next() ? mapper.map(new Row(result, sql)) : null;
        } catch (SQLException e) {
            throw drop(sql, e);
        }
    }

    /// The first row of a query that always has one (a count, a row known to be there).
    public <T> T get(String sql, Row.Mapper<T> mapper, @Nullable Object... arguments) {
        T value = one(sql, mapper, arguments);
        if (value == null) throw new IllegalStateException("no row for: " + sql);
        return value;
    }

    public <T> List<T> list(String sql, Row.Mapper<T> mapper, @Nullable Object... arguments) {
        var rows = new ArrayList<T>();
        each(sql, row -> rows.add(mapper.map(row)), arguments);
        return rows;
    }

    public void each(String sql, Consumer<Row> consumer, @Nullable Object... arguments) {
        try (ResultSet result = bind(sql, arguments).executeQuery()) {
            var row = new Row(result, sql);
            while (result.next()) consumer.accept(row);
        } catch (SQLException e) {
            throw drop(sql, e);
        }
    }

    /// Runs a change; returns how many rows it changed.
    public int run(String sql, @Nullable Object... arguments) {
        try {
            int changed = bind(sql, arguments).executeUpdate();
            if (sql.equals("COMMIT")) inTransaction = false;
            return changed;
        } catch (SQLException e) {
            throw drop(sql, e);
        } finally {
            if (sql.equals("ROLLBACK")) inTransaction = false; // SQLite may have ended it by itself
        }
    }

    /// Begins a transaction with `how`, its `BEGIN`. One that stands open still ends first, without a trace:
    /// an error, such as no memory left, kept its ROLLBACK from running. It would refuse whoever comes next
    /// on this connection.
    void begin(String how) {
        try {
            run(how);
        } catch (StoreException e) {
            try {
                run("ROLLBACK");
            } catch (StoreException none) {
                throw e; // there was none: what refused the first is what there is to tell
            }
            run(how);
        }
        inTransaction = true;
    }

    /// Runs an INSERT; returns the new row's id.
    public long insert(String sql, @Nullable Object... arguments) {
        run(sql, arguments);
        return get("SELECT last_insert_rowid()", row -> row.number(1));
    }

    /// What is read from now on is of `now` or later, counted in commits: what was kept before is forgotten.
    void at(long now) {
        if (now != moment) kept.clear();
        moment = now;
    }

    /// A read transaction begins; `generation` counts the changes of rights until now at least.
    void rightsBegin(long generation) {
        rightsBegun = generation;
    }

    /// The generation of rights that the current read transaction sees at least.
    long rightsBegun() {
        return rightsBegun;
    }

    /// What `read` gives, read again only once something has been written: for the few rows that nearly every request
    /// asks for. Of a write that ends just now the transaction may see the rest sooner than these; who was answered
    /// sees all of it.
    <T> T kept(Class<T> what, Supplier<T> read) {
        if (moment == NEVER) return read.get();
        Object known = kept.get(what);
        if (known != null) return what.cast(known);
        T found = read.get();
        kept.put(what, found);
        return found;
    }

    /// How many statements this connection has run since it was opened: for tests of how many a list takes.
    public long asked() {
        return asked;
    }

    /// Has whose rights are changed noted, on this connection and on the one that replaces it.
    void watch(RightsWatch rights) {
        try {
            rights.on(connection);
        } catch (SQLException e) {
            throw failed("watch changes of rights", e);
        }
        watch = rights;
    }

    /// Runs statements that take no arguments, separated by semicolons: migrations and pragmas.
    public void script(String sql) {
        if (watch != null) watch.concernAll();
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw refused(sql, e);
        }
    }

    public void close() {
        try {
            for (PreparedStatement statement : statements.values()) statement.close();
            connection.close();
        } catch (SQLException e) {
            throw failed("close", e);
        }
    }

    private PreparedStatement bind(String sql, @Nullable Object... arguments) throws SQLException {
        asked++;
        if (doubtful && !inTransaction) reopen();
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            if (statements.size() >= STATEMENTS_MAX) {
                for (PreparedStatement old : statements.values()) old.close();
                statements.clear();
                ofAll.clear();
            }
            if (RightsWatch.isOfAll(sql)) ofAll.add(sql);
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        if (watch != null && ofAll.contains(sql)) watch.concernAll();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case null -> statement.setNull(i + 1, java.sql.Types.NULL);
                case Long l -> statement.setLong(i + 1, l);
                case Integer n -> statement.setInt(i + 1, n);
                case String s -> statement.setString(i + 1, s);
                case Boolean b -> statement.setInt(i + 1, b ? 1 : 0);
                case Bytes b -> statement.setBytes(i + 1, b.toArray());
                case Object o -> throw new IllegalArgumentException("cannot bind a " + o.getClass());
            }
        }
        return statement;
    }

    /// Replaces the connection by a new one that can read the file; keeps it while none can.
    private void reopen() {
        if (opener == null) return;
        Connection fresh;
        try {
            fresh = opened(opener);
        } catch (SQLException e) {
            return; // the disk still fails: the next statement says so by itself, or tries again
        }
        Connection old = connection;
        for (PreparedStatement statement : statements.values()) closeQuietly(statement);
        statements.clear();
        kept.clear();
        connection = fresh;
        doubtful = false;
        closeQuietly(old);
    }

    private Connection opened(Opener from) throws SQLException {
        Connection fresh = from.open();
        try {
            if (watch != null) watch.on(fresh);
            return fresh;
        } catch (SQLException e) {
            closeQuietly(fresh);
            throw e;
        }
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) { // AutoCloseable's declaration; what is given up may fail once more
            LOG.log(Level.DEBUG, "a connection that failed does not close", e);
        }
    }

    /// A statement that failed cannot be trusted to run again: the driver may have finalised it.
    private StoreException drop(String sql, SQLException cause) {
        PreparedStatement statement = statements.remove(sql);
        try {
            if (statement != null) statement.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        StoreException failed = refused(sql, cause);
        if (failed.isOfDisk()) doubtful = true;
        return failed;
    }

    /// The driver's words and the statement are in the cause, for a log: the reader of the message cannot use them.
    static StoreException refused(String sql, SQLException cause) {
        return new StoreException(
                reason(cause), words(cause), new SQLException(cause.getMessage() + " in: " + sql.strip(), cause));
    }

    /// Names what was done to which file, and what the caller may do about it.
    static StoreException failed(String what, SQLException cause) {
        return new StoreException(reason(cause), "could not " + what + ": " + words(cause), cause);
    }

    /// What happened, without the driver's names of errors: `[SQLITE_IOERR_READ] I/O error in the VFS layer while
    /// trying to read from a file on disk (disk I/O error)` is `the disk fails (disk I/O error)`.
    static String words(SQLException cause) {
        String driver = String.valueOf(cause.getMessage());
        Matcher parts = DRIVER_WORDS.matcher(driver);
        String detail = parts.matches() ? parts.group(1) : driver;
        int code = cause.getErrorCode() & PRIMARY_CODE_MASK;
        if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
            return "another program is using the database (" + detail + ")";
        }
        return switch (reason(cause)) {
            case FULL -> "no room on the disk (" + detail + ")";
            case DISK -> "the disk fails (" + detail + ")";
            case CORRUPT -> "the database is damaged, or the disk gives wrong data (" + detail + ")";
            default -> detail;
        };
    }

    private static Reason reason(SQLException cause) {
        int code = cause.getErrorCode() & PRIMARY_CODE_MASK;
        Reason reason = Reason.OTHER;
        if (code == SQLiteErrorCode.SQLITE_CONSTRAINT.code) reason = Reason.CONSTRAINT;
        if (code == SQLiteErrorCode.SQLITE_FULL.code) reason = Reason.FULL;
        if (code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code) {
            reason = Reason.CORRUPT;
        }
        if (DISK.contains(code)) reason = Reason.DISK;
        return reason;
    }
}
