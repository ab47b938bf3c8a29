package dev.lintel.controller.console;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Reply.Header;
import dev.lintel.controller.reference.Reference;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Turns templates into replies, each with the headers that keep a page to itself. The templates were compiled with
/// the program; calling them directly lets the compiler check what they are given.
final class Pages {
    private static final String POLICY = policy("");
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
    private final Links links;
    private final @Nullable String broken;
    private final List<Header> headers;

    /// A public certificate: one that browsers trust by themselves. Only then are they told to insist on
    /// TLS (HSTS): with the box's own authority that would take away the way past the first warning.
    Pages(Console.Settings settings, boolean simulated, Links links) {
        this.boxName = settings.boxName();
        this.broken = settings.broken();
        this.simulated = simulated;
        this.links = links;
        var all = new ArrayList<>(List.of(
                new Header("Content-Security-Policy", POLICY),
                new Header("X-Content-Type-Options", "nosniff"),
                new Header("X-Frame-Options", "DENY"),
                new Header("Referrer-Policy", "no-referrer"), // a set-up link's token must not travel on
                new Header("Cross-Origin-Opener-Policy", "same-origin"),
                new Header("Cross-Origin-Resource-Policy", "same-origin"),
                new Header("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
                new Header("Cache-Control", "no-store")));
        if (settings.publicCertificate()) all.add(new Header("Strict-Transport-Security", "max-age=" + HSTS_S));
        this.headers = List.copyOf(all);
    }

    /// What the navigation depends on.
    ///
    /// @param waiting how many applications wait for an operator
    /// @param failed how many letters were refused for good
    /// @param hub boxes follow this one, or may
    /// @param elsewhere the hub that this one follows, in a sentence; null: none
    record Links(
            LongSupplier waiting, LongSupplier failed, BooleanSupplier hub, Supplier<@Nullable String> elsewhere) {}

    /// The content policy. Forms go to this box, and by way of it to `origin` where that is not empty: browsers hold
    /// what a form is redirected to against this, too.
    static String policy(String origin) {
        String forms = origin.isEmpty() ? "'self'" : "'self' " + origin;
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action " + forms
                + "; base-uri 'none'; frame-ancestors 'none'";
    }

    /// Which entry of the navigation a page is; before sign-in there is no navigation.
    public enum Place {
        NONE,
        /// Signed in, and no entry of the navigation.
        OTHER,
        LIVE,
        PEOPLE,
        SIMULATOR,
        APPLICATIONS,
        WEBHOOKS,
        PHONES,
        OUTBOX,
        BOXES,
        FOLLOWING,
        COMMISSION,
        SITE,
        USERS,
        SYSTEM,
        DEVELOPER,
        REFERENCE,
        ACCOUNT;

        /// Whether an operator finds it in the menu of what this box speaks to.
        public boolean isConnection() {
            return switch (this) {
                case APPLICATIONS, WEBHOOKS, OUTBOX, BOXES, FOLLOWING, DEVELOPER, REFERENCE -> true;
                case NONE, OTHER, LIVE, PEOPLE, SIMULATOR, PHONES, COMMISSION, SITE, USERS, SYSTEM, ACCOUNT -> false;
            };
        }

        /// Whether an operator finds it in the menu of the box itself.
        public boolean isOfBox() {
            return this == COMMISSION || this == SITE || this == USERS || this == SYSTEM;
        }
    }

    /// Renders a template into a page's frame.
    @FunctionalInterface
    interface Template {
        void render(OwaspHtmlTemplateOutput out, HtmlInterceptor tags, Frame frame);
    }

    /// What every page's frame shows.
    ///
    /// @param email who is signed in, or null
    /// @param csrf of the session, for the sign-out button; empty when nobody is signed in
    /// @param simulated there is a simulator's page
    /// @param kind what the signed-in user may open; null when nobody is signed in
    /// @param waiting how many applications wait for an operator; 0 for anybody else
    /// @param failed how many letters were refused for good and still wait for an operator; 0 for anybody else
    /// @param boxes there is a page of boxes that follow
    /// @param follows what the entry for what this one follows is called; null: it follows nobody
    /// @param broken what the box does without, for whoever looks at it; null: nothing
    public record Frame(
            String title,
            String boxName,
            Place place,
            @Nullable String email,
            String csrf,
            boolean simulated,
            @Nullable Kind kind,
            long waiting,
            long failed,
            boolean boxes,
            @Nullable String follows,
            @Nullable String broken) {
        /// Whether pages of doors and people are for them; before sign-in these lead to the sign-in page.
        public boolean ofHouse() {
            return kind == null || kind.isOfHouse();
        }
    }

    Reply signIn(int status, SignInPages.Form form) {
        return html(status, out -> JtesigninGenerated.render(out, NOTHING, frame("Sign in", Place.NONE, null), form));
    }

    Reply setup(int status, SignInPages.Form form) {
        return html(status, out -> JtesetupGenerated.render(out, NOTHING, frame("Set up", Place.NONE, null), form));
    }

    /// The page that a phone keeps: in no frame, for whoever holds it signs in nowhere.
    Reply mobile() {
        return html(200, out -> JtemobileGenerated.render(out, NOTHING, frame("Doors", Place.NONE, null)));
    }

    /// Where somebody gets a pass for their wallet: in no frame, for they sign in nowhere.
    Reply pass(PassPages.View view) {
        return html(200, out -> JtepassGenerated.render(out, NOTHING, frame("Your pass", Place.NONE, null), view));
    }

    /// A sentence for somebody who signs in nowhere.
    Reply notice(int status, String title, String text) {
        return html(status, out -> JtenoticeGenerated.render(out, NOTHING, frame(title, Place.NONE, null), text));
    }

    Reply code(int status, SignInPages.Form form) {
        return html(status, out -> JtecodeGenerated.render(out, NOTHING, frame("Sign in", Place.NONE, null), form));
    }

    Reply invitation(int status, SignInPages.Form form) {
        Frame frame = frame("Choose a password", Place.NONE, null);
        return html(status, out -> JteinvitationGenerated.render(out, NOTHING, frame, form));
    }

    /// A page in the frame of somebody who is signed in.
    Reply draw(int status, Place place, String title, Session session, Template template) {
        return html(status, out -> template.render(out, NOTHING, frame(title, place, session)));
    }

    /// A page that is not for this kind of user.
    Reply forbidden(Session session) {
        Frame frame = frame("Not for you", Place.OTHER, session);
        String text = "You are signed in as " + session.email()
                + ", and this page is for others. If you need it, ask an" + " operator of this box.";
        return html(403, out -> JtemessageGenerated.render(out, NOTHING, frame, text, "/", "To your own pages"));
    }

    /// @param threats sites with a threat level above 0, in words; empty: none
    Reply live(Session session, String threats) {
        return html(200, out -> JteliveGenerated.render(out, NOTHING, frame("Live", Place.LIVE, session), threats));
    }

    Reply people(Session session) {
        Frame frame = frame("People", Place.PEOPLE, session);
        String elsewhere = links.elsewhere.get();
        String kept = elsewhere == null ? "" : SyncWords.sentence(elsewhere);
        return html(200, out -> JtepeopleGenerated.render(out, NOTHING, frame, PeoplePage.FILE_BYTES_MAX, kept));
    }

    /// The simulator's page in the console's frame. Its HTML stands by itself; between its marks
    /// `<!-- frame:head -->` … `<!-- /frame:head -->` and `frame:bar` come the console's own head and header.
    ///
    /// @param session null on a server that lets anybody in
    Reply simulator(String page, @Nullable Session session) {
        Frame frame = frame("Simulator", Place.SIMULATOR, session);
        String head = text(out -> JteheadGenerated.render(out, NOTHING, frame));
        String bar = text(out -> JtebarGenerated.render(out, NOTHING, frame));
        return html(200, between(between(page, "frame:head", head), "frame:bar", bar));
    }

    /// The API's description, the same for everybody.
    String reference(Reference reference) {
        Frame frame = frame("API", Place.REFERENCE, null);
        return text(out -> JtedocsGenerated.render(out, NOTHING, frame, reference));
    }

    Reply message(int status, String title, String text) {
        Frame frame = frame(title, Place.NONE, null);
        return html(
                status,
                out -> JtemessageGenerated.render(out, NOTHING, frame, text, "/sign-in", "To the sign-in page"));
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

    private Frame frame(String title, Place place, @Nullable Session session) {
        if (session == null) {
            return new Frame(title, boxName, place, null, "", simulated, null, 0, 0, false, null, broken);
        }
        boolean operator = session.kind() == Kind.OPERATOR;
        long news = operator ? links.waiting.getAsLong() : 0;
        long failed = operator ? links.failed.getAsLong() : 0;
        String elsewhere = links.elsewhere.get();
        return new Frame(
                title,
                boxName,
                place,
                session.email(),
                session.csrfToken(),
                simulated,
                session.kind(),
                news,
                failed,
                elsewhere == null || links.hub.getAsBoolean(),
                elsewhere == null ? null : isService(elsewhere) ? "Service" : "Hub",
                broken);
    }

    /// Whether that sentence of who is followed names a service that has only the API, or its files.
    static boolean isService(String elsewhere) {
        return elsewhere.startsWith("this box follows the service ") || elsewhere.contains("so no service is followed");
    }

    private Reply html(int status, Consumer<OwaspHtmlTemplateOutput> template) {
        return html(status, text(template));
    }

    private Reply html(int status, String page) {
        return new Reply.Html(status, page).with(headers);
    }

    private static String text(Consumer<OwaspHtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }

    private static String between(String page, String mark, String content) {
        String begin = "<!-- " + mark + " -->";
        int from = page.indexOf(begin);
        int to = page.indexOf("<!-- /" + mark + " -->");
        if (from < 0 || to < from) throw new IllegalStateException("the simulator's page lacks its marks " + mark);
        return page.substring(0, from + begin.length()) + content + page.substring(to);
    }
}
