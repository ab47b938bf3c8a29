package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.HourlyRefusals;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Refusals of PINs that are in use, where the account has `pins: masked`: such an answer gives a PIN away. Each leaves
/// an event, and each API key, each user of an application and each user who signed in gets [HourlyRefusals#MAX] of
/// them an hour. After those a request that sets a PIN is answered with 429 before the PIN is compared with any other.
/// Writes that a box forwards are counted by the hub instead; a followed service counts nothing, see [ForwardedPins].
/// Any thread.
final class PinRefusals {
    private final Audit audit;
    private final HourlyRefusals refusals;

    PinRefusals(Audit audit, Time time) {
        this.audit = audit;
        this.refusals = new HourlyRefusals(time);
    }

    /// Throws [RefusedException] with 429 for a person's fields that set a PIN, after too many refusals.
    void admit(Sql sql, Request request, Fields fields) {
        for (CredentialType type : CredentialTypeStore.all(sql)) admit(sql, request, type, fields.text(type.slug()));
    }

    /// As [#admit(Sql, Request, Fields)], for the value of one credential.
    void admit(Sql sql, Request request, CredentialType type, @Nullable String text) {
        boolean isSet =
                type.isPin() && text != null && !text.isBlank() && !text.strip().equals(PinView.MASK);
        if (!isSet || request.signedIn().via() != null || !AccountStore.arePinsMasked(sql)) return;
        admit(request);
    }

    /// As [#admit(Sql, Request, Fields)], for a request that sets a PIN where PINs are masked.
    void admit(Request request) {
        long waitS = refusals.waitS(client(request));
        if (waitS == 0) return;
        String why = HourlyRefusals.MAX + " PINs that are in use were refused within an hour: PINs are taken again in "
                + waitS + " s";
        Map<String, Object> body =
                Map.of("error", "rate_limit_exceeded", "error_description", why, "retry_after", waitS);
        throw new RefusedException(new Reply.Json(429, body).with("Retry-After", Long.toString(waitS)));
    }

    /// Throws [RefusedException] with 422 when anything is wrong. A PIN in use is counted, and gets an event that stays
    /// although the transaction is undone.
    ///
    /// @param what `person` or `credential`
    /// @param id of what is changed; 0: it is new
    void refuseIfAny(Request request, Errors errors, String what, long id) {
        List<String> taken = errors.takenPins();
        if (!taken.isEmpty() && request.signedIn().via() == null) count(request, change(what, id, taken));
        errors.refuseIfAny();
    }

    /// Counts a refusal, which `change` describes for the log.
    void count(Request request, Audit.Change change) {
        refusals.count(client(request));
        audit.tellRegardless(request.signedIn(), change);
    }

    /// All users of an application have the same [Principal#client]: one of them must not use up what others have.
    private static String client(Request request) {
        return request.signedIn().client() + " of user " + request.signedIn().userId();
    }

    /// @param fields that have a PIN in use
    static Audit.Change change(String what, long id, List<String> fields) {
        return change(what, id, fields, "PIN in use");
    }

    /// @param fields that set a PIN
    static Audit.Change change(String what, long id, List<String> fields, String reason) {
        return new Audit.Change(what, "refuse", id, Map.of("fields", fields, "reason", reason));
    }
}
