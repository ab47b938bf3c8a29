package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import dev.lintel.controller.store.ShiftStore.Shift;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.Map;

/// `/api/3/shifts`: times of the week, and other times on holidays. Read only.
///
/// A shift counts by the wall of the site at whose channel it is used. By itself it has no site: its times are shown in
/// the account's zone.
final class ShiftsResource {
    private static final Access READ = Access.anyOf(Scope.SHIFT_READONLY);

    private final Database database;

    ShiftsResource(Database database) {
        this.database = database;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/shifts", READ, this::list);
        endpoints.on(Method.GET, "/api/3/shifts/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = ShiftStore.count(sql);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = ShiftStore.page(sql, wanted.limit(total), wanted.offset());
            return new Reply.Listed(
                    rows.stream().map(shift -> json(sql, shift, times)).toList(), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Shift shift = ShiftStore.get(sql, request.id());
            return shift == null ? new Reply.NotFound("shift") : new Reply.Ok(json(sql, shift, AccountTimes.of(sql)));
        });
    }

    private static Map<String, Object> json(Sql sql, Shift shift, AccountTimes times) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", shift.id());
        json.put("name", shift.name());
        json.put("notes", shift.notes());
        json.put("times", ShiftForm.of(ShiftStore.times(sql, shift.id()), times.zone()));
        json.put("holidays", ShiftForm.holidays(ShiftStore.holidays(sql, shift.id()), times.zone()));
        json.put("created_at", times.local(shift.createdAtMs()));
        json.put("updated_at", times.local(shift.updatedAtMs()));
        return json;
    }
}
