package dev.lintel.controller.mail;

import dev.lintel.controller.mail.MailSender.Answer;
import dev.lintel.controller.mail.MailSender.Answer.Keeps;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Hands letters to the mail server, one after another. All it has to know is in the database, so a box
/// that dies goes on where it was. On a thread of its own: no door and no request waits for a mail server.
/// Opened and closed by the wiring.
public final class Postman implements AutoCloseable {
    /// An invitation is of little use after that, and its maker has heard of it.
    static final Duration LIFE = Duration.ofDays(5);
    /// How long letters that ended are shown.
    static final Duration KEPT = Duration.ofDays(30);

    /// After the first, second … attempt: greylisting takes minutes, a server's outage hours.
    private static final List<Duration> AGAIN_AFTER = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6));
    private static final Duration LATER = Duration.ofHours(12);
    /// While nothing gets through, one letter asks for all.
    private static final List<Duration> HOLDS =
            List.of(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));
    /// After a password that is not taken: whoever asks often is locked out.
    private static final Duration HELD_LONG = Duration.ofHours(1);

    /// How long it rests when nobody wakes it and nothing is due.
    private static final Duration REST_MAX = Duration.ofMinutes(1);

    /// How often some letters are looked at for whether they still say something; and how many, each some reads.
    private static final Duration LOOK = Duration.ofMinutes(5);

    private static final int LOOKED_MAX = 200;
    private static final String EMPTY = "there was nothing to say any more";

    private static final Duration REST_AFTER_FAULT = Duration.ofSeconds(10);
    private static final long CLOSE_MS_MAX = 2_000;
    private static final Logger LOG = System.getLogger(Postman.class.getName());

    private final Parts parts;
    private final Semaphore wake = new Semaphore(0);
    private volatile @Nullable String fault;
    private volatile Runnable onForgotten = () -> {};
    private volatile boolean closing;
    private volatile boolean wanted;
    private volatile @Nullable Thread thread;
    /// Its own thread's: nothing is tried before, in monotonic nanoseconds, after so many failures of the
    /// server.
    private long heldUntilNs;

    private int failures;
    /// Its own thread's: when letters were looked at, and from which on backwards the next time.
    private @Nullable Long lookedNs;

    private long lookedBefore = Long.MAX_VALUE;

    /// What it is made of.
    ///
    /// @param sender null: there is no server, and letters wait for one
    /// @param letters puts any kind of letter into words
    /// @param host ends the Message-IDs
    public record Parts(Database database, @Nullable MailSender sender, Writer letters, String host, Time time) {}

    public Postman(Parts parts) {
        this.parts = parts;
    }

    /// Works from now on, beginning with what an earlier run left.
    public Postman start() {
        thread = Thread.ofPlatform().name("mail").daemon(true).start(this::run);
        return this;
    }

    /// Something may be due. Any thread.
    public void wake() {
        wake.release();
    }

    /// The same, by somebody who wants to see whether what kept letters is mended: nothing holds them now.
    public void tryNow() {
        wanted = true;
        wake.release();
    }

    /// Why letters do not go out, in a sentence; null: they do, or none waits.
    public @Nullable String fault() {
        return fault;
    }

    /// Is run when emails that ended long ago were forgotten.
    void onForgotten(Runnable hook) {
        onForgotten = hook;
    }

    private void run() {
        while (!closing) {
            long restMs = REST_AFTER_FAULT.toMillis();
            try {
                work();
                restMs = restMs();
            } catch (StoreException e) { // the disk: what waits, waits
                if (!closing) LOG.log(Level.WARNING, "mail waits: " + e.getMessage());
            } catch (InterruptedException e) {
                return; // close()
            } catch (RuntimeException | Error e) {
                // Whatever it is must not end the thread: nothing would be sent any more, and an error that nobody
                // catches ends the box.
                fault = "letters wait: sending fails, the log says why";
                LOG.log(Level.ERROR, "sending mail failed", e);
            }
            try {
                if (wake.tryAcquire(restMs, TimeUnit.MILLISECONDS)) wake.drainPermits();
            } catch (InterruptedException e) {
                return; // close()
            }
        }
    }

    private long restMs() {
        if (parts.sender == null) return REST_MAX.toMillis();
        Long next = parts.database.read(MailStore::nextAtMs);
        if (next == null) return REST_MAX.toMillis();
        long held = failures == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(heldUntilNs - parts.time.nowNs());
        return Math.clamp(Math.max(next - parts.time.nowMs(), held), 1, REST_MAX.toMillis());
    }

    /// Sends what is due, and forgets what ended long ago. On its own thread, or a test's.
    void work() throws InterruptedException {
        long forgetMs = parts.time.nowMs() - KEPT.toMillis();
        if (parts.database.read(sql -> MailStore.endedBefore(sql, forgetMs))) {
            parts.database.write(sql -> MailStore.forget(sql, forgetMs));
            onForgotten.run();
        }
        takeOut();
        MailSender sender = parts.sender;
        if (sender == null) return;
        if (wanted) heldUntilNs = parts.time.nowNs();
        wanted = false;
        while (!closing && !isHeld()) {
            long nowMs = parts.time.nowMs();
            Mail mail = parts.database.read(sql -> MailStore.due(sql, nowMs, nowMs + LATER.toMillis()));
            if (mail == null) break;
            send(sender, mail);
        }
        if (fault != null && parts.database.read(MailStore::nextAtMs) == null) through(); // nothing waits
    }

    /// Takes out what waits or has failed and has nothing to say any more, some at a time, each once in a while: where
    /// there is no server nobody else would look.
    private void takeOut() {
        Long last = lookedNs;
        if (last != null && parts.time.nowNs() - last < LOOK.toNanos()) return;
        lookedNs = parts.time.nowNs();
        long before = lookedBefore;
        List<Mail> some = parts.database.read(sql -> MailStore.unsent(sql, before, LOOKED_MAX));
        for (Mail mail : some) if (isEmpty(mail)) drop(mail);
        lookedBefore =
                some.size() < LOOKED_MAX ? Long.MAX_VALUE : some.getLast().id();
    }

    private boolean isEmpty(Mail mail) {
        try {
            return parts.letters.write(mail) == null;
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) { // told of when it is sent
            return false;
        }
    }

    private void drop(Mail mail) {
        long nowMs = parts.time.nowMs();
        parts.database.write(sql -> MailStore.drop(sql, mail.id(), EMPTY, nowMs));
    }

    private boolean isHeld() {
        return failures > 0 && parts.time.nowNs() - heldUntilNs < 0;
    }

    private void send(MailSender sender, Mail mail) throws InterruptedException {
        Letter letter;
        try {
            letter = parts.letters.write(mail);
        } catch (StoreException e) {
            throw e; // the disk: what waits, waits
        } catch (RuntimeException e) { // this one must not keep the others
            LOG.log(
                    Level.ERROR,
                    "letter " + mail.id() + " cannot be written: "
                            + e.getClass().getName());
            end(mail, State.FAILED, "it could not be put into words");
            return;
        }
        if (letter == null) {
            end(mail, State.DROPPED, EMPTY);
            return;
        }
        long nowMs = parts.time.nowMs();
        long againAtMs = nowMs + again(mail).toMillis();
        if (!parts.database.write(sql -> MailStore.begin(sql, mail, nowMs, againAtMs))) return; // taken out just now
        switch (sender.send(mail.address(), messageId(mail), letter)) {
            case Answer.Taken _ -> {
                through();
                parts.database.write(sql -> {
                    MailStore.sent(sql, mail.id(), parts.time.nowMs());
                    return true;
                });
            }
            case Answer.Refused(String why) -> {
                through();
                LOG.log(Level.WARNING, "letter " + mail.id() + " (" + mail.kind() + ") is refused: " + why);
                end(mail, State.FAILED, why);
            }
            case Answer.Away(String why, Keeps keeps) -> away(mail, againAtMs, why, keeps);
        }
    }

    private void away(Mail mail, long againAtMs, String why, Keeps keeps) {
        boolean counts = keeps == Keeps.THIS;
        long nowMs = parts.time.nowMs();
        Long since = mail.sinceMs();
        if (counts && since != null && nowMs - since > LIFE.toMillis()) {
            LOG.log(Level.WARNING, "letter " + mail.id() + " (" + mail.kind() + ") is given up: " + why);
            end(mail, State.FAILED, why + "; it was tried for " + LIFE.toDays() + " days");
            return;
        }
        if (!counts) hold(why, keeps);
        // What keeps all of them says nothing about this one: it waits for the server.
        parts.database.write(sql -> {
            MailStore.later(sql, mail, counts, counts ? againAtMs : nowMs, why);
            return true;
        });
    }

    /// The same at each attempt.
    private String messageId(Mail mail) {
        return "lintel-" + mail.id() + "-" + mail.madeAtMs() + "@" + parts.host;
    }

    private static Duration again(Mail mail) {
        return mail.attempts() < AGAIN_AFTER.size() ? AGAIN_AFTER.get(mail.attempts()) : LATER;
    }

    private void through() {
        failures = 0;
        fault = null;
    }

    private void hold(String why, Keeps keeps) {
        Duration wait = keeps == Keeps.ALL_FOR_LONG ? HELD_LONG : HOLDS.get(Math.min(failures, HOLDS.size() - 1));
        failures++;
        heldUntilNs = parts.time.nowNs() + wait.toNanos();
        fault = "letters wait: " + why;
        LOG.log(Level.WARNING, "mail is tried again in " + wait.toSeconds() + " s: " + why);
    }

    private void end(Mail mail, State state, String why) {
        long nowMs = parts.time.nowMs();
        parts.database.write(sql -> {
            MailStore.end(sql, mail.id(), state, why, nowMs);
            return true;
        });
    }

    /// A letter that is under way has a moment to be taken: interrupted, it would be sent twice.
    @Override
    public void close() {
        closing = true;
        Thread running = thread;
        if (running == null) return;
        wake.release();
        try {
            running.join(CLOSE_MS_MAX);
            running.interrupt();
            running.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
