package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.readers.EncryptionKeys;
import dev.lintel.controller.readers.Makeup;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import dev.lintel.controller.store.ShiftStore.AutoUnlock;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.SyncQueries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A channel as clients see it: what is stored of it, and what its door is doing now. Any thread.
///
/// @param makeup tells what box and readers are
/// @param keys tells which channels wait for a key
/// @param sync tells how following goes
record ChannelJson(DoorViews doors, Makeup makeup, EncryptionKeys keys, SyncJson sync) {
    /// The channel, for an answer.
    Reply shown(Database database, long id) {
        return database.read(sql -> {
            Channel channel = ChannelStore.get(sql, id);
            if (channel == null) return new Reply.NotFound("channel"); // deleted at this moment
            Map<String, @Nullable Object> shown = of(sql, channel, AccountTimes.of(sql));
            return new Reply.Ok(shown);
        });
    }

    Map<String, @Nullable Object> of(Sql sql, Channel channel, AccountTimes times) {
        return of(sql, List.of(channel), times).getFirst();
    }

    List<Map<String, @Nullable Object>> of(Sql sql, List<Channel> channels, AccountTimes times) {
        long policyChangedMs = SyncQueries.policyChangedMs(sql);
        var list = new ArrayList<Map<String, @Nullable Object>>();
        for (Channel channel : channels) {
            long syncedMs = Math.max(policyChangedMs, SyncQueries.askedMs(sql, channel.id()));
            list.add(json(sql, channel, times, syncedMs));
        }
        return list;
    }

    private Map<String, @Nullable Object> json(Sql sql, Channel channel, AccountTimes times, long syncedMs) {
        DoorView view = doors.of(channel.id());
        Makeup.Board board = makeup.board();
        Makeup.ReaderKind reader = makeup.reader(channel.id());
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", channel.id());
        json.put("name", channel.name());
        boolean here = channel.box() == null; // what this box is made of says nothing of another
        json.put("mac_address", here ? board.mac() : "");
        json.put("status", status(channel.id(), view));
        json.put("encryption_key", "");
        json.put("unit", channel.unit());
        json.put("model", "Lintel");
        json.put("model_long", "Lintel door controller");
        json.put("serial_number", here ? board.serial() : "");
        json.put("card_format", reader == null ? "" : String.join(", ", reader.formats()));
        json.put("pin_format", "");
        json.put("freescale_version", here ? board.version() : "");
        json.put("pic_version", reader == null ? "" : reader.firmware());
        json.put("reader_device_class_name", reader == null ? null : reader.wire());
        json.put("site_id", channel.siteId());
        json.put("created_at", times.local(channel.createdAtMs()));
        json.put("updated_at", times.local(channel.updatedAtMs()));
        json.put("sync", sync.channel(channel, times, syncedMs));
        json.put("secure", view == null ? null : secure(view.standing().secure(), times));
        json.put("alarm", view == null ? null : alarm(view.alarm()));
        json.put("evacuated", view == null ? null : view.standing().evacuated());
        json.put("lockdown", view == null ? null : lockdown(view.standing().lockdown()));
        var mode = new LinkedHashMap<String, @Nullable Object>();
        mode.put("description", view == null ? "normal" : view.mode());
        Long relockAtMs = view == null ? null : view.standing().relockAtMs();
        mode.put("relock_at", relockAtMs == null ? null : times.local(relockAtMs));
        long changedAtMs = view == null ? 0 : view.changedAtMs();
        mode.put(
                "change_stamp", times.local(Math.max(changedAtMs, channel.updatedAtMs()))); // hours may be the policy's
        json.put("mode", mode);
        json.put("auto_unlock", autoUnlock(hours(sql, channel.id(), view), times));
        return json;
    }

    /// An operator's hours hold in place of the policy's.
    private static @Nullable AutoUnlock hours(Sql sql, long channelId, @Nullable DoorView view) {
        if (view == null || !view.standing().hours().overridden()) return ShiftStore.autoUnlock(sql, channelId);
        DoorRules.AutoUnlock rule = view.standing().hours().rule();
        return rule == null ? null : ShiftStore.shift(sql, rule.shiftId(), channelId);
    }

    private static @Nullable Map<String, @Nullable Object> secure(
            Standing.@Nullable Secure secure, AccountTimes times) {
        if (secure == null) return null;
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("until", secure.untilMs() == null ? null : times.local(secure.untilMs()));
        return json;
    }

    private static @Nullable Map<String, Object> alarm(@Nullable RaisedAlarm alarm) {
        if (alarm == null) return null;
        var json = new LinkedHashMap<String, Object>();
        json.put("cause", alarm.cause().word());
        json.put("acknowledged", alarm.acknowledged());
        json.put("latched", alarm.latched());
        json.put("reminders", alarm.reminders());
        return json;
    }

    private static @Nullable Map<String, Object> lockdown(Lockdown lockdown) {
        if (!lockdown.any()) return null;
        var json = new LinkedHashMap<String, Object>();
        json.put("message", "Lockdown");
        json.put("card_lockdown", Map.of("state", lockdown.card()));
        json.put("rex_lockdown", Map.of("state", lockdown.rex()));
        json.put("aux_lockdown", Map.of("state", lockdown.aux()));
        return json;
    }

    private static @Nullable Map<String, Object> autoUnlock(@Nullable AutoUnlock auto, AccountTimes times) {
        if (auto == null) return null;
        var json = new LinkedHashMap<String, Object>();
        json.put("id", auto.shiftId());
        json.put("shift_id", auto.shiftId());
        json.put("name", auto.name());
        json.put("created_at", times.local(auto.createdAtMs()));
        json.put("updated_at", times.local(auto.updatedAtMs()));
        json.put("times", ShiftForm.of(auto.times(), auto.zone()));
        return json;
    }

    private String status(long id, @Nullable DoorView view) {
        if (keys.pending(id)) return "pending_encryption";
        return online(view) ? "online" : "offline";
    }

    /// Online: wired on this box, and not all of its readers silent.
    private static boolean online(@Nullable DoorView view) {
        if (view == null) return false;
        return view.readersOnline().isEmpty() || view.readersOnline().containsValue(true);
    }
}
