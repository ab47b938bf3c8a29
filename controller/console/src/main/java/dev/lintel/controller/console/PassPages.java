package dev.lintel.controller.console;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletDesk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/// `/pass/LINK`: where somebody who is invited gets their pass. Nobody signs in here; the link is the secret. Nothing
/// on the page is asked for by itself, so whoever looks through letters for harmful links uses up nothing.
///
/// ```
///   GET  /pass/LINK                 the page
///   GET  /pass/LINK/lintel.pkpass   the pass for Apple's wallet
///   GET  /pass/LINK/google          to Google's page, with the pass
///   POST /pass/LINK/done            {wallet}: it is in that one, and the link is good no more
/// ```
///
/// Whatever is wrong with a link, the answer is the same.
final class PassPages {
    private static final String ONE = WalletDesk.PATH + "/:link";
    /// A word.
    private static final int BODY_BYTES_MAX = 1_024;
    /// Passes that one link has made in a minute: each takes a signature.
    private static final int MADE_MAX = 20;
    /// Links that are not good, of one address in a minute: more are not even told the log. Good ones go on.
    private static final int FAULTS_MAX = 30;

    private static final Logger LOG = System.getLogger(PassPages.class.getName());

    private final Pages pages;
    private final WalletDesk wallet;
    private final RateLimit made;
    private final RateLimit faults;

    PassPages(Pages pages, WalletDesk wallet, Time time) {
        this.pages = pages;
        this.wallet = wallet;
        this.made = new RateLimit(MADE_MAX, time);
        this.faults = new RateLimit(FAULTS_MAX, time);
    }

    /// @param path of the page. A secret
    record View(WalletDesk.Offer offer, String path) {}

    void mount(Endpoints endpoints) {
        endpoints.bodyMax(WalletDesk.PATH, BODY_BYTES_MAX);
        endpoints.on(Method.GET, ONE, answered(this::show));
        endpoints.on(Method.GET, ONE + "/lintel.pkpass", answered(this::apple));
        endpoints.on(Method.GET, ONE + "/google", answered(this::google));
        endpoints.on(Method.POST, ONE + "/done", answered(this::done));
    }

    private Handler answered(Handler handler) {
        return request -> {
            try {
                return handler.handle(request);
            } catch (MobileException e) {
                String why = String.valueOf(e.getMessage());
                if (e.reason() != Reason.NOT_GOOD) return pages.notice(503, "Not just now", why);
                RateLimit.Standing bad = faults.count(Addresses.network(request.remoteAddress()));
                if (bad.over()) return wait(bad);
                LOG.log(
                        Level.WARNING,
                        "a link to a pass is not good: it was used, withdrawn, is over, or never was, from "
                                + request.remoteAddress());
                return pages.notice(404, "Not a good link", why);
            }
        };
    }

    /// For people: who asks too much reads why.
    private Reply wait(RateLimit.Standing standing) {
        return pages.notice(429, "Too much at once", "Wait a minute, and try again.")
                .with("Retry-After", Long.toString(standing.resetInS()));
    }

    private static String link(Request request) {
        return request.variable("link");
    }

    private Reply show(Request request) {
        WalletDesk.Offer offer = wallet.look(link(request));
        return pages.pass(new View(offer, WalletDesk.PATH + "/" + link(request)));
    }

    /// Each time that it is signed counts, once the link is known to be good: nobody uses up what others need.
    private @Nullable Reply tooMany(Request request) {
        wallet.look(link(request));
        RateLimit.Standing standing = made.count(link(request));
        return standing.over() ? wait(standing) : null;
    }

    private Reply apple(Request request) {
        Reply over = tooMany(request);
        if (over != null) return over;
        var file = new Reply.Binary("application/vnd.apple.pkpass", wallet.apple(link(request)));
        return pages.guarded(file)
                .with("Cache-Control", "no-store")
                .with("Content-Disposition", "attachment; filename=\"lintel.pkpass\"");
    }

    private Reply google(Request request) {
        Reply over = tooMany(request);
        if (over != null) return over;
        return pages.redirect(wallet.google(link(request)).toString());
    }

    private Reply done(Request request) {
        boolean google = WalletDesk.GOOGLE.equals(request.form("wallet"));
        if (wallet.done(link(request), google ? WalletDesk.GOOGLE : WalletDesk.APPLE)) {
            return pages.notice(200, "All done", "The pass is in your wallet, and this link is good no more.");
        }
        return pages.notice(409, "Not yet", "No pass was made by this link yet: go back, and add it first.");
    }
}
