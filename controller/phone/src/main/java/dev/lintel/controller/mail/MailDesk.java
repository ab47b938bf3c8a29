package dev.lintel.controller.mail;

import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What operators see of letters, and what they can do about them. Any thread but an event loop; throws
/// `StoreException`
/// when the disk refuses it.
public final class MailDesk {
    /// The kind of letter by which an operator tries the server out.
    public static final String TEST = "test";

    private final Database database;
    private final Postman postman;
    private final Writer letters;
    private final @Nullable String server;
    private final Time time;
    /// The reason of emails that a restore from a backup holds; null: not looked for yet.
    private volatile @Nullable String heldReason;
    /// How many there are, for /health.
    private volatile long held;

    /// @param server that letters go to, for people; null: there is none
    public MailDesk(Database database, Postman postman, Writer letters, @Nullable String server, Time time) {
        this.database = database;
        this.postman = postman;
        this.letters = letters;
        this.server = server;
        this.time = time;
        postman.onForgotten(this::countHeld);
    }

    /// How mail stands.
    ///
    /// @param server null: there is none
    /// @param waiting letters
    /// @param oldestMs when the oldest of those was made; null: none waits
    /// @param fault why they do not go out, in a sentence; null: they do, or there is no server
    public record Standing(
            @Nullable String server,
            long waiting,
            @Nullable Long oldestMs,
            @Nullable String fault) {}

    public Standing standing() {
        return database.read(
                sql -> new Standing(server, MailStore.waiting(sql), MailStore.oldestMs(sql), postman.fault()));
    }

    /// The newest first, those before `beforeId`; of one state, or null: of all.
    public List<Mail> list(@Nullable State state, long beforeId, int limit) {
        return database.read(sql -> MailStore.list(sql, state, beforeId, limit));
    }

    /// Counts the emails that failed for that reason: a restore from a backup holds them.
    public void countHeld(String reason) {
        heldReason = reason;
        try {
            held = database.read(sql -> MailStore.failed(sql, reason));
        } catch (StoreException e) {
            // The database reports that itself: what asked for the count is done all the same.
        }
    }

    private void countHeld() {
        String reason = heldReason;
        if (reason != null && held > 0) countHeld(reason);
    }

    /// For /health: emails of before a restore wait for a decision; null: none do. From memory.
    public @Nullable String heldFault() {
        long count = held;
        if (count == 0) return null;
        return count + (count == 1 ? " email" : " emails")
                + " of before the restore wait for a decision: 'lintel restored'";
    }

    /// A letter and what it says; `letter` null: nothing (any more), or it has been sent and is nobody's
    /// business here.
    public record Whole(Mail mail, @Nullable Letter letter) {}

    /// Null: there is no such letter.
    public @Nullable Whole get(long id) {
        Mail mail = database.read(sql -> MailStore.get(sql, id));
        if (mail == null) return null;
        boolean shown = mail.state() == State.WAITING || mail.state() == State.FAILED;
        return new Whole(mail, shown ? written(mail) : null);
    }

    private @Nullable Letter written(Mail mail) {
        try {
            return letters.write(mail);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) { // the postman tells of it
            return null;
        }
    }

    /// A letter that says that letters arrive. Returns its id. Throws `IllegalArgumentException` in words
    /// for what is no address, and where too many letters wait.
    ///
    /// @param by who asks for it
    public long test(String address, String by) {
        String to = address.strip();
        if (!EmailAddress.isOne(to)) {
            throw new IllegalArgumentException("'" + to + "' is not an email address");
        }
        Long id = database.write(sql -> MailStore.insert(sql, new MailStore.Draft(TEST, null, to, by), time.nowMs()));
        if (id == null) throw new IllegalArgumentException(MailStore.WAITING_MAX + " letters wait already");
        postman.tryNow();
        return id;
    }

    /// After a transaction that wrote a letter: it goes out now.
    public void posted() {
        postman.wake();
        countHeld(); // it may take the place of one of them
    }

    /// How many were refused for good, or tried for too long, and wait for somebody to look.
    public long failed() {
        return database.read(MailStore::failed);
    }

    /// Tries one that waits or has failed at once. False: it is neither, or not there.
    public boolean again(long id) {
        boolean done = database.write(sql -> MailStore.again(sql, id, time.nowMs()));
        if (done) postman.tryNow();
        if (done) countHeld();
        return done;
    }

    /// Takes out one that waits or has failed. False: it is neither, or not there.
    ///
    /// @param by who does
    public boolean drop(long id, String by) {
        boolean done = database.write(sql -> MailStore.drop(sql, id, "taken out by " + by, time.nowMs()));
        if (done) postman.wake(); // where it was the last, nothing is wrong any more
        if (done) countHeld();
        return done;
    }
}
