package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.time.Time;

/// How often `/oauth/token` and `/oauth/revoke` may be asked: limits of their own, so that no traffic of the API uses
/// them up. Who proves to be a confidential application is held to its own limit alone: nothing that strangers do, not
/// from the same network either, keeps it from renewing. Any thread.
final class Turnstile {
    /// A minute, for what is refused, and for public applications: one network of a hundred devices, twice over.
    static final int NETWORK_MAX = 300;
    /// A minute. An integration of a hundred sites that all renew in the same minute, with room for what was lost.
    static final int APPLICATION_MAX = 300;

    private final RateLimit refused;
    private final RateLimit open;
    private final RateLimit confidential;

    Turnstile(Time time) {
        this.refused = new RateLimit(NETWORK_MAX, time);
        this.open = new RateLimit(NETWORK_MAX, time);
        this.confidential = new RateLimit(APPLICATION_MAX, time);
    }

    /// Answers a request's form.
    @FunctionalInterface
    interface Answer {
        Reply of(Parameters form);
    }

    /// More requests than there may be.
    private static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int limit;
        private final long waitS;

        TooManyException(int limit, long waitS) {
            super("too many requests", null, false, false);
            this.limit = limit;
            this.waitS = waitS;
        }
    }

    /// Reads the request's form and lets it be answered; refusals become their answers, and count for the network that
    /// they go to.
    Reply pass(Request request, Answer answer) {
        try {
            return answer.of(Parameters.read(request));
        } catch (OAuthRefusal e) {
            RateLimit.Standing standing = refused.count(Addresses.network(request.remoteAddress()));
            return standing.over() ? new Reply.TooMany(NETWORK_MAX, standing.resetInS()) : e.reply();
        } catch (TooManyException e) {
            return new Reply.TooMany(e.limit, e.waitS);
        }
    }

    /// Counts an application; throws what [#pass] answers with 429. A public one, which anybody can claim to be, is
    /// counted for each network: strangers must not use up its share.
    void count(Request request, Application application) {
        String id = Long.toString(application.id());
        if (!application.isPublic()) count(confidential, APPLICATION_MAX, id);
        else count(open, NETWORK_MAX, id + " from " + Addresses.network(request.remoteAddress()));
    }

    private static void count(RateLimit limit, int max, String name) {
        RateLimit.Standing standing = limit.count(name);
        if (standing.over()) throw new TooManyException(max, standing.resetInS());
    }
}
