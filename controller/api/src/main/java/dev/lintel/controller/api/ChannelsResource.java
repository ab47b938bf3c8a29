package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;

/// `/api/3/channels`, one of them also as `/api/3/channel/:id`: control points and what they are doing now.
final class ChannelsResource {
    static final Access READ = Access.anyOf(Scope.CHANNEL_READONLY);

    private final Database database;
    private final ChannelJson json;

    ChannelsResource(Database database, ChannelJson json) {
        this.database = database;
        this.json = json;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/channels", READ, this::list);
        endpoints.on(Method.GET, "/api/3/channels/:id", READ, this::show);
        endpoints.on(Method.GET, "/api/3/channel/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        Long siteId = request.number("site_id");
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = ChannelStore.count(sql, siteId);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = ChannelStore.page(sql, siteId, wanted.limit(total), wanted.offset());
            return new Reply.Listed(json.of(sql, rows, times), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Channel channel = ChannelStore.get(sql, request.id());
            if (channel == null) return new Reply.NotFound("channel");
            return new Reply.Ok(json.of(sql, channel, AccountTimes.of(sql)));
        });
    }
}
