package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mail.Letter;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.wallet.WalletDesk;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/outbox`: the letters that this box writes to people, for operators. Where there is no mail server they
/// wait here, and what they say can be handed over in another way.
///
/// ```
///   GET  /outbox                {state, before_id}: the newest first
///   POST /outbox                {address}: a letter to try the server out
///   GET  /outbox/:id            one, with what it says while it has not gone
///   POST /outbox/:id/again      tries it now
///   POST /outbox/:id/drop       takes it out
/// ```
final class OutboxPages {
    static final String PATH = "/outbox";
    private static final String ONE = PATH + "/:id";

    /// On one page.
    private static final int ROWS_MAX = 50;
    /// An address and a token.
    private static final int FORM_BYTES_MAX = 16 * 1024;

    private static final Map<String, String> DONE = Map.of(
            "test", "The test letter is on its way.",
            "waits", "The test letter waits, for there is no mail server: open it to see what it says.",
            "again", "It is being sent.",
            "drop", "It is taken out.");

    private final Parts parts;

    /// What the pages show and act on.
    record Parts(Pages pages, MailDesk desk, UserAudit audit, Moments moments) {}

    OutboxPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(
                Method.GET, PATH, gate.page(Who.OPERATOR, (request, session) -> list(request, session, 200, null)));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::test));
        endpoints.on(Method.GET, ONE, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, ONE + "/again", gate.page(Who.OPERATOR, this::again));
        endpoints.on(Method.POST, ONE + "/drop", gate.page(Who.OPERATOR, this::drop));
    }

    /// The list.
    ///
    /// @param server that takes letters; null: there is none
    /// @param waiting in words; empty: none waits
    /// @param fault why letters do not go out; null: they do
    /// @param state that is shown alone; empty: all
    /// @param olderId the next page has those before it; null: there is none
    /// @param done what came of the last thing that was asked for
    /// @param address as it was typed, with why it is none in `wrong`
    record View(
            @Nullable String server,
            String waiting,
            @Nullable String fault,
            List<Row> rows,
            String state,
            @Nullable Long olderId,
            @Nullable String done,
            String address,
            @Nullable String wrong) {}

    /// A letter in the list.
    record Row(long id, String title, String sub, @Nullable String fault, String words, String tone) {}

    /// A letter.
    ///
    /// @param letter what it says; null: it has gone, or says nothing any more
    /// @param open it waits or has failed
    record OneView(
            long id,
            String title,
            Map<String, String> facts,
            @Nullable Letter letter,
            boolean open,
            boolean server,
            @Nullable String done) {}

    private Reply list(Request request, Session session, int status, @Nullable Wrong wrong) {
        State state = state(request.query("state"));
        Long before = number(request.query("before_id"));
        List<Mail> all = parts.desk.list(state, before == null ? Long.MAX_VALUE : before, ROWS_MAX + 1);
        ZoneId zone = parts.moments.zone();
        MailDesk.Standing standing = parts.desk.standing();
        List<Row> rows =
                all.stream().limit(ROWS_MAX).map(mail -> row(mail, zone)).toList();
        String asked = request.query("done");
        Long oldest = standing.oldestMs();
        String waiting = oldest == null
                ? ""
                : standing.waiting() + (standing.waiting() == 1 ? " letter waits" : " letters wait") + ", since "
                        + Moments.words(oldest, zone);
        var view = new View(
                standing.server(),
                waiting,
                standing.fault() == null ? null : SyncWords.sentence(standing.fault()),
                rows,
                state == null ? "" : state.word(),
                all.size() > ROWS_MAX ? rows.getLast().id() : null,
                wrong != null || asked == null ? null : DONE.get(asked),
                wrong == null ? session.email() : wrong.address,
                wrong == null ? null : SyncWords.sentence(wrong.why));
        return parts.pages.draw(
                status,
                Place.OUTBOX,
                "Mail",
                session,
                (out, tags, frame) -> JteoutboxGenerated.render(out, tags, frame, view));
    }

    /// What cannot be an address.
    private record Wrong(String address, String why) {}

    private static @Nullable State state(@Nullable String word) {
        for (State state : State.values()) if (state.word().equals(word)) return state;
        return null;
    }

    private static @Nullable Long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }

    private static Row row(Mail mail, ZoneId zone) {
        String sub = title(mail) + " · " + Moments.words(mail.madeAtMs(), zone) + " · by " + mail.madeBy();
        String tone = switch (mail.state()) {
            case SENT -> "good";
            case FAILED -> "bad";
            case DROPPED -> "warn";
            case WAITING -> "";
        };
        return new Row(mail.id(), mail.address(), sub, fault(mail), words(mail.state()), tone);
    }

    private static @Nullable String fault(Mail mail) {
        return mail.fault() == null ? null : SyncWords.sentence(mail.fault());
    }

    private static String words(State state) {
        return switch (state) {
            case WAITING -> "Waiting";
            case SENT -> "Sent";
            case FAILED -> "Failed";
            case DROPPED -> "Taken out";
        };
    }

    private static String title(Mail mail) {
        return switch (mail.kind()) {
            case MailDesk.TEST -> "Test letter";
            case MobileDesk.LETTER -> "Invitation of a phone";
            case WalletDesk.LETTER -> "Invitation to a pass";
            case MobileDesk.PAGE_LETTER -> "About opening by phone";
            default -> "Letter (" + mail.kind() + ")";
        };
    }

    private Reply test(Request request, Session session) {
        String address = request.form("address") == null ? "" : String.valueOf(request.form("address"));
        try {
            parts.desk.test(address, session.email());
        } catch (IllegalArgumentException e) {
            return list(request, session, 422, new Wrong(address, String.valueOf(e.getMessage())));
        }
        parts.audit.system("sent a test letter", address.strip(), session.email());
        return parts.pages.redirect(PATH + "?done=" + (parts.desk.standing().server() == null ? "waits" : "test"));
    }

    private Reply show(Request request, Session session) {
        MailDesk.Whole whole = parts.desk.get(request.id());
        if (whole == null) return new Reply.NotFound("letter");
        Mail mail = whole.mail();
        ZoneId zone = parts.moments.zone();
        Map<String, String> facts = new java.util.LinkedHashMap<>();
        facts.put("To", mail.address());
        facts.put("Made", Moments.words(mail.madeAtMs(), zone) + ", by " + mail.madeBy());
        facts.put(
                "State",
                words(mail.state()) + (mail.endedAtMs() == null ? "" : ", " + Moments.words(mail.endedAtMs(), zone)));
        if (mail.attempts() > 0) facts.put("Attempts", Integer.toString(mail.attempts()));
        if (mail.nextAtMs() != null && parts.desk.standing().server() != null) {
            facts.put("Next", Moments.words(mail.nextAtMs(), zone));
        }
        String fault = fault(mail);
        if (fault != null) facts.put("Last", fault);
        String asked = request.query("done");
        var view = new OneView(
                mail.id(),
                title(mail),
                facts,
                whole.letter(),
                mail.state() == State.WAITING || mail.state() == State.FAILED,
                parts.desk.standing().server() != null,
                asked == null ? null : DONE.get(asked));
        return parts.pages.draw(
                200,
                Place.OUTBOX,
                title(mail),
                session,
                (out, tags, frame) -> JteletterGenerated.render(out, tags, frame, view));
    }

    private Reply again(Request request, Session session) {
        if (!parts.desk.again(request.id())) return new Reply.NotFound("letter");
        parts.audit.system("sent a letter again", "letter " + request.id(), session.email());
        return parts.pages.redirect(PATH + "/" + request.id() + "?done=again");
    }

    private Reply drop(Request request, Session session) {
        if (!parts.desk.drop(request.id(), session.email())) return new Reply.NotFound("letter");
        parts.audit.system("took a letter out", "letter " + request.id(), session.email());
        return parts.pages.redirect(PATH + "/" + request.id() + "?done=drop");
    }
}
