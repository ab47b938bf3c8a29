package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.Simulator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// `present`: holds a card or a code to a simulated reader or presses its keys, and answers with the decision that
/// the log then shows. Fields: `channel`, `reader` (`entry` by default), and `bits`, `keys` or `text`.
///
/// The card takes the whole way: wire, driver, decision, door lane, disk. While the disk takes no events the
/// decision is answered all the same, with `event_id` null: the event waits and has no id yet.
public final class PresentCommand implements Command {
    /// A decision takes milliseconds, one that cannot be made is rejected after 3 s.
    static final long DECISION_MS_MAX = 5_000;
    /// How often a refused event is looked for: a person at a terminal waits for it.
    private static final String PERHAPS =
            " (of many unknown cards at a reader, one in 10 s has one; a card whose PIN is awaited has none, nor"
                    + " has one whose holder waits for an operator)";
    private static final long LOOK_MS = 100;
    /// How often an admission's door is looked at: some are admitted without a strike.
    private static final int DOOR_LOOKS_MAX = 5;
    /// How long a change of the door is waited for each time.
    private static final long DOOR_LOOK_MS = 50;
    /// More keys than the longest PIN of any format.
    private static final int KEYS_MAX = 32;

    private final @Nullable Simulator simulator;
    private final DoorViews doors;
    private final EventLog log;
    private final EventStore events;
    private final Time time;
    private final Map<Shown, Long> shown = new ConcurrentHashMap<>(); // when, for as long as a card counts as held
    private final Map<Long, ReentrantLock> lockOfChannel = new ConcurrentHashMap<>();

    /// `simulator` is null on real hardware: then every request is refused.
    public PresentCommand(@Nullable Simulator simulator, DoorViews doors, EventLog log, EventStore events, Time time) {
        this.simulator = simulator;
        this.doors = doors;
        this.log = log;
        this.events = events;
        this.time = time;
    }

    @Override
    public void run(Request request, Responses out) throws InterruptedException {
        Simulator simulated = SimulatedDoor.simulator(simulator);
        DoorView door = SimulatedDoor.door(doors, request.number("channel"));
        // One at a time: two answers on one channel could not be told apart.
        ReentrantLock lock = lockOfChannel.computeIfAbsent(door.channelId(), _ -> new ReentrantLock(true));
        if (!lock.tryLock(DECISION_MS_MAX, TimeUnit.MILLISECONDS)) {
            throw new Refused("another card is being presented at channel " + door.channelId());
        }
        try {
            awaitApart(door, request);
            var asked = new Asked(door.channelId(), time.nowNs(), log.head());
            present(simulated, door, request);
            try {
                out.send(awaitDecision(asked));
            } finally {
                noteCard(door, request);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Each request is a presentation of its own: the card was taken away before.
    private void awaitApart(DoorView door, Request request) throws InterruptedException {
        Long lastNs = shown.get(shown(door, request));
        if (lastNs == null) return;
        while (true) {
            long leftNs = lastNs + Doors.APART_NS - time.nowNs();
            if (leftNs <= 0) return;
            doors.awaitChange(doors.revision(), TimeUnit.NANOSECONDS.toMillis(leftNs) + 1);
        }
    }

    private void noteCard(DoorView door, Request request) {
        long nowNs = time.nowNs();
        shown.values().removeIf(atNs -> nowNs - atNs > Doors.APART_NS);
        Shown card = shown(door, request);
        if (!card.card.isEmpty()) shown.put(card, nowNs);
    }

    private static Shown shown(DoorView door, Request request) {
        return new Shown(door.channelId() + " " + request.nullableText("reader"), card(request));
    }

    /// Empty for keys.
    private static String card(Request request) {
        String bits = request.nullableText("bits");
        String text = request.nullableText("text");
        return bits != null ? bits : text == null ? "" : text;
    }

    private static void present(Simulator simulator, DoorView door, Request request) {
        String side = request.nullableText("reader");
        String reader = side == null ? "entry" : side;
        String bits = request.nullableText("bits");
        String keys = request.nullableText("keys");
        String text = request.nullableText("text");
        try {
            if (bits != null) simulator.presentCard(door.unit(), reader, CardBits.of(bits));
            else if (text != null) simulator.presentCode(door.unit(), reader, text);
            else if (keys != null && keys.length() <= KEYS_MAX) simulator.pressKeys(door.unit(), reader, keys);
            else throw new Refused("the request has neither bits nor text nor keys (at most " + KEYS_MAX + ")");
        } catch (IllegalArgumentException e) { // the simulator's or the bits' own words
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    /// A card or code at a reader.
    private record Shown(String reader, String card) {}

    /// What was presented where, and when: older events on the channel answer an earlier card.
    private record Asked(long channelId, long fromNs, long fromId) {
        boolean waits(EventDraft event) {
            Long at = event.subject().channelId();
            boolean here = at != null && at == channelId && event.monotonicNs() >= fromNs;
            boolean waits = event.kind() == EventKind.MFA_STARTED || event.kind() == EventKind.APPROVAL_REQUESTED;
            return here && waits;
        }

        boolean answeredBy(EventDraft event) {
            Long at = event.subject().channelId();
            if (at == null || at != channelId || event.monotonicNs() < fromNs) return false;
            return switch (event.kind()) {
                case ADMITTED_REQUEST_EXIT, ADMITTED_AUXILIARY, ADMITTED_MANUAL -> false;
                case EventKind kind -> kind.isActivity();
            };
        }
    }

    /// What is awaited, by the event of the wait.
    static String awaited(EventDraft started) {
        Map<String, Object> trace = started.additional();
        boolean card = "card".equals(trace.get("second_factor"));
        return switch (String.valueOf(trace.get(TraceWords.AWAITS))) {
            case "operator" -> "an operator's approval is awaited";
            case "person" -> "another person's card is awaited";
            case "host" -> "a host's card is awaited";
            case TraceWords.GROUP -> "the cards of more people are awaited";
            default -> card ? "a card is awaited" : "a PIN is awaited";
        };
    }

    private Map<String, @Nullable Object> awaitDecision(Asked asked) throws InterruptedException {
        long deadlineNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(DECISION_MS_MAX);
        long cursor = asked.fromId;
        while (true) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - time.nowNs());
            if (leftMs <= 0) throw new Refused("no event came within " + DECISION_MS_MAX / 1000 + " s" + PERHAPS);
            if (log.awaitHeadAbove(cursor, Math.min(leftMs, LOOK_MS)) > cursor) {
                for (Event event : events.decided(cursor)) {
                    cursor = event.id();
                    if (asked.waits(event.draft())) throw new Refused("no decision yet: " + awaited(event.draft()));
                    if (asked.answeredBy(event.draft())) return answer(event.draft(), event.id());
                }
            }
            EventDraft refused = log.refused(asked::answeredBy);
            if (refused != null) return answer(refused, null);
        }
    }

    private Map<String, @Nullable Object> answer(EventDraft event, @Nullable Long id) throws InterruptedException {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        Long channelId = event.subject().channelId();
        DoorView door = channelId == null ? null : doorAfter(event, channelId);
        answer.put("decision", event.kind().isAdmitted() ? "admitted" : "rejected");
        answer.put("event_id", id);
        answer.put("event_code", event.kind().code(Listing.A, event.subject().pin()));
        answer.put("reason", event.additional().get("reason"));
        answer.put("channel_id", channelId);
        answer.put("strike", door != null && door.strikeReleased() ? "released" : "secured");
        return answer;
    }

    /// The door with what the event did to it: the event can be on disk before the door lane has shown its door.
    private @Nullable DoorView doorAfter(EventDraft event, long channelId) throws InterruptedException {
        for (int look = 0; look < DOOR_LOOKS_MAX; look++) {
            long revision = doors.revision();
            DoorView door = doors.of(channelId);
            if (door == null || door.strikeReleased() || !event.kind().isAdmitted()) return door;
            doors.awaitChange(revision, DOOR_LOOK_MS);
        }
        return doors.of(channelId);
    }
}
