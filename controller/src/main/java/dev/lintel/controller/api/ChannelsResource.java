package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import dev.lintel.controller.store.ShiftStore.AutoUnlock;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/channels`, one of them also as `/api/3/channel/:id`: control points and what they are doing now.
final class ChannelsResource {
    private final Database database;
    private final DoorViews doors;
    private final String version;

    ChannelsResource(Database database, DoorViews doors, String version) {
        this.database = database;
        this.doors = doors;
        this.version = version;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/channels", this::list);
        endpoints.on(Method.GET, "/api/3/channels/:id", this::show);
        endpoints.on(Method.GET, "/api/3/channel/:id", this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        Long siteId = request.number("site_id");
        return database.read(sql -> {
            AccountTimes times = AccountTimes.of(sql);
            long total = ChannelStore.count(sql, siteId);
            var position = new Paging.Position(wanted, total, request.listUrl());
            var rows = ChannelStore.page(sql, siteId, wanted.limit(total), wanted.offset());
            return new Reply.Listed(
                    rows.stream().map(channel -> json(sql, channel, times)).toList(), position);
        });
    }

    private Reply show(Request request) {
        return database.read(sql -> {
            Channel channel = ChannelStore.get(sql, request.id());
            if (channel == null) return new Reply.NotFound("channel");
            return new Reply.Ok(json(sql, channel, AccountTimes.of(sql)));
        });
    }

    private Map<String, @Nullable Object> json(Sql sql, Channel channel, AccountTimes times) {
        DoorView view = doors.of(channel.id());
        String updatedAt = times.local(channel.updatedAtMs());
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", channel.id());
        json.put("name", channel.name());
        json.put("mac_address", "");
        json.put("status", online(view) ? "online" : "offline");
        json.put("encryption_key", "");
        json.put("unit", channel.unit());
        json.put("model", "Lintel");
        json.put("model_long", "Lintel door controller");
        json.put("serial_number", "");
        json.put("card_format", "");
        json.put("pin_format", "");
        json.put("freescale_version", version);
        json.put("pic_version", "");
        json.put("reader_device_class_name", null);
        json.put("site_id", channel.siteId());
        json.put("created_at", times.local(channel.createdAtMs()));
        json.put("updated_at", updatedAt);
        // this box decides from its own database: what it stores, the channel has
        json.put("sync", Map.of("status", "ok", "last_sync_completed_at", updatedAt));
        json.put("lockdown", null);
        var mode = new LinkedHashMap<String, @Nullable Object>();
        mode.put("description", view == null ? "normal" : view.mode());
        mode.put("relock_at", null);
        mode.put("change_stamp", updatedAt);
        json.put("mode", mode);
        json.put("auto_unlock", autoUnlock(ShiftStore.autoUnlock(sql, channel.id()), times));
        return json;
    }

    private static @Nullable Map<String, Object> autoUnlock(@Nullable AutoUnlock auto, AccountTimes times) {
        if (auto == null) return null;
        var json = new LinkedHashMap<String, Object>();
        json.put("shift_id", auto.shiftId());
        json.put("name", auto.name());
        json.put("created_at", times.local(auto.createdAtMs()));
        json.put("updated_at", times.local(auto.updatedAtMs()));
        json.put("times", ShiftForm.of(auto.times(), auto.zone()));
        return json;
    }

    /// Online: wired on this box, and not all of its readers silent.
    private static boolean online(@Nullable DoorView view) {
        if (view == null) return false;
        return view.readersOnline().isEmpty() || view.readersOnline().containsValue(true);
    }
}
