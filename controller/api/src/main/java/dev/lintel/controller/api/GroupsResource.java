package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.GroupStore;
import dev.lintel.controller.store.GroupStore.Group;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.Map;

/// `/api/3/groups`: sets of people who hold the same roles. Read only.
final class GroupsResource {
    private static final Access READ =
            Access.anyOf(Scope.GROUP_READONLY, Scope.ROLE_READONLY, Scope.PERSON_READONLY, Scope.PERSON);

    private final Database database;

    GroupsResource(Database database) {
        this.database = database;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/groups", READ, this::list);
        endpoints.on(Method.GET, "/api/3/groups/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = GroupStore.count(sql);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = GroupStore.page(sql, wanted.limit(total), wanted.offset());
            return new Reply.Listed(
                    rows.stream().map(group -> json(sql, group, times)).toList(), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Group group = GroupStore.get(sql, request.id());
            return group == null ? new Reply.NotFound("group") : new Reply.Ok(json(sql, group, AccountTimes.of(sql)));
        });
    }

    private static Map<String, Object> json(Sql sql, Group group, AccountTimes times) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", group.id());
        json.put("name", group.name());
        json.put("notes", group.notes());
        json.put("global_across_sites", group.globalAcrossSites());
        json.put("role_ids", GroupStore.roleIds(sql, group.id()));
        json.put("created_at", times.local(group.createdAtMs()));
        json.put("updated_at", times.local(group.updatedAtMs()));
        return json;
    }
}
