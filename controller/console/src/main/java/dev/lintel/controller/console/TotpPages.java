package dev.lintel.controller.console;

import dev.lintel.controller.console.AccountPages.Fault;
import dev.lintel.controller.console.AccountPages.Section;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.reader.Bytes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The second step of signing in, turned on and off by its user. Secret and recovery codes are on the answer to the
/// POST itself, once.
///
/// ```
///   POST /account/totp           {current}: a new secret, as a QR code and in letters
///   POST /account/totp/on        {code}: a right one turns it on; ten recovery codes
///   POST /account/totp/off       {current, code}
///   POST /account/totp/codes     {current, code}: ten new recovery codes
/// ```
/// An open session is not enough for any of these: each asks for the password, and where the second step is on, for a
/// code as well.
final class TotpPages {
    /// How long a secret that was shown waits for its first code.
    static final Duration SETUP = Duration.ofMinutes(15);
    /// Secrets that wait; the one that was shown first gives way.
    static final int SETUPS_MAX = 1_000;

    private static final String WRONG_CODE = "That code is not right. Is your phone's clock right? Try the next one.";
    private static final int GROUP = 4;

    private final AccountPages.Parts parts;
    private final AccountPages account;
    private final SecureRandom random = new SecureRandom();
    /// By the session's CSRF token, which nobody but this session knows; guarded by `this`.
    private final Map<String, Setup> setups = new LinkedHashMap<>();

    private record Setup(Bytes secret, long sinceNs) {}

    /// What the page that turns it on shows.
    ///
    /// @param image the QR code as a `data:` address
    /// @param letters the secret in groups of four
    record View(
            String csrf,
            String image,
            String letters,
            @Nullable String fault) {}

    TotpPages(AccountPages.Parts parts, AccountPages account) {
        this.parts = parts;
        this.account = account;
    }

    void mount(Endpoints endpoints, Gate gate) {
        AccountPages.post(endpoints, gate, "/account/totp", this::begin);
        AccountPages.post(endpoints, gate, "/account/totp/on", this::turnOn);
        AccountPages.post(endpoints, gate, "/account/totp/off", this::turnOff);
        AccountPages.post(endpoints, gate, "/account/totp/codes", this::newCodes);
    }

    private Reply begin(Request request, Session session) {
        User user = account.user(session);
        if (user == null || user.totp()) return parts.pages().redirect("/account");
        Reply refused = account.asked(request, session, Section.TOTP);
        if (refused != null) return refused;
        Bytes secret = Totp.secret(random);
        keep(session, secret);
        return show(session, 200, secret, null);
    }

    private Reply turnOn(Request request, Session session) {
        Bytes secret = kept(session);
        User user = account.user(session);
        if (user == null || user.totp()) return parts.pages().redirect("/account");
        if (secret == null) {
            var fault = new Fault(Section.TOTP, "That took too long. Please begin again.");
            return account.refused(request, session, 422, fault);
        }
        String code = Objects.requireNonNullElse(request.form("code"), "").replaceAll("\\s", "");
        Long step = Totp.isCode(code) ? Totp.step(secret, code, parts.time().nowMs()) : null;
        if (step == null) return show(session, 422, secret, WRONG_CODE);
        List<String> codes = RecoveryCodes.make(random);
        parts.totp().turnOn(user.id(), secret, step, RecoveryCodes.hashes(codes));
        forget(session);
        parts.audit().user("turned on two-step sign-in", user.email(), user.email());
        return codes(session, codes);
    }

    /// Asks for password and code: null when both are right, else the page that says that they are not.
    private @Nullable Reply bothAsked(Request request, Session session) {
        User user = account.user(session);
        if (user == null || !user.totp()) return parts.pages().redirect("/account");
        return account.asked(request, session, Section.TOTP);
    }

    private Reply turnOff(Request request, Session session) {
        Reply refused = bothAsked(request, session);
        if (refused != null) return refused;
        if (parts.totp().turnOff(session.userId())) {
            parts.audit().user("turned off two-step sign-in", session.email(), session.email());
        }
        return account.done("totp-off");
    }

    private Reply newCodes(Request request, Session session) {
        Reply refused = bothAsked(request, session);
        if (refused != null) return refused;
        List<String> codes = RecoveryCodes.make(random);
        if (!parts.totp().replaceCodes(session.userId(), RecoveryCodes.hashes(codes))) {
            return parts.pages().redirect("/account");
        }
        parts.audit().user("made new recovery codes", session.email(), session.email());
        return codes(session, codes);
    }

    private Reply show(Session session, int status, Bytes secret, @Nullable String fault) {
        String letters = Totp.base32(secret);
        var view = new View(session.csrfToken(), QrImage.address(uri(session, letters)), grouped(letters), fault);
        return parts.pages()
                .draw(
                        status,
                        Place.ACCOUNT,
                        "Two-step sign-in",
                        session,
                        (out, tags, frame) -> JtetotpGenerated.render(out, tags, frame, view));
    }

    private Reply codes(Session session, List<String> codes) {
        return parts.pages()
                .draw(
                        200,
                        Place.ACCOUNT,
                        "Recovery codes",
                        session,
                        (out, tags, frame) -> JtecodesGenerated.render(out, tags, frame, codes));
    }

    /// What apps read: issuer and address tell this entry from others on the phone.
    private String uri(Session session, String letters) {
        String issuer = encode(parts.boxName());
        return "otpauth://totp/" + issuer + ":" + encode(session.email()) + "?secret=" + letters + "&issuer=" + issuer;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String grouped(String letters) {
        return letters.replaceAll("(.{" + GROUP + "})(?!$)", "$1 ");
    }

    private synchronized void keep(Session session, Bytes secret) {
        setups.remove(session.csrfToken());
        if (setups.size() >= SETUPS_MAX) {
            var oldest = setups.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        setups.put(session.csrfToken(), new Setup(secret, parts.time().nowNs()));
    }

    private synchronized @Nullable Bytes kept(Session session) {
        Setup setup = setups.get(session.csrfToken());
        if (setup == null || parts.time().nowNs() - setup.sinceNs >= SETUP.toNanos()) return null;
        return setup.secret;
    }

    private synchronized void forget(Session session) {
        setups.remove(session.csrfToken());
    }
}
