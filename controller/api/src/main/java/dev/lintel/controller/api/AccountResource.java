package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.AccountStore.Account;
import dev.lintel.controller.store.AccountStore.User;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SyncQueries;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/account`: the account, and the user whose key or token asks.
final class AccountResource {
    private final Database database;
    private final Accounts accounts;
    private final AckTokens acks;
    private final SyncJson sync;
    private final MobileDesk mobile;

    AccountResource(Database database, Accounts accounts, AckTokens acks, SyncJson sync, MobileDesk mobile) {
        this.database = database;
        this.accounts = accounts;
        this.acks = acks;
        this.sync = sync;
        this.mobile = mobile;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/account", Access.ANY_TOKEN, this::show);
    }

    private Reply show(Request request) {
        acks.fetched(request, "test", accounts.shown());
        long userId = request.signedIn().userId();
        User user = accounts.users().read(sql -> AccountStore.user(sql, userId));
        return database.read(sql -> {
            long syncedMs = Math.max(SyncQueries.policyChangedMs(sql), SyncQueries.askedMs(sql));
            return new Reply.Ok(json(accounts.shown(), AccountStore.get(sql), user, syncedMs));
        });
    }

    private Map<String, @Nullable Object> json(long id, Account account, @Nullable User user, long syncedMs) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("name", account.name());
        json.put("time_zone", account.timeZone());
        json.put("monitored", false);
        json.put("reseller", reseller());
        json.put("sync", sync.account(new AccountTimes(account.zone()), syncedMs));
        json.put("user", user == null ? null : user(user));
        json.put("passport", passport());
        return json;
    }

    private Map<String, Object> passport() {
        var json = new LinkedHashMap<String, Object>();
        json.put("remote_unlock_enabled", mobile.settings().remoteUnlock());
        json.put(mobile.vendor() + "_mobile_access", true);
        return json;
    }

    private static Map<String, @Nullable Object> reseller() {
        var reseller = new LinkedHashMap<String, @Nullable Object>();
        reseller.put("id", 0);
        reseller.put("name", "");
        reseller.put("support_contact", "");
        reseller.put("support_email", "");
        reseller.put("support_telephone", "");
        return reseller;
    }

    private static Map<String, Object> user(User user) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", user.id());
        json.put("first_name", user.firstName());
        json.put("last_name", user.lastName());
        json.put("email", user.email());
        return json;
    }
}
