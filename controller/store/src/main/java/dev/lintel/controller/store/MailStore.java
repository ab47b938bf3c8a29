package dev.lintel.controller.store;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Table `mail`: letters to people, and what became of them. What they say is in no row. Each method runs
/// in the caller's transaction; those that change something inside [Database#write].
///
/// ```
///   insert ──► waiting ──sent──► sent
///                │  ^ └──fail──► failed ──again──► waiting
///            later─┘  └──drop──► dropped          (drop ends a failed one too)
/// ```
public final class MailStore {
    /// Letters that wait at once: an integration that runs wild must not fill the disk, nor everybody's
    /// letter box.
    public static final int WAITING_MAX = 5_000;

    private static final int FORGET_MAX = 500;

    private static final String SELECT = """
            SELECT id, kind, about, address, made_at, made_by, state, attempts, since, next_at, ended_at, fault
              FROM mail""";

    private MailStore() {}

    /// What becomes of a letter.
    public enum State {
        WAITING,
        /// A server has taken it.
        SENT,
        /// It was refused for good, or tried for too long.
        FAILED,
        /// It has nothing to say any more, or somebody took it out.
        DROPPED;

        /// As the table and the pages have it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A letter.
    ///
    /// @param kind which letter it is
    /// @param about the id of what it is about; null: nothing in the database
    /// @param madeBy who asked for it
    /// @param attempts that count: not those that an outage kept from all letters
    /// @param sinceMs when the first of them was; null: there was none
    /// @param nextAtMs when it is tried; null: not any more
    /// @param endedAtMs since when it is not waiting; null: it is
    /// @param fault what kept it last, in words; null: nothing
    public record Mail(
            long id,
            String kind,
            @Nullable Long about,
            String address,
            long madeAtMs,
            String madeBy,
            State state,
            int attempts,
            @Nullable Long sinceMs,
            @Nullable Long nextAtMs,
            @Nullable Long endedAtMs,
            @Nullable String fault) {}

    /// What a new letter is: see [Mail].
    public record Draft(String kind, @Nullable Long about, String address, String madeBy) {}

    /// A new letter, to be sent at once; its id. Null: too many wait.
    public static @Nullable Long insert(Sql sql, Draft draft, long nowMs) {
        if (waiting(sql) >= WAITING_MAX) return null;
        return sql.insert(
                "INSERT INTO mail (kind, about, address, made_at, made_by, state, next_at)"
                        + " VALUES (?, ?, ?, ?, ?, 'waiting', ?)",
                draft.kind,
                draft.about,
                draft.address,
                nowMs,
                draft.madeBy,
                nowMs);
    }

    /// Takes out what waits or has failed of a kind about something: another letter takes its place.
    public static void dropAbout(Sql sql, String kind, long about, long nowMs) {
        sql.run(
                "UPDATE mail SET state = 'dropped', next_at = NULL, ended_at = ?, fault = 'another took its place'"
                        + " WHERE kind = ? AND about = ? AND state IN ('waiting', 'failed')",
                nowMs,
                kind,
                about);
    }

    public static @Nullable Mail get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE id = ?", MailStore::mail, id);
    }

    /// The newest first, those before `beforeId`; of one state, or null: of all.
    public static List<Mail> list(Sql sql, @Nullable State state, long beforeId, int limit) {
        if (state == null) {
            return sql.list(SELECT + " WHERE id < ? ORDER BY id DESC LIMIT ?", MailStore::mail, beforeId, limit);
        }
        return sql.list(
                SELECT + " WHERE id < ? AND state = ? ORDER BY id DESC LIMIT ?",
                MailStore::mail,
                beforeId,
                state.word(),
                limit);
    }

    /// Those that wait or have failed, the newest first, before `beforeId`.
    public static List<Mail> unsent(Sql sql, long beforeId, int limit) {
        return sql.list(
                SELECT + " WHERE id < ? AND state IN ('waiting', 'failed') ORDER BY id DESC LIMIT ?",
                MailStore::mail,
                beforeId,
                limit);
    }

    public static long count(Sql sql, State state) {
        return sql.get("SELECT count(*) FROM mail WHERE state = ?", row -> row.number(1), state.word());
    }

    /// Of an index that has only these: it is asked for with each page.
    public static long failed(Sql sql) {
        return sql.get("SELECT count(*) FROM mail WHERE state = 'failed'", row -> row.number(1));
    }

    /// How many failed for that reason.
    public static long failed(Sql sql, String fault) {
        return sql.get("SELECT count(*) FROM mail WHERE state = 'failed' AND fault = ?", row -> row.number(1), fault);
    }

    public static long waiting(Sql sql) {
        return sql.get("SELECT count(*) FROM mail WHERE next_at IS NOT NULL", row -> row.number(1));
    }

    /// When the oldest that waits was made; null: none waits.
    public static @Nullable Long oldestMs(Sql sql) {
        return sql.one(
                "SELECT made_at FROM mail WHERE next_at IS NOT NULL ORDER BY made_at LIMIT 1", row -> row.number(1));
    }

    /// The one to be tried next at `nowMs`. One that is due later than `latestMs` is due now: the clock was
    /// set back.
    public static @Nullable Mail due(Sql sql, long nowMs, long latestMs) {
        return sql.one(
                SELECT + " WHERE next_at IS NOT NULL AND (next_at <= ? OR next_at > ?) ORDER BY next_at, id LIMIT 1",
                MailStore::mail,
                nowMs,
                latestMs);
    }

    /// When the next one is due; null: none waits.
    public static @Nullable Long nextAtMs(Sql sql) {
        return sql.one(
                "SELECT next_at FROM mail WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1", row -> row.number(1));
    }

    /// An attempt begins; should the process die of it, the next is at `againAtMs`. False: it waits no more.
    public static boolean begin(Sql sql, Mail mail, long nowMs, long againAtMs) {
        return sql.run(
                        "UPDATE mail SET attempts = ?, since = coalesce(since, ?), next_at = ?"
                                + " WHERE id = ? AND state = 'waiting'",
                        mail.attempts + 1,
                        nowMs,
                        againAtMs,
                        mail.id)
                > 0;
    }

    /// It could not be sent yet. An attempt that does not count leaves no trace but the reason: `mail` is as before it.
    public static void later(Sql sql, Mail mail, boolean counts, long nextAtMs, String fault) {
        if (counts) {
            sql.run(
                    "UPDATE mail SET next_at = ?, fault = ? WHERE id = ? AND state = 'waiting'",
                    nextAtMs,
                    fault,
                    mail.id);
            return;
        }
        sql.run(
                "UPDATE mail SET attempts = ?, since = ?, next_at = ?, fault = ? WHERE id = ? AND state = 'waiting'",
                mail.attempts,
                mail.sinceMs,
                nextAtMs,
                fault,
                mail.id);
    }

    /// A server has taken it, whatever somebody has made of it meanwhile.
    public static void sent(Sql sql, long id, long nowMs) {
        sql.run(
                "UPDATE mail SET state = 'sent', next_at = NULL, ended_at = ?, fault = NULL"
                        + " WHERE id = ? AND state IN ('waiting', 'dropped')",
                nowMs,
                id);
    }

    /// It waits no more. Nothing happens to one that does not wait.
    public static void end(Sql sql, long id, State state, String fault, long nowMs) {
        sql.run(
                "UPDATE mail SET state = ?, next_at = NULL, ended_at = ?, fault = ? WHERE id = ? AND state = 'waiting'",
                state.word(),
                nowMs,
                fault,
                id);
    }

    /// None waits any more: each has failed, and can be sent by somebody who knows that it is wanted still.
    public static int endWaiting(Sql sql, String fault, long nowMs) {
        return sql.run(
                "UPDATE mail SET state = 'failed', next_at = NULL, ended_at = ?, fault = ? WHERE state = 'waiting'",
                nowMs,
                fault);
    }

    /// One that waits, or has failed, is tried at once, as often as a new one. False: it is neither, or not
    /// there.
    public static boolean again(Sql sql, long id, long nowMs) {
        return sql.run(
                        "UPDATE mail SET state = 'waiting', attempts = 0, since = NULL, next_at = ?, ended_at = NULL"
                                + " WHERE id = ? AND state IN ('waiting', 'failed')",
                        nowMs,
                        id)
                > 0;
    }

    /// Takes out one that waits or has failed. False: it is neither, or not there.
    public static boolean drop(Sql sql, long id, String why, long nowMs) {
        return sql.run(
                        "UPDATE mail SET state = 'dropped', next_at = NULL, ended_at = ?, fault = ?"
                                + " WHERE id = ? AND state IN ('waiting', 'failed')",
                        nowMs,
                        why,
                        id)
                > 0;
    }

    /// Whether any ended before `beforeMs`.
    public static boolean endedBefore(Sql sql, long beforeMs) {
        return sql.one("SELECT 1 FROM mail WHERE ended_at < ? LIMIT 1", row -> row.number(1), beforeMs) != null;
    }

    /// Forgets some of those that ended before `beforeMs`: the writer has others to serve.
    public static int forget(Sql sql, long beforeMs) {
        return sql.run(
                "DELETE FROM mail WHERE id IN (SELECT id FROM mail WHERE ended_at < ? LIMIT ?)", beforeMs, FORGET_MAX);
    }

    private static Mail mail(Row row) {
        return new Mail(
                row.number(1),
                row.text(2),
                row.nullableNumber(3),
                row.text(4),
                row.number(5),
                row.text(6),
                State.valueOf(row.text(7).toUpperCase(Locale.ROOT)),
                row.integer(8),
                row.nullableNumber(9),
                row.nullableNumber(10),
                row.nullableNumber(11),
                row.nullableText(12));
    }
}
