package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.ConsoleStore.ChannelName;
import dev.lintel.controller.store.ConsoleStore.DemoCard;
import dev.lintel.reader.hardware.Simulator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stands at the simulated doorways, as the simulator's page and the command line show it. Callable from any
/// thread but an event loop.
public final class SimState {
    private static final int FOB_CODE = 181;

    private final Simulator simulator;
    private final DoorViews doors;
    private final ConsoleStore names;

    public SimState(Simulator simulator, DoorViews doors, ConsoleStore names) {
        this.simulator = simulator;
        this.doors = doors;
        this.names = names;
    }

    /// One door as `lintel sim --json` prints it: `{channel_id, strike, leaf, mode, reader: {led, online}}`. Null when
    /// the channel has no simulated doorway.
    public @Nullable Map<String, Object> door(long channelId) {
        ChannelName channel = names.channels().get(channelId);
        if (channel == null || !simulator.units().contains(channel.unit())) return null;
        Map<String, Object> seen = simulator.state(channel.unit());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("channel_id", channelId);
        json.put("strike", seen.getOrDefault("strike", "secured"));
        json.put("leaf", seen.getOrDefault("leaf", "closed"));
        json.put("mode", mode(channelId));
        if (seen.get("readers") instanceof Map<?, ?> readers) {
            Object reader = readers.containsKey("entry") ? readers.get("entry") : readers.get("exit");
            json.put("reader", reader instanceof Map<?, ?> entry ? reader(entry) : Map.of());
        }
        return json;
    }

    /// The unit of a channel's simulated doorway, or null.
    public @Nullable Integer unit(long channelId) {
        ChannelName channel = names.channels().get(channelId);
        return channel == null || !simulator.units().contains(channel.unit()) ? null : (Integer) channel.unit();
    }

    /// Everything the page draws, without its CSRF token.
    Map<String, Object> everything() {
        List<Map<String, Object>> cards = new ArrayList<>();
        for (DemoCard card : names.demoCards()) {
            String kind = card.code() == FOB_CODE ? "fob" : "card";
            cards.add(Map.of("label", card.firstName() + "'s " + kind, "kind", kind, "number", card.number()));
        }
        List<Map<String, Object>> all = new ArrayList<>();
        for (ChannelName channel : names.channels().values()) {
            if (!simulator.units().contains(channel.unit())) continue;
            Map<String, Object> door = new LinkedHashMap<>();
            door.put("channel_id", channel.id());
            door.put("name", channel.name());
            door.put("mode", mode(channel.id()));
            DoorView view = doors.of(channel.id());
            door.put("state", view == null ? "secure" : view.state());
            simulator.state(channel.unit()).forEach(door::putIfAbsent);
            all.add(door);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("demo_cards", cards);
        json.put("faults", simulator.faults());
        json.put("doors", all);
        return json;
    }

    private String mode(long channelId) {
        DoorView view = doors.of(channelId);
        return view == null ? "normal" : view.mode();
    }

    private static Map<String, Object> reader(Map<?, ?> reader) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (reader.get("led") instanceof String led) json.put("led", led);
        if (reader.get("online") instanceof Boolean online) json.put("online", online);
        return json;
    }
}
