package dev.lintel.controller.api;

import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Database;
import java.util.function.ToLongFunction;

/// Which account one mounted API answers for, and who answers for the other. Accounts share no database: a request is
/// signed in and counted once, by the customer's, and then handed to the API of the account that its sender belongs to.
///
/// @param shown the account's id in answers; in its own database every account is number 1
/// @param users the database that holds those who sign in, whichever account they belong to
/// @param of which account somebody belongs to; asked of the customer's API only
/// @param others answers those of the test account
public record Accounts(long shown, Database users, ToLongFunction<Principal> of, Handler others) {
    /// The account of whose doors this is.
    public static final long CUSTOMER = 1;
    /// The account of developers, with doors that are not there.
    public static final long TEST = AccountStore.TEST_ID;

    /// The customer's, with nobody else to answer for.
    public static Accounts customerAlone(Database database) {
        return new Accounts(CUSTOMER, database, _ -> CUSTOMER, _ -> NOBODY);
    }

    /// One whose requests were signed in elsewhere.
    public static Accounts signedInElsewhere(long shown, Database users) {
        return new Accounts(shown, users, _ -> shown, _ -> NOBODY);
    }

    private static final Reply NOBODY = new Reply.Unauthorized("this account is not on this box");

    /// What stands behind a guard of what only this account has: who belongs to another is refused.
    Filter alone(Filter signIn) {
        return (request, next) -> signIn.answer(
                request, signedIn -> of.applyAsLong(signedIn.signedIn()) == shown ? next.handle(signedIn) : NOBODY);
    }

    /// What stands behind a guard: each account sees its own resources alone. Who belongs to an account that is not
    /// here sees none.
    Filter behind(Filter signIn) {
        return (request, next) -> signIn.answer(request, signedIn -> {
            long account = of.applyAsLong(signedIn.signedIn());
            if (account == shown) return next.handle(signedIn);
            return account == TEST ? others.handle(signedIn) : NOBODY;
        });
    }
}
