package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SiteStore;
import dev.lintel.controller.store.SiteStore.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/sites`: places with a time zone of their own, by id. Read only.
///
/// `ip_address` and `site_ips` are there for clients that read them: a box keeps no addresses of sites, so the one is
/// null and the other empty.
final class SitesResource {
    private static final Access READ = Access.anyOf(Scope.SITE_READONLY);

    private final Database database;

    SitesResource(Database database) {
        this.database = database;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/sites", READ, this::list);
        endpoints.on(Method.GET, "/api/3/sites/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = SiteStore.count(sql);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = SiteStore.page(sql, wanted.limit(total), wanted.offset());
            return new Reply.Listed(rows.stream().map(site -> json(site, times)).toList(), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Site site = SiteStore.get(sql, request.id());
            return site == null ? new Reply.NotFound("site") : new Reply.Ok(json(site, AccountTimes.of(sql)));
        });
    }

    private static Map<String, @Nullable Object> json(Site site, AccountTimes times) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", site.id());
        json.put("name", site.name());
        json.put("time_zone", site.timeZone());
        json.put("notes", site.notes());
        json.put("ip_address", null);
        json.put("site_ips", List.of());
        json.put("created_at", times.local(site.createdAtMs()));
        json.put("updated_at", times.local(site.updatedAtMs()));
        return json;
    }
}
