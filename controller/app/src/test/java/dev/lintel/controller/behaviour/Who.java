package dev.lintel.controller.behaviour;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The people of the stories. Each holds the card `1000 + id`.
enum Who {
    /// Passes at any time; her PIN is 4711, her second PIN 9001.
    ADA(1, 1, "4711"),
    /// Passes at any time.
    BEN(2, 1, null),
    /// Works at night: her role does not hold at ten in the morning.
    NORA(3, 2, null),
    /// Has no role.
    OTTO(4, 0, null),
    /// Was disabled.
    DORA(5, 1, null),
    /// Was valid until yesterday.
    EMIL(6, 1, null),
    /// Is valid from tomorrow on.
    FAY(7, 1, null),
    /// Needs longer to pass.
    LEO(8, 1, null),
    /// Passes a lockdown.
    RITA(9, 1, null),
    /// Her card was revoked.
    VERA(10, 1, null),
    /// Has reserved the door from nine to eleven.
    GUS(11, 0, null),
    /// Had reserved the door until nine.
    HAL(12, 0, null),
    /// A visitor, who needs a host.
    VITO(13, 3, null),
    /// Is a host, and may unlock doors by a double tap.
    HELGA(14, 4, null),
    /// Another visitor.
    VALE(15, 3, null),
    /// Passes at any time; her PIN is 4714, her second PIN 9003.
    CORA(16, 1, "4714"),
    /// Works at night; her second PIN is 9001.
    MIA(17, 2, "4717"),
    /// Passes up to threat level 1; her PIN is 4719, her second PIN 9001.
    GINA(18, 5, "4719"),
    /// Passes a lockdown, and has the role of GINA.
    TOVE(19, 5, null);

    private static final long NINE = Instant.parse("2026-03-02T09:00:00Z").toEpochMilli();
    private static final long HOUR = TimeUnit.HOURS.toMillis(1);

    private final long id;
    private final int role;
    private final @Nullable String pin;

    Who(long id, int role, @Nullable String pin) {
        this.id = id;
        this.role = role;
        this.pin = pin;
    }

    long id() {
        return id;
    }

    long card() {
        return 1000 + id();
    }

    static void insertAll(Database database) {
        database.write(sql -> {
            for (Who who : values()) who.insert(sql);
            return 0;
        });
    }

    private void insert(Sql sql) {
        sql.run(
                "INSERT INTO person (id, account_id, first_name, last_name, enabled, valid_from, valid_to,"
                        + " extended_unlock, first_responder, created_at, updated_at)"
                        + " VALUES (?, 1, ?, 'Behaviour', ?, ?, ?, ?, ?, 0, 0)",
                id(),
                name(),
                this != DORA,
                this == FAY ? "2026-03-03" : null,
                this == EMIL ? "2026-03-01" : null,
                this == LEO,
                this == RITA || this == TOVE);
        credential(sql, 1, Long.toString(card()), this == VERA ? "disabled" : "active");
        if (pin != null) {
            credential(sql, 2, pin, "active");
            credential(sql, 3, this == CORA ? "9003" : "9001", "active");
        }
        if (role != 0) sql.run("INSERT INTO person_role VALUES (?, ?)", id(), role);
        if (this == GUS) reserve(sql, NINE, NINE + 2 * HOUR);
        if (this == HAL) reserve(sql, NINE - 2 * HOUR, NINE);
    }

    private void credential(Sql sql, int type, String value, String status) {
        sql.run(
                "INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, pin_number,"
                        + " status, created_at, updated_at) VALUES (1, ?, ?, ?, ?, ?, ?, 0, 0)",
                id(),
                type,
                value,
                type == 1 ? (Long) card() : null,
                type == 2 ? Long.valueOf(value) : null,
                status);
    }

    private void reserve(Sql sql, long fromMs, long untilMs) {
        sql.run(
                "INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, 0, 0)",
                id(),
                id(),
                fromMs,
                untilMs);
        sql.run("INSERT INTO reservation_channel VALUES (?, 1)", id());
    }
}
