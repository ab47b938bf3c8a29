package dev.lintel.controller.console;

import dev.lintel.controller.console.AccountPages.Fault;
import dev.lintel.controller.console.AccountPages.Section;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.User;
import java.util.Objects;

/// Keys for the HTTP API, made and revoked by their owner. A key is on the answer to the POST that made it, once.
///
/// ```
///   POST /account/keys           {name, current, code, shape: documented | sdk, listing: A | B}
///   POST /account/keys/revoke    {id}
/// ```
final class KeyPages {
    /// Keys of one user: a client has one.
    static final int KEYS_PER_USER_MAX = 50;

    static final int NAME_CHARS_MAX = 60;

    private final AccountPages.Parts parts;
    private final AccountPages account;

    KeyPages(AccountPages.Parts parts, AccountPages account) {
        this.parts = parts;
        this.account = account;
    }

    void mount(Endpoints endpoints, Gate gate) {
        AccountPages.post(endpoints, gate, "/account/keys", this::make);
        AccountPages.post(endpoints, gate, "/account/keys/revoke", this::revoke);
    }

    private Reply make(Request request, Session session) {
        User user = account.user(session);
        if (user == null || !user.mayHaveKeys()) return parts.pages().forbidden(session);
        String name = Objects.requireNonNullElse(request.form("name"), "").strip();
        String shape = Objects.requireNonNullElse(request.form("shape"), "documented");
        String listing = Objects.requireNonNullElse(request.form("listing"), "A");
        if (name.isEmpty() || name.length() > NAME_CHARS_MAX) {
            return refused(request, session, "Give the key a name of at most " + NAME_CHARS_MAX + " characters.");
        }
        if (!shape.equals("documented") && !shape.equals("sdk")) {
            return refused(request, session, "The shape is documented or sdk.");
        }
        if (!listing.equals("A") && !listing.equals("B")) {
            return refused(request, session, "The listing is A or B.");
        }
        if (parts.keys().ofUser(user.id()).size() >= KEYS_PER_USER_MAX) {
            return refused(request, session, "You have " + KEYS_PER_USER_MAX + " keys: revoke one first.");
        }
        // A key outlasts every session: a browser that was left open must not give one away.
        Reply wrong = account.asked(request, session, Section.KEYS);
        if (wrong != null) return wrong;
        String key = parts.keys().create(user.id(), shape, Listing.valueOf(listing), name);
        parts.audit().key("created an API key", name, user.email());
        return parts.pages()
                .draw(
                        200,
                        Place.ACCOUNT,
                        "New API key",
                        session,
                        (out, tags, frame) -> JtenewkeyGenerated.render(out, tags, frame, name, key));
    }

    private Reply refused(Request request, Session session, String why) {
        return account.refused(request, session, 422, new Fault(Section.KEYS, why));
    }

    private Reply revoke(Request request, Session session) {
        String id = Objects.requireNonNullElse(request.form("id"), "");
        boolean gone = id.matches("[0-9]{1,18}") && parts.keys().revoke(Long.parseLong(id), session.userId());
        if (gone) parts.audit().key("revoked an API key", id, session.email());
        return account.done("key");
    }
}
