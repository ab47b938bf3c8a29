package dev.lintel.controller.wallet;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;

/// `POST /wallet/google/callback`: what Google's wallet tells of passes. A message proves itself by its signature.
public final class GoogleWalletResource {
    private static final Logger LOG = System.getLogger(GoogleWalletResource.class.getName());
    private static final int BODY_BYTES_MAX = 16 * 1024;
    /// What is not proved, of one address in a minute: more of it is not even told the log. What is proved goes on.
    private static final int FAULTS_MAX = 30;

    private static final int RETRY_S = 60;

    private final GoogleWallets wallets;
    private final RateLimit faults;

    public GoogleWalletResource(GoogleWallets wallets, Time time) {
        this.wallets = wallets;
        this.faults = new RateLimit(FAULTS_MAX, time);
    }

    public void mount(Endpoints endpoints) {
        endpoints.bodyMax(GooglePass.CALLBACK, BODY_BYTES_MAX);
        endpoints.on(Method.POST, GooglePass.CALLBACK, this::hear);
    }

    private Reply hear(Request request) {
        String network = Addresses.network(request.remoteAddress());
        try {
            wallets.hear(request.json());
            return new Reply.Ok(Map.of());
        } catch (MobileException e) {
            if (e.reason() != Reason.NOT_GOOD) return new Reply.Unavailable(String.valueOf(e.getMessage()), RETRY_S);
            RateLimit.Standing bad = faults.count(network);
            if (bad.over()) return new Reply.TooMany(FAULTS_MAX, bad.resetInS());
            LOG.log(Level.WARNING, "a message that is none of Google's, from " + request.remoteAddress());
            return new Reply.Unauthorized(String.valueOf(e.getMessage()));
        }
    }
}
