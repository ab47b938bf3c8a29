package dev.lintel.controller.mobile;

import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Asks to be let in with a phone at a door of this box, and waits for the event that answers it. Who the phone is has
/// been proved: here, or at the hub that this box follows. Any thread that may block.
public final class PhoneAsking {
    /// Why not, where no phone opens any door of this box.
    public static final String SWITCHED_OFF = "phones_off";

    /// A decision takes milliseconds; one that cannot be made is a rejection after 3 s.
    private static final long DECISION_MS_MAX = 5_000;
    /// How often a refused event is looked for: a person at a door waits for it.
    private static final long LOOK_MS = 100;

    private final Decisions decisions;
    private final Database database;
    private final EventStore events;
    private final Time time;

    public PhoneAsking(Decisions decisions, Database database, Time time) {
        this.decisions = decisions;
        this.database = database;
        this.events = new EventStore(database);
        this.time = time;
    }

    /// The event that admits or rejects; null: none came in time, and nobody knows what will.
    ///
    /// @param side `entry` to go in, `exit` to leave
    public @Nullable EventDraft ask(long channelId, String side, Shown.Phone phone) {
        long fromId = database.events().head();
        decisions.submit(channelId, side, phone);
        try {
            return answer(phone.request(), fromId);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private @Nullable EventDraft answer(String request, long fromId) throws InterruptedException {
        EventLog log = database.events();
        long deadlineNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(DECISION_MS_MAX);
        long cursor = fromId;
        while (true) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - time.nowNs());
            if (leftMs <= 0) return null;
            if (log.awaitHeadAbove(cursor, Math.min(leftMs, LOOK_MS)) > cursor) {
                for (Event event : events.decided(cursor)) {
                    cursor = event.id();
                    if (answers(event.draft(), request)) return event.draft();
                }
            }
            // A disk that takes no events keeps nobody out.
            EventDraft refused = log.refused(draft -> answers(draft, request));
            if (refused != null) return refused;
        }
    }

    private static boolean answers(EventDraft event, String request) {
        return event.kind().isActivity() && request.equals(event.additional().get(EventDraft.PHONE_REQUEST));
    }

    /// The log's word for why not.
    public static String reason(EventDraft event) {
        return String.valueOf(event.additional().get("reason"));
    }
}
