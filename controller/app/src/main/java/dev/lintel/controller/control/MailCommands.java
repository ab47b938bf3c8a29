package dev.lintel.controller.control;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.mail.Letter;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `mail list` (`state`, `n`), `mail show` (`id`), `mail test` (`address`), `mail again` (`id`) and `mail
/// drop` (`id`). The first sends how mail stands, and then a letter a line, the newest first.
public final class MailCommands {
    private static final String BY = "command line";
    private static final long LIST = 50;
    private static final int LIST_MAX = 1_000;

    private final MailDesk desk;
    private final EventLog log;
    private final Time time;

    public MailCommands(MailDesk desk, EventLog log, Time time) {
        this.desk = desk;
        this.log = log;
        this.time = time;
    }

    /// As the page's own acts are told.
    private void tell(String action, String about) {
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED,
                time.nowMs(),
                time.nowNs(),
                EventDraft.Subject.NOBODY,
                Map.of("what", "system", "new", about, "by", BY, "action", action)));
    }

    public void list(Request request, Responses out) {
        MailDesk.Standing standing = desk.standing();
        Map<String, @Nullable Object> first = new LinkedHashMap<>();
        first.put("server", standing.server());
        first.put("waiting", standing.waiting());
        first.put("fault", standing.fault());
        out.send(first);
        Long n = request.nullableNumber("n");
        for (Mail mail : desk.list(state(request), Long.MAX_VALUE, Math.clamp(n == null ? LIST : n, 1, LIST_MAX))) {
            out.send(shown(mail));
        }
    }

    private static @Nullable State state(Request request) {
        String word = request.nullableText("state");
        if (word == null) return null;
        for (State state : State.values()) if (state.word().equals(word)) return state;
        throw new Refused("'" + word + "' is no state: waiting, sent, failed or dropped");
    }

    private static Map<String, @Nullable Object> shown(Mail mail) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", mail.id());
        json.put("kind", mail.kind());
        json.put("address", mail.address());
        json.put("state", mail.state().word());
        json.put("made_at", Instant.ofEpochMilli(mail.madeAtMs()).toString());
        json.put("made_by", mail.madeBy());
        json.put("attempts", mail.attempts());
        json.put("fault", mail.fault());
        return json;
    }

    public void show(Request request, Responses out) {
        MailDesk.Whole whole = desk.get(request.number("id"));
        if (whole == null) throw none(request);
        Map<String, @Nullable Object> json = shown(whole.mail());
        Letter letter = whole.letter();
        json.put("subject", letter == null ? null : letter.subject());
        json.put("text", letter == null ? null : letter.text());
        out.send(json);
    }

    public void test(Request request, Responses out) {
        try {
            String address = request.text("address");
            long id = desk.test(address, BY);
            tell("sent a test letter", address.strip());
            out.send(Map.of("id", id));
        } catch (IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    public void again(Request request, Responses out) {
        if (!desk.again(request.number("id"))) throw none(request);
        tell("sent a letter again", "letter " + request.number("id"));
        out.send(Map.of("id", request.number("id")));
    }

    public void drop(Request request, Responses out) {
        if (!desk.drop(request.number("id"), BY)) throw none(request);
        tell("took a letter out", "letter " + request.number("id"));
        out.send(Map.of("id", request.number("id")));
    }

    private static Refused none(Request request) {
        return new Refused("letter " + request.number("id") + " is not there, or has gone already");
    }
}
