package dev.lintel.controller.oauth;

import dev.lintel.controller.api.RateLimit;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.time.Time;

/// How often `/oauth/token` and `/oauth/revoke` may be asked: limits of their own, so that no traffic of the API uses
/// them up. For an address, and for an application that proved who it is. Any thread.
final class Turnstile {
    /// A minute. A hub behind one address renews for a hundred integrations, twice over.
    static final int ADDRESS_MAX = 300;
    /// A minute. An integration of a hundred sites that all renew in the same minute, with room for what was lost.
    static final int APPLICATION_MAX = 300;

    private final RateLimit addresses;
    private final RateLimit applications;

    Turnstile(Time time) {
        this.addresses = new RateLimit(ADDRESS_MAX, time);
        this.applications = new RateLimit(APPLICATION_MAX, time);
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

    /// Counts the request's address, reads its form and lets it be answered; refusals become their answers.
    Reply pass(Request request, Answer answer) {
        try {
            count(addresses, ADDRESS_MAX, request.remoteAddress());
            return answer.of(Parameters.read(request));
        } catch (OAuthRefusal e) {
            return e.reply();
        } catch (TooManyException e) {
            return new Reply.TooMany(e.limit, e.waitS);
        }
    }

    /// Counts an application; throws what [#pass] answers with 429. A public one, which anybody can claim to be, is
    /// counted for each address: strangers must not use up its share.
    void count(Request request, Application application) {
        String from = application.isPublic() ? " from " + request.remoteAddress() : "";
        count(applications, APPLICATION_MAX, application.id() + from);
    }

    private static void count(RateLimit limit, int max, String name) {
        RateLimit.Standing standing = limit.count(name);
        if (standing.over()) throw new TooManyException(max, standing.resetInS());
    }
}
