package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.SiteDesk;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.policy.Change;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `/site`: the site's policy as its file, for operators: what it would change is shown before it is applied.
///
/// ```
///   GET  /site     the file as it stands
///   POST /site     {text, seen}             what it would change, and the way to apply just that
///                  {text, seen, planned}    applied, where the text is the one that was shown
/// ```
final class SitePages {
    static final String PATH = "/site";

    /// The longest text, percent-encoded, in any script; [SiteDesk] has words for what is longer than it takes.
    private static final int FORM_BYTES_MAX = 9 * SiteDesk.TEXT_MAX;
    /// More than anybody reads; the rest is counted.
    private static final int CHANGES_SHOWN = 200;

    private final Pages pages;
    private final SiteDesk desk;

    SitePages(Pages pages, SiteDesk desk) {
        this.pages = pages;
        this.desk = desk;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::send));
    }

    /// The page.
    ///
    /// @param text without what is too long for a page
    /// @param fits whether a page has it
    /// @param own what somebody wrote who was late; empty: nobody
    /// @param seen the mark of what stands
    /// @param planned the mark of the text whose changes are shown; empty: none are
    /// @param changes in words
    /// @param more changes that are not shown
    /// @param restart what is changed holds in part once the box begins anew
    /// @param elsewhere who makes it, in a sentence; null: this box
    /// @param warnings of the current file
    record View(
            String text,
            boolean fits,
            String own,
            String seen,
            String planned,
            List<String> changes,
            int more,
            boolean restart,
            List<String> faults,
            @Nullable String done,
            @Nullable String elsewhere,
            List<String> warnings) {}

    private Reply show(Request request, Session session) {
        String done = request.query("done");
        return draw(session, 200, stands(List.of(), "", done == null ? null : words(done)));
    }

    private static @Nullable String words(String done) {
        return switch (done) {
            case "applied" -> "Applied: doors work by it from now on.";
            case "restart" -> "Applied. Channels come, go and change their wiring once the box begins anew.";
            case "same" -> "The file says what stands already: nothing was changed.";
            default -> null;
        };
    }

    private View stands(List<String> faults, String own, @Nullable String done) {
        String elsewhere = desk.elsewhere();
        String text = desk.text();
        boolean fits = text.length() <= SiteDesk.TEXT_MAX;
        return new View(
                fits ? text : "",
                fits,
                own,
                SiteDesk.mark(text),
                "",
                List.of(),
                0,
                false,
                faults,
                done,
                elsewhere == null ? null : SyncWords.sentence(elsewhere),
                fits ? desk.warnings(text) : List.of());
    }

    private Reply send(Request request, Session session) {
        String text = Objects.requireNonNullElse(request.form("text"), "").replace("\r\n", "\n");
        String seen = Objects.requireNonNullElse(request.form("seen"), "");
        try {
            if (SiteDesk.mark(text).equals(request.form("planned"))) {
                SitePlan done = desk.apply(text, seen, session.email());
                String what = done.isEmpty() ? "same" : done.needsRestart() ? "restart" : "applied";
                return pages.redirect(PATH + "?done=" + what);
            }
            SitePlan plan = desk.plan(text, seen);
            return plan.isEmpty() ? pages.redirect(PATH + "?done=same") : planned(session, text, seen, plan);
        } catch (CommissionException e) {
            // Whoever was late has theirs beside what stands: nobody overwrites what they have not seen.
            if (e.isLate()) return draw(session, 422, stands(e.sentences(), text, null));
            var view = new View(text, true, "", seen, "", List.of(), 0, false, e.sentences(), null, null, List.of());
            return draw(session, 422, desk.elsewhere() == null ? view : stands(e.sentences(), text, null));
        }
    }

    private Reply planned(Session session, String text, String seen, SitePlan plan) {
        List<String> warnings = desk.warnings(text);
        List<String> changes = Stream.concat(
                        warnings.stream().map(one -> "Warning: " + one),
                        plan.changes().stream().map(Change::toString))
                .limit(CHANGES_SHOWN)
                .toList();
        int more = warnings.size() + plan.changes().size() - changes.size();
        var view = new View(
                text,
                true,
                "",
                seen,
                SiteDesk.mark(text),
                changes,
                more,
                plan.needsRestart(),
                List.of(),
                null,
                null,
                List.of());
        return draw(session, 200, view);
    }

    private Reply draw(Session session, int status, View view) {
        return pages.draw(
                status,
                Place.SITE,
                "Site",
                session,
                (out, tags, frame) -> JtesiteGenerated.render(out, tags, frame, view));
    }
}
