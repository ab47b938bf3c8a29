package dev.lintel.controller.oauth;

import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.PermissionStore;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.PermissionStore.Code;
import dev.lintel.controller.store.PermissionStore.NewCode;
import dev.lintel.controller.store.PermissionStore.NewPair;
import dev.lintel.controller.store.PermissionStore.Pair;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The life of what a user allows an application: a code, pairs of tokens in turn, the end. Each step is one
/// transaction, on disk before it is answered. Any thread but an event loop.
///
/// ```
///   allow --> code --redeem--> pair --renew--> pair --renew--> ...
///              |                |       |
///              | again: end     |       +-- the same refresh token again: refused; of a public application, a minute
///              v                v           later or more, it was stolen: end
///             end <-------------+-- revoke, disconnect, the user or the application goes
/// ```
public final class Permissions {
    /// From Allow to the exchange; RFC 6749 4.1.2 asks for ten minutes at most.
    static final Duration CODE_LIFE = Duration.ofMinutes(10);
    /// The specification's section 5.4.
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    /// A public application that lost an answer may ask again with the old token this soon; it is refused, but not
    /// taken for a thief.
    static final Duration REPEAT = Duration.ofSeconds(60);
    /// How far a clock may be set back before tokens count as from the future, and so as none.
    private static final Duration SET_BACK = Duration.ofMinutes(1);
    /// Spent codes stay known this long: a second use of one ends what came of it.
    private static final Duration CODE_KNOWN = Duration.ofDays(1);
    /// Ended permissions are kept for their user to see.
    static final Duration ENDED_KNOWN = Duration.ofDays(30);

    private final SideDatabase database;
    private final Time time;
    private final Told told;
    private final Tokens tokens = new Tokens();

    /// Hears of permissions that end because somebody else has their secrets.
    @FunctionalInterface
    public interface Told {
        /// Something was ended for its user's safety.
        ///
        /// @param what a part of a sentence, such as `a refresh token was used again`
        void stolen(Allowed allowed, String what);
    }

    /// Tokens as they are handed out: this once.
    ///
    /// @param scope of the access token, texts with spaces between
    public record Issued(String access, String refresh, String scope, long createdAtMs) {}

    public Permissions(SideDatabase database, Time time, Told told) {
        this.database = database;
        this.time = time;
        this.told = told;
    }

    /// A user agrees: returns the code.
    public String allow(Allowed allowed, String redirectUri, @Nullable String challenge) {
        String code = tokens.make();
        long now = time.nowMs();
        var kept = new NewCode(Tokens.hash(code), redirectUri, challenge);
        database.write(sql -> {
            PermissionStore.forget(sql, now - ENDED_KNOWN.toMillis());
            PermissionStore.allow(sql, allowed, kept, now, now - CODE_KNOWN.toMillis());
            return null;
        });
        return code;
    }

    /// What a code's exchange shows beside the code.
    record Shown(String code, String redirectUri, @Nullable String verifier) {}

    /// Exchanges a code, once. Throws [OAuthRefusal].
    Issued redeem(Application application, Shown shown) {
        Issued issued = make();
        Outcome outcome = database.write(sql -> {
            Code code = PermissionStore.code(sql, Tokens.hash(shown.code));
            if (code == null || code.allowed().applicationId() != application.id()) throw OAuthRefusal.invalidGrant();
            if (code.spentAtMs() != null) {
                boolean ended =
                        PermissionStore.revoke(sql, code.permissionId(), PermissionStore.CODE_AGAIN, time.nowMs());
                return new Outcome(null, ended ? code.allowed() : null);
            }
            boolean good = isWithin(code.createdAtMs(), CODE_LIFE)
                    && !code.revoked()
                    && application.state().worksWith(code.allowed().accountId())
                    && code.redirectUri().equals(shown.redirectUri)
                    && Pkce.verifies(code.challenge(), shown.verifier);
            if (!good || !PermissionStore.spend(sql, code, time.nowMs())) throw OAuthRefusal.invalidGrant();
            String scope = String.join(" ", Scopes.standing(code.allowed().scope(), application.approved()));
            PermissionStore.issue(sql, code.permissionId(), hashes(issued, scope), issued.createdAtMs);
            return new Outcome(scope, null);
        });
        return issuedOr(outcome, issued, PermissionStore.CODE_AGAIN);
    }

    /// Puts a new pair in the place of the one whose refresh token this is. `wanted`: a narrower scope for the access
    /// token, or null. Throws [OAuthRefusal].
    Issued renew(Application application, String refresh, @Nullable Set<String> wanted) {
        Issued issued = make();
        Outcome outcome = database.write(sql -> {
            Pair pair = PermissionStore.byRefresh(sql, Tokens.hash(refresh));
            if (pair == null || pair.allowed().applicationId() != application.id()) throw OAuthRefusal.invalidGrant();
            Long spentAtMs = pair.spentAtMs();
            if (spentAtMs != null && application.isPublic() && isLate(spentAtMs)) {
                boolean ended =
                        PermissionStore.revoke(sql, pair.permissionId(), PermissionStore.TOKEN_AGAIN, time.nowMs());
                return new Outcome(null, ended ? pair.allowed() : null);
            }
            if (!pair.isLive()) throw OAuthRefusal.invalidGrant();
            String scope = narrowed(Scopes.standing(pair.allowed().scope(), application.approved()), wanted);
            if (!PermissionStore.spend(sql, pair, time.nowMs())) throw OAuthRefusal.invalidGrant();
            PermissionStore.issue(sql, pair.permissionId(), hashes(issued, scope), issued.createdAtMs);
            return new Outcome(scope, null);
        });
        return issuedOr(outcome, issued, PermissionStore.TOKEN_AGAIN);
    }

    /// How an exchange ended, once that is on disk.
    ///
    /// @param scope of the new access token; null: refused
    /// @param stolen what ended because of this; null: nothing
    private record Outcome(@Nullable String scope, @Nullable Allowed stolen) {}

    private Issued issuedOr(Outcome outcome, Issued issued, String what) {
        Allowed stolen = outcome.stolen;
        if (stolen != null) told.stolen(stolen, what);
        String scope = outcome.scope;
        if (scope == null) throw OAuthRefusal.invalidGrant();
        return new Issued(issued.access, issued.refresh, scope, issued.createdAtMs);
    }

    private static String narrowed(Set<String> allowed, @Nullable Set<String> wanted) {
        if (wanted == null) return String.join(" ", allowed);
        if (wanted.isEmpty() || !allowed.containsAll(wanted)) throw OAuthRefusal.invalidScope();
        return String.join(" ", wanted);
    }

    private Issued make() {
        return new Issued(tokens.make(), tokens.make(), "", time.nowMs());
    }

    private static NewPair hashes(Issued issued, String scope) {
        return new NewPair(Tokens.hash(issued.access), Tokens.hash(issued.refresh), scope);
    }

    /// Ends the permission of a token of either kind, as far as it holds. Throws [OAuthRefusal] when it is another
    /// application's.
    void revoke(Application application, String token) {
        Bytes hash = Tokens.hash(token);
        database.write(sql -> {
            Pair pair = PermissionStore.byRefresh(sql, hash);
            if (pair == null) pair = PermissionStore.byAccess(sql, hash);
            if (pair == null) return null;
            if (pair.allowed().applicationId() != application.id()) throw OAuthRefusal.mayNotRevoke();
            // A pair that was renewed is over: whoever has it still must not end the one that followed.
            if (pair.spentAtMs() == null) {
                PermissionStore.revoke(sql, pair.permissionId(), "revoked", time.nowMs());
            }
            return null;
        });
    }

    /// The pair of an access token that is good now, or null.
    public @Nullable Pair bearer(Bytes accessHash) {
        Pair pair = database.read(sql -> PermissionStore.byAccess(sql, accessHash));
        return pair != null && isGood(pair) ? pair : null;
    }

    /// Whether an access token that was read before is good at this moment, if nothing was written since.
    boolean isGood(Pair pair) {
        return pair.isLive() && isWithin(pair.createdAtMs(), ACCESS_LIFE);
    }

    /// How long an access token is still good, whole seconds.
    long expiresInS(Pair pair) {
        return Math.max(0, (pair.createdAtMs() + ACCESS_LIFE.toMillis() - time.nowMs()) / 1000);
    }

    private boolean isLate(long spentAtMs) {
        return Math.abs(time.nowMs() - spentAtMs) > REPEAT.toMillis();
    }

    private boolean isWithin(long fromMs, Duration life) {
        long age = time.nowMs() - fromMs;
        return age >= -SET_BACK.toMillis() && age < life.toMillis();
    }
}
