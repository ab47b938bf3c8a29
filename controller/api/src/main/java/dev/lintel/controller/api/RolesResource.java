package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RoleStore;
import dev.lintel.controller.store.RoleStore.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/roles`: channels at times. Read only.
final class RolesResource {
    private static final Access READ = Access.anyOf(Scope.ROLE_READONLY);

    private final Database database;

    RolesResource(Database database) {
        this.database = database;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/roles", READ, this::list);
        endpoints.on(Method.GET, "/api/3/roles/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = RoleStore.count(sql);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = RoleStore.page(sql, wanted.limit(total), wanted.offset());
            return new Reply.Listed(rows.stream().map(role -> json(role, times)).toList(), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Role role = RoleStore.get(sql, request.id());
            return role == null ? new Reply.NotFound("role") : new Reply.Ok(json(role, AccountTimes.of(sql)));
        });
    }

    private static Map<String, @Nullable Object> json(Role role, AccountTimes times) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", role.id());
        json.put("name", role.name());
        json.put("notes", role.notes());
        json.put("shift_id", role.shiftId());
        json.put("created_at", times.local(role.createdAtMs()));
        json.put("updated_at", times.local(role.updatedAtMs()));
        return json;
    }
}
