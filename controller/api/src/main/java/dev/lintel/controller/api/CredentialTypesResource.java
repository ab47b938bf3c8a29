package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/api/3/credential_types`: kinds of credentials this account has. Read only.
final class CredentialTypesResource {
    private final Database database;

    CredentialTypesResource(Database database) {
        this.database = database;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/credential_types", Access.ANY_TOKEN, this::list);
        endpoints.on(Method.GET, "/api/3/credential_types/:id", Access.ANY_TOKEN, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        List<CredentialType> all = database.read(CredentialTypeStore::all);
        var page = all.stream().skip(wanted.offset()).limit(wanted.all() ? all.size() : wanted.perPage());
        var position = new Paging.Position(wanted, all.size(), request.listUrl());
        return new Reply.Listed(page.map(CredentialTypesResource::json).toList(), position);
    }

    private Reply show(Request request) {
        CredentialType type = database.read(sql -> CredentialTypeStore.get(sql, request.id()));
        return type == null ? new Reply.NotFound("credential type") : new Reply.Ok(json(type));
    }

    private static Map<String, Object> json(CredentialType type) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", type.id());
        json.put("label", type.label());
        json.put("slug", type.slug());
        json.put("code", type.code());
        return json;
    }
}
