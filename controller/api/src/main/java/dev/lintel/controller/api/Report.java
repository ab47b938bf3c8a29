package dev.lintel.controller.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Every report there is: what it is called, what it may be asked, and its columns in order. Ids never change
/// and are never used again. `docs/reports.md` has the same tables, which a test compares.
///
/// A column of type `time` is in the account's zone, in offset form; `id` is a whole number; what is not known
/// is null in JSON and an empty cell in CSV.
enum Report {
    ACTIVITY(
            1,
            "Activity",
            "Everybody who was admitted or turned away, oldest first. Without since: the last 30 days.",
            List.of(Ask.SINCE, Ask.SINCE_UTC, Ask.UNTIL, Ask.UNTIL_UTC, Ask.CHANNEL_ID, Ask.PERSON_ID),
            Cols.EVENTS),
    DENIED(
            2,
            "Denied attempts",
            "Everybody who was turned away, and why, oldest first. Without since: the last 30 days.",
            List.of(Ask.SINCE, Ask.SINCE_UTC, Ask.UNTIL, Ask.UNTIL_UTC, Ask.CHANNEL_ID, Ask.PERSON_ID),
            Cols.with(
                    Cols.EVENTS,
                    new Column("reason", "string", "why, as the event's additional_data has it: `out_of_hours`"))),
    WHO_IS_IN(
            3,
            "Who is in",
            "Who came in and has not gone out again, by their last used admission. Without since: the last 24 hours.",
            List.of(
                    Ask.SINCE,
                    Ask.SINCE_UTC,
                    new Parameter("status", "string", "`in` (without it), `out` for who has gone out, or `all`")),
            List.of(
                    Cols.PERSON_ID,
                    new Column("person_name", "string", "first and last name as they were at the last admission"),
                    new Column("status", "string", "`in` or `out`: where the last admission led"),
                    new Column("last_in_at", "time", "when the person came in last"),
                    new Column("last_in_channel_id", "id", "where"),
                    new Column("last_in_channel_name", "string", "what that channel is called now"),
                    new Column("last_out_at", "time", "when the person went out last"),
                    new Column("last_out_channel_id", "id", "where"),
                    new Column("last_out_channel_name", "string", "what that channel is called now"),
                    new Column("area", "string", "the area that the last admission led to, where doors know areas"))),
    DOOR_USE(
            4,
            "Door use by hour",
            "How often each door admitted and turned away, for every hour of the account's time zone. Without since:"
                    + " the last 7 days.",
            List.of(Ask.SINCE, Ask.SINCE_UTC, Ask.UNTIL, Ask.UNTIL_UTC, Ask.CHANNEL_ID),
            List.of(
                    new Column("hour", "time", "the hour's first moment"),
                    Cols.CHANNEL_ID,
                    Cols.CHANNEL_NAME,
                    new Column("admitted", "integer", "how many were admitted"),
                    new Column("denied", "integer", "how many were turned away"))),
    CREDENTIALS(
            5,
            "Credential inventory",
            "Every credential and who holds it, by id.",
            List.of(
                    Ask.CREDENTIAL_TYPE_ID,
                    new Parameter("status", "string", "only credentials of this status, such as `active`")),
            Cols.CREDENTIALS),
    DORMANT(
            6,
            "Dormant credentials",
            "Credentials that were presented at no door for so many days, nor made in them, by id. Multi-factor PINs"
                    + " are left out: events name the credential that was presented with them.",
            List.of(new Parameter("days", "integer", "1 to 3650; 90 without it"), Ask.CREDENTIAL_TYPE_ID),
            Cols.with(
                    Cols.CREDENTIALS,
                    new Column("last_used_at", "time", "when it was presented last; null: never on this box")));

    private final int id;
    private final String title;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // lists that nobody can change
    private final List<Parameter> parameters;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Column> columns;

    Report(int id, String title, String description, List<Parameter> parameters, List<Column> columns) {
        this.id = id;
        this.title = title;
        this.description = description;
        this.parameters = parameters;
        this.columns = columns;
    }

    /// What may be asked in the query; none is required.
    ///
    /// @param type `string`, `integer`, `id` or `time` (ISO 8601)
    record Parameter(String name, String type, String description) {
        /// As `GET /reports` lists it: every report can be had without any.
        boolean required() {
            return false;
        }
    }

    /// One column: a field in JSON, a cell in CSV.
    ///
    /// @param type `string`, `integer`, `boolean`, `id` or `time`
    record Column(String name, String type, String description) {}

    /// The report of this id, or null.
    static @Nullable Report of(long id) {
        for (Report report : values()) if (report.id == id) return report;
        return null;
    }

    int id() {
        return id;
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    List<Column> columns() {
        return columns;
    }

    /// The title as part of a file's name: `who-is-in`.
    String fileName() {
        return title.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /// Parameters of several reports.
    private static final class Ask {
        static final Parameter SINCE = new Parameter(
                "since", "time", "what occurred at this time or later; without an offset in the account's time zone");
        static final Parameter SINCE_UTC = new Parameter("since_utc", "time", "the same, without an offset in UTC");
        static final Parameter UNTIL = new Parameter(
                "until", "time", "what occurred before this time; without it, up to now; a date is its first moment");
        static final Parameter UNTIL_UTC = new Parameter("until_utc", "time", "the same, without an offset in UTC");
        static final Parameter CHANNEL_ID =
                new Parameter("channel_id", "id", "only this channel; may be repeated, or a list with commas");
        static final Parameter PERSON_ID = new Parameter("person_id", "id", "only this person");
        static final Parameter CREDENTIAL_TYPE_ID =
                new Parameter("credential_type_id", "id", "only credentials of this type");
    }

    /// Columns of several reports.
    private static final class Cols {
        static final Column PERSON_ID = new Column("person_id", "id", "who");
        static final Column CHANNEL_ID = new Column("channel_id", "id", "where");
        static final Column CHANNEL_NAME = new Column("channel_name", "string", "what the channel is called now");
        static final List<Column> EVENTS = List.of(
                new Column("event_id", "id", "the event"),
                new Column("time", "time", "when it occurred"),
                new Column("event_code", "integer", "in the listing of who asks"),
                new Column("event_label", "string", "the words of that code"),
                CHANNEL_ID,
                CHANNEL_NAME,
                new Column("reader", "string", "the side: `entry` or `exit`; null where no reader was used"),
                PERSON_ID,
                new Column("person_name", "string", "first and last name as they were then"),
                new Column("credential", "string", "`****` and the last four digits of a card; `****` for a PIN"));
        static final List<Column> CREDENTIALS = List.of(
                new Column("credential_id", "id", "the credential"),
                new Column("credential_type_id", "id", "its type"),
                new Column("credential_type", "string", "what the type is called"),
                new Column("credential", "string", "`****` and the last four digits of a card; `****` for a PIN"),
                new Column("status", "string", "such as `active`"),
                PERSON_ID,
                new Column("person_name", "string", "first and last name as they are now"),
                new Column("person_enabled", "boolean", "false: the person is disabled"),
                new Column("created_at", "time", "when it was made"),
                new Column("updated_at", "time", "when it was changed last"));

        static List<Column> with(List<Column> columns, Column last) {
            var all = new ArrayList<>(columns);
            all.add(last);
            return List.copyOf(all);
        }
    }
}
