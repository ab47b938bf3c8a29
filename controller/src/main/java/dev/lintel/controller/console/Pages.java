package dev.lintel.controller.console;

import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Reply.Header;
import dev.lintel.controller.store.SessionStore.Session;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns templates into replies, each with the headers that keep a page to itself. The templates were compiled with the
/// program; calling them directly lets the compiler check what they are given.
final class Pages {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
                    + " frame-ancestors 'none'";
    private static final long HSTS_S = 31_536_000; // a year, as browsers' preload lists ask

    /// jte offers to change tags on their way out; nothing here does.
    private static final HtmlInterceptor NOTHING = new HtmlInterceptor() {
        @Override
        public void onHtmlTagOpened(String name, Map<String, Object> attributes, TemplateOutput out) {}

        @Override
        public void onHtmlTagClosed(String name, TemplateOutput out) {}
    };

    private final String boxName;
    private final boolean simulated;
    private final List<Header> headers;

    /// `publicCertificate`: a certificate that browsers trust by themselves. Only then are they told to insist on TLS
    /// (HSTS): with the box's own authority that would take away the way past the first warning.
    Pages(String boxName, boolean simulated, boolean publicCertificate) {
        this.boxName = boxName;
        this.simulated = simulated;
        var all = new ArrayList<>(List.of(
                new Header("Content-Security-Policy", POLICY),
                new Header("X-Content-Type-Options", "nosniff"),
                new Header("X-Frame-Options", "DENY"),
                new Header("Referrer-Policy", "no-referrer"), // a set-up link's token must not travel on
                new Header("Cross-Origin-Opener-Policy", "same-origin"),
                new Header("Cross-Origin-Resource-Policy", "same-origin"),
                new Header("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
                new Header("Cache-Control", "no-store")));
        if (publicCertificate) all.add(new Header("Strict-Transport-Security", "max-age=" + HSTS_S));
        this.headers = List.copyOf(all);
    }

    /// What every page's frame shows.
    ///
    /// @param email who is signed in, or null
    /// @param csrf of the session, for the sign-out button; empty when nobody is signed in
    public record Frame(
            String title, String boxName, @Nullable String email, String csrf, boolean simulated) {}

    Reply signIn(int status, SignInPages.Form form) {
        return html(status, out -> JtesigninGenerated.render(out, NOTHING, frame("Sign in", null), form));
    }

    Reply setup(int status, SignInPages.Form form) {
        return html(status, out -> JtesetupGenerated.render(out, NOTHING, frame("Set up", null), form));
    }

    Reply live(Session session) {
        return html(200, out -> JteliveGenerated.render(out, NOTHING, frame("Live", session)));
    }

    Reply message(int status, String title, String text) {
        return html(status, out -> JtemessageGenerated.render(out, NOTHING, frame(title, null), text));
    }

    Reply redirect(String path) {
        return new Reply.Redirect(303, path).with(headers);
    }

    /// `reply` with the headers of a page.
    Reply guarded(Reply reply) {
        return reply.with(headers.stream()
                .filter(header -> !header.name().equals("Cache-Control"))
                .toList());
    }

    private Frame frame(String title, @Nullable Session session) {
        if (session == null) return new Frame(title, boxName, null, "", false);
        return new Frame(title, boxName, session.email(), session.csrfToken(), simulated);
    }

    private Reply html(int status, Consumer<OwaspHtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return new Reply.Html(status, text.toString()).with(headers);
    }
}
