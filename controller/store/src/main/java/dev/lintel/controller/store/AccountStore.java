package dev.lintel.controller.store;

import dev.lintel.controller.policy.Policy;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Reading tables `account` and `account_limits`, in the caller's transaction.
public final class AccountStore {
    /// The account of developers and of their applications' tests.
    public static final long TEST_ID = 2;

    private static final String ENSURE_TEST = "INSERT INTO account (id, name, time_zone, created_at, updated_at)"
            + " VALUES (?1, 'Test account', 'UTC', ?2, ?2) ON CONFLICT (id) DO NOTHING";

    private AccountStore() {}

    /// The customer account of this box.
    public record Account(long id, String name, String timeZone) {
        public ZoneId zone() {
            return ZoneId.of(timeZone);
        }
    }

    /// A user as the account answer shows them.
    public record User(long id, String firstName, String lastName, String email) {}

    /// The customer account; throws `IllegalStateException` on a database without one.
    public static Account get(Sql sql) {
        return sql.kept(
                Account.class,
                () -> sql.get(
                        "SELECT id, name, time_zone FROM account WHERE id = 1",
                        row -> new Account(row.number(1), row.text(2), row.text(3))));
    }

    /// Makes the test account, which developers belong to, when it is not there yet: it has no door and no person
    /// of the customer's account.
    static void ensureTest(Sql sql, long atMs) {
        sql.run(ENSURE_TEST, TEST_ID, atMs);
    }

    /// The customer account's time zone, for pages; UTC while there is no account yet.
    public static ZoneId zone(Sql sql) {
        String zone = sql.one("SELECT time_zone FROM account WHERE id = 1", row -> row.text(1));
        return zone == null ? ZoneId.of("UTC") : ZoneId.of(zone);
    }

    /// The longest that a group reservation may last.
    public static Duration groupReservationMax(Sql sql) {
        Duration said = sql.one(
                "SELECT group_reservation_max_ms FROM account_limits WHERE account_id = 1",
                row -> Duration.ofMillis(row.number(1)));
        return said == null ? Policy.Account.GROUP_RESERVATION_MAX : said;
    }

    /// Whether answers and exports show PINs as `******`.
    public static boolean arePinsMasked(Sql sql) {
        String query = "SELECT pins = 'masked' FROM account_limits WHERE account_id = 1";
        return Boolean.TRUE.equals(sql.one(query, row -> row.flag(1)));
    }

    public static @Nullable User user(Sql sql, long id) {
        return sql.one(
                "SELECT id, first_name, last_name, email FROM user WHERE id = ?",
                row -> new User(row.number(1), row.text(2), row.text(3), row.text(4)),
                id);
    }
}
