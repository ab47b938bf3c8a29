package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Operated;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileLetter;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.wallet.WalletDesk;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/phones`: whose phones are keys, and who has a pass in their wallet, for operators.
///
/// ```
///   GET  /phones                  {before_id}: the newest first; {q}: those of people with that in their name, or of
///                                 that email address or number
///   POST /phones                  {person, what}: invites by number or email address, to a phone or a pass
///   GET  /phones/:id              one; its code and link while it is invited
///   POST /phones/:id/invite       a new code or link, in place of the one that stands
///   GET  /phones/:id/revoke       what that does        POST  has it done
/// ```
final class PhonesPages {
    static final String PATH = "/phones";
    private static final String ONE = PATH + "/:id";

    /// On one page.
    private static final int ROWS_MAX = 50;
    /// An address and a token.
    private static final int FORM_BYTES_MAX = 16 * 1024;

    /// What `what` says of an invitation to a pass.
    private static final String PASS = "pass";

    private static final Map<String, String> DONE = Map.of(
            "invited", "The invitation is made, and a letter with it is on its way.",
            "shown", "The invitation is made. No letter goes out: hand it over.",
            "again", "There is a new one, and a letter with it is on its way. The one before is good no more.",
            "againshown", "There is a new one: hand it over. The one before is good no more.",
            "revoked", "It is revoked: it opens no doors any more.",
            "withdrawn", "The invitation is withdrawn.");

    private final Parts parts;

    /// What the pages show and act on.
    record Parts(Pages pages, Console.Mobile mobile, Moments moments, Database database) {}

    PhonesPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        on(endpoints, gate, Method.GET, PATH, (request, session) -> list(request, session, 200, null));
        on(endpoints, gate, Method.POST, PATH, this::invite);
        on(endpoints, gate, Method.GET, ONE, this::show);
        on(endpoints, gate, Method.POST, ONE + "/invite", this::again);
        on(endpoints, gate, Method.GET, ONE + "/revoke", this::askRevoke);
        on(endpoints, gate, Method.POST, ONE + "/revoke", this::revoke);
    }

    private void on(Endpoints endpoints, Gate gate, Method method, String path, Operated handler) {
        endpoints.on(method, path, gate.page(Who.OPERATOR, (request, session) -> {
            try {
                return handler.handle(request, session);
            } catch (MobileException e) {
                return list(request, session, 422, SyncWords.sentence(String.valueOf(e.getMessage())));
            }
        }));
    }

    /// The list.
    ///
    /// @param byMail codes go out by mail
    /// @param opens phones open doors
    /// @param olderId the next page has those before it; null: there is none
    /// @param done what came of the last thing that was asked for
    /// @param sought those of whom; empty: all
    /// @param person as it was typed
    /// @param pass a pass was asked for
    /// @param told wallets can tell this box by themselves
    /// @param wrong why something was not done; null: nothing
    record View(
            List<Row> rows,
            boolean byMail,
            boolean opens,
            @Nullable Long olderId,
            @Nullable String done,
            String sought,
            String person,
            boolean pass,
            boolean told,
            @Nullable String wrong) {}

    /// A phone in the list.
    record Row(long id, String title, String sub, String words, String tone) {}

    /// A phone, or a pass.
    ///
    /// @param pass it is a pass
    /// @param code of a phone, while it is invited and good; null: there is none
    /// @param link to be opened on the phone, and `qr` the same as a picture
    /// @param invited a new code can be made
    /// @param revocable there is something to take away
    record OneView(
            long id,
            String title,
            boolean pass,
            Map<String, String> facts,
            @Nullable String code,
            @Nullable String link,
            @Nullable String qr,
            boolean invited,
            boolean revocable,
            @Nullable String done) {}

    private Reply list(Request request, Session session, int status, @Nullable String wrong) {
        String typed = request.query("q");
        String sought = typed == null ? "" : typed.strip();
        Long before = request.number("before_id");
        long until = before == null || before < 1 ? Long.MAX_VALUE : before;
        List<Phone> all = sought.isEmpty()
                ? parts.mobile.desk().list(until, ROWS_MAX + 1)
                : parts.mobile.desk().find(sought, ROWS_MAX);
        ZoneId zone = parts.moments.zone();
        List<Row> rows =
                all.stream().limit(ROWS_MAX).map(phone -> row(phone, zone)).toList();
        String asked = request.query("done");
        String person = request.method() == Method.POST ? request.form("person") : null;
        var settings = parts.mobile.desk().settings();
        var view = new View(
                rows,
                settings.byMail(),
                settings.remoteUnlock(),
                all.size() > ROWS_MAX ? rows.getLast().id() : null,
                wrong != null || asked == null ? null : DONE.get(asked),
                sought,
                person == null ? "" : person,
                person != null && PASS.equals(request.form("what")),
                parts.mobile.wallet().isTold(),
                wrong);
        return parts.pages.draw(
                status,
                Place.PHONES,
                "Phones",
                session,
                (out, tags, frame) -> JtephonesGenerated.render(out, tags, frame, view));
    }

    private static Row row(Phone phone, ZoneId zone) {
        String kind = (phone.pass() ? "pass " : "phone ") + phone.id() + " · ";
        String what = phone.device().isEmpty() ? kind : kind + phone.device() + " · ";
        String since = switch (phone.status()) {
            case Credential.INVITED -> "invited " + Moments.words(phone.createdAtMs(), zone);
            case Credential.ACTIVE ->
                phone.usedAtMs() == null ? "never used yet" : "last used " + Moments.words(phone.usedAtMs(), zone);
            default -> "made " + Moments.words(phone.createdAtMs(), zone);
        };
        return new Row(
                phone.id(), phone.person() + " (" + phone.personId() + ")", what + since, words(phone), tone(phone));
    }

    private static String words(Phone phone) {
        return switch (phone.status()) {
            case Credential.INVITED -> phone.wallet().isEmpty() ? "Invited" : "Made";
            case Credential.ACTIVE -> "Active";
            case Credential.ADDED_TO_WALLET -> "In " + walletName(phone) + " Wallet";
            case Credential.REMOVED -> "Taken out of its wallet";
            case Credential.REVOKING -> "Being revoked";
            default -> "Revoked";
        };
    }

    private static String walletName(Phone phone) {
        return phone.wallet().equals(WalletDesk.APPLE) ? "Apple" : "Google";
    }

    private static String tone(Phone phone) {
        return switch (phone.status()) {
            case Credential.ACTIVE, Credential.ADDED_TO_WALLET -> "good";
            case Credential.INVITED -> "";
            default -> "bad";
        };
    }

    private Reply invite(Request request, Session session) {
        String typed = Objects.requireNonNullElse(request.form("person"), "").strip();
        Person person = person(typed);
        if (person == null) {
            return list(request, session, 422, "There is nobody with this email address or number.");
        }
        if (PASS.equals(request.form("what"))) {
            WalletDesk.Made made = parts.mobile.wallet().inviteAnew(person.id(), by(session));
            return made(made.credentialId(), made.letter() ? "invited" : "shown");
        }
        MobileDesk.Made made = parts.mobile.desk().inviteAnew(person.id(), by(session));
        return made(made.credential().id(), made.letter() ? "invited" : "shown");
    }

    private Reply made(long id, String done) {
        return parts.pages.redirect(PATH + "/" + id + "?done=" + done);
    }

    private @Nullable Person person(String typed) {
        return parts.database.read(sql -> {
            if (typed.matches("[1-9][0-9]{0,17}")) return PersonStore.get(sql, Long.parseLong(typed));
            var filter = new PersonStore.Filter(null, typed, List.of());
            List<Person> found = typed.isEmpty() ? List.of() : PersonStore.page(sql, filter, 1, 0);
            return found.isEmpty() ? null : found.getFirst();
        });
    }

    private static By by(Session session) {
        return new By(session.email(), "user " + session.userId());
    }

    private Reply show(Request request, Session session) {
        Phone phone = parts.mobile.desk().phone(request.id());
        if (phone == null) return new Reply.NotFound("phone");
        Secret secret = phone.pass() ? link(phone) : code(phone);
        String asked = request.query("done");
        boolean invited = phone.status().equals(Credential.INVITED);
        boolean good =
                phone.status().equals(Credential.ACTIVE) || phone.status().equals(Credential.ADDED_TO_WALLET);
        boolean back = phone.status().equals(Credential.REMOVED); // its wallet may tell that it is there again
        var view = new OneView(
                phone.id(),
                phone.person(),
                phone.pass(),
                facts(phone, secret),
                secret.code,
                secret.link,
                secret.link == null ? null : QrImage.address(secret.link),
                invited,
                invited || good || back,
                asked == null ? null : DONE.get(asked));
        return parts.pages.draw(
                200,
                Place.PHONES,
                phone.person(),
                session,
                (out, tags, frame) -> JtephoneGenerated.render(out, tags, frame, view));
    }

    /// What somebody who is invited is to be given.
    ///
    /// @param untilMs null: nobody knows
    private record Secret(
            @Nullable String code,
            @Nullable String link,
            @Nullable Long untilMs) {}

    private Secret code(Phone phone) {
        Credential credential = parts.mobile.desk().credential(phone.id());
        MobileDesk.Code code = credential == null ? null : parts.mobile.desk().code(credential);
        String url = parts.mobile.url().get();
        String link = code == null || url == null ? null : MobileLetter.link(url, code);
        return new Secret(code == null ? null : code.code(), link, phone.expiresAtMs());
    }

    private Secret link(Phone phone) {
        Credential credential = parts.mobile.wallet().credential(phone.id());
        String url = credential == null ? null : parts.mobile.wallet().url(credential);
        return new Secret(
                null,
                url,
                url == null ? null : (Long) parts.mobile.wallet().goodUntil().toEpochMilli());
    }

    private Map<String, String> facts(Phone phone, Secret secret) {
        ZoneId zone = parts.moments.zone();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("State", words(phone));
        if (!phone.device().isEmpty()) facts.put("Phone", phone.device());
        facts.put("Made", Moments.words(phone.createdAtMs(), zone));
        if (phone.usedAtMs() != null) facts.put("Last used", Moments.words(phone.usedAtMs(), zone));
        Long until = secret.untilMs;
        if (until != null && phone.status().equals(Credential.INVITED)) {
            boolean good = secret.code != null || secret.link != null;
            facts.put(good ? "Good until" : "The code was good until", Moments.words(until, zone));
        }
        return facts;
    }

    private Reply again(Request request, Session session) {
        Phone phone = parts.mobile.desk().phone(request.id());
        if (phone == null) return new Reply.NotFound("phone");
        boolean letter = phone.pass()
                ? parts.mobile
                        .wallet()
                        .inviteAnew(phone.personId(), by(session))
                        .letter()
                : parts.mobile.desk().inviteAnew(phone.personId(), by(session)).letter();
        return made(phone.id(), letter ? "again" : "againshown");
    }

    /// What is asked before a phone is revoked.
    record RevokeView(long id, String person, boolean pass, String device, boolean invited) {}

    private Reply askRevoke(Request request, Session session) {
        Phone phone = parts.mobile.desk().phone(request.id());
        if (phone == null) return new Reply.NotFound("phone");
        var view = new RevokeView(
                phone.id(),
                phone.person(),
                phone.pass(),
                phone.device(),
                phone.status().equals(Credential.INVITED));
        return parts.pages.draw(
                200,
                Place.PHONES,
                "Revoke a phone",
                session,
                (out, tags, frame) -> JterevokeGenerated.render(out, tags, frame, view));
    }

    private Reply revoke(Request request, Session session) {
        Phone phone = parts.mobile.desk().phone(request.id());
        if (phone == null) return new Reply.NotFound("phone");
        if (phone.pass()) parts.mobile.wallet().revoke(phone.id(), by(session));
        else parts.mobile.desk().revoke(phone.id(), by(session));
        boolean invited = phone.status().equals(Credential.INVITED);
        return parts.pages.redirect(PATH + "?done=" + (invited ? "withdrawn" : "revoked"));
    }
}
