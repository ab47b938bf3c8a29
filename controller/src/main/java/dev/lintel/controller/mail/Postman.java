package dev.lintel.controller.mail;

import dev.lintel.controller.mail.MailSender.Answer;
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

    /// How long it rests when nobody wakes it and nothing is due.
    private static final Duration REST_MAX = Duration.ofMinutes(1);

    private static final Duration REST_AFTER_FAULT = Duration.ofSeconds(10);
    private static final long CLOSE_MS_MAX = 2_000;
    private static final Logger LOG = System.getLogger(Postman.class.getName());

    private final Parts parts;
    private final Semaphore wake = new Semaphore(0);
    private volatile @Nullable String fault;
    private volatile boolean closing;
    private volatile @Nullable Thread thread;
    /// Its own thread's: nothing is tried before, in monotonic nanoseconds, after so many failures of the
    /// server.
    private long heldUntilNs;

    private int failures;

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

    /// Something may be due, and what kept letters may be mended. Any thread.
    public void wake() {
        wake.release();
    }

    /// Why letters do not go out, in a sentence; null: they do, or none waits.
    public @Nullable String fault() {
        return fault;
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
            } catch (RuntimeException e) { // whatever it is must not end the thread: nothing would be sent any more
                LOG.log(Level.ERROR, "sending mail failed", e);
            }
            try {
                if (wake.tryAcquire(restMs, TimeUnit.MILLISECONDS)) {
                    wake.drainPermits();
                    heldUntilNs = parts.time.nowNs();
                }
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
        }
        MailSender sender = parts.sender;
        if (sender == null) return;
        while (!closing && !isHeld()) {
            long nowMs = parts.time.nowMs();
            Mail mail = parts.database.read(sql -> MailStore.due(sql, nowMs, nowMs + LATER.toMillis()));
            if (mail == null) break;
            send(sender, mail);
        }
    }

    private boolean isHeld() {
        return failures > 0 && parts.time.nowNs() - heldUntilNs < 0;
    }

    private void send(MailSender sender, Mail mail) throws InterruptedException {
        Letter letter = parts.letters.write(mail);
        if (letter == null) {
            end(mail, State.DROPPED, "there was nothing to say any more");
            return;
        }
        long againAtMs = parts.time.nowMs() + again(mail).toMillis();
        parts.database.write(sql -> {
            MailStore.begin(sql, mail, againAtMs);
            return true;
        });
        switch (sender.send(mail.address(), messageId(mail), letter)) {
            case Answer.Taken _ -> {
                through();
                end(mail, State.SENT, null);
            }
            case Answer.Refused(String why) -> {
                through();
                LOG.log(Level.WARNING, "letter " + mail.id() + " (" + mail.kind() + ") is refused: " + why);
                end(mail, State.FAILED, why);
            }
            case Answer.Away(String why, boolean forAll) -> {
                if (forAll) hold(why);
                else through();
                later(mail, againAtMs, why);
            }
        }
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

    private void hold(String why) {
        Duration wait = HOLDS.get(Math.min(failures, HOLDS.size() - 1));
        failures++;
        heldUntilNs = parts.time.nowNs() + wait.toNanos();
        fault = "letters wait: " + why;
        LOG.log(Level.WARNING, "mail is tried again in " + wait.toSeconds() + " s: " + why);
    }

    private void later(Mail mail, long againAtMs, String why) {
        if (parts.time.nowMs() - mail.madeAtMs() > LIFE.toMillis()) {
            LOG.log(Level.WARNING, "letter " + mail.id() + " (" + mail.kind() + ") is given up: " + why);
            end(mail, State.FAILED, why + "; it was tried for " + LIFE.toDays() + " days");
            return;
        }
        // What keeps all of them says nothing about this one: the attempt does not count, and it waits for the server.
        boolean outage = failures > 0;
        long nextMs = outage ? parts.time.nowMs() : againAtMs;
        int attempts = mail.attempts() + (outage ? 0 : 1);
        parts.database.write(sql -> {
            MailStore.later(sql, mail.id(), attempts, nextMs, why);
            return true;
        });
    }

    private void end(Mail mail, State state, @Nullable String why) {
        long nowMs = parts.time.nowMs();
        parts.database.write(sql -> {
            MailStore.end(sql, mail.id(), state, why, nowMs);
            return true;
        });
    }

    @Override
    public void close() {
        closing = true;
        Thread running = thread;
        if (running == null) return;
        running.interrupt();
        try {
            running.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
