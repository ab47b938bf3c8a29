package dev.lintel.controller.store;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionCommand;
import dev.lintel.controller.action.DoorCondition;
import dev.lintel.controller.action.DoorEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tables `action` and `action_channel`, inside the caller's transaction.
final class ActionStore {
    private static final String ACTIONS = """
            SELECT id, name, event, state, input, input_active, output, pulse_ms, command, length_ms, delay_ms,
                   shift_id, box
              FROM action
             WHERE account_id = 1
             ORDER BY id""";
    private static final String WRITE = """
            INSERT OR REPLACE INTO action
                   (id, account_id, name, event, state, input, input_active, output, pulse_ms, command, length_ms,
                    delay_ms, shift_id, box)
            VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String CHANNEL =
            "INSERT INTO action_channel (action_id, ordered, channel_id) VALUES (?, ?, ?)";

    private final Sql sql;

    ActionStore(Sql sql) {
        this.sql = sql;
    }

    /// The channels of an action.
    private record Channels(List<Long> triggering, List<Long> ordered) {
        static Channels none() {
            return new Channels(new ArrayList<>(), new ArrayList<>());
        }
    }

    List<Action> read() {
        Map<Long, Channels> channels = new HashMap<>();
        sql.each("SELECT action_id, ordered, channel_id FROM action_channel ORDER BY channel_id", row -> {
            Channels of = channels.computeIfAbsent(row.number(1), _ -> Channels.none());
            (row.flag(2) ? of.ordered : of.triggering).add(row.number(3));
        });
        List<Action> actions =
                sql.list(ACTIONS, row -> action(row, channels.getOrDefault(row.number(1), Channels.none())));
        return actions.stream().filter(ActionStore::isWhole).toList();
    }

    /// Whether a recovery of the database has left the action its channels.
    private static boolean isWhole(Action action) {
        boolean triggers = action.when() instanceof Trigger.OfInput
                || !action.when().channelIds().isEmpty();
        boolean acts = action.effect() instanceof Effect.Switch
                || !action.orderedChannels().isEmpty();
        return triggers && acts;
    }

    private static Action action(Row row, Channels channels) {
        return new Action(
                row.number(1),
                row.text(2),
                trigger(row, channels.triggering),
                effect(row, channels.ordered),
                Duration.ofMillis(row.number(11)),
                row.nullableNumber(12),
                row.nullableText(13));
    }

    private static Trigger trigger(Row row, List<Long> channels) {
        String event = row.nullableText(3);
        if (event != null) return new Trigger.OfEvent(channels, DoorEvent.valueOf(upper(event)));
        String state = row.nullableText(4);
        if (state != null) return new Trigger.OfState(channels, DoorCondition.valueOf(upper(state)));
        return new Trigger.OfInput(row.text(5), row.flag(6));
    }

    private static Effect effect(Row row, List<Long> channels) {
        String output = row.nullableText(7);
        if (output != null) return new Effect.Switch(output, duration(row.nullableNumber(8)));
        var command = ActionCommand.valueOf(upper(row.text(9)));
        return new Effect.Order(command, channels, duration(row.nullableNumber(10)));
    }

    void write(Action action) {
        var when = action.when();
        var effect = action.effect();
        sql.run(
                WRITE,
                action.id(),
                action.name(),
                when instanceof Trigger.OfEvent of ? lower(of.event()) : null,
                when instanceof Trigger.OfState of ? lower(of.state()) : null,
                when instanceof Trigger.OfInput of ? of.input() : null,
                !(when instanceof Trigger.OfInput of) || of.active(),
                action.output(),
                effect instanceof Effect.Switch on ? ms(on.pulse()) : null,
                effect instanceof Effect.Order order ? lower(order.command()) : null,
                effect instanceof Effect.Order order ? ms(order.length()) : null,
                action.delay().toMillis(),
                action.shiftId(),
                action.box());
        sql.run("DELETE FROM action_channel WHERE action_id = ?", action.id());
        for (long channel : when.channelIds()) sql.run(CHANNEL, action.id(), false, channel);
        for (long channel : action.orderedChannels()) sql.run(CHANNEL, action.id(), true, channel);
    }

    void remove(long id) {
        sql.run("DELETE FROM action WHERE id = ?", id);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }

    private static @Nullable Long ms(@Nullable Duration duration) {
        return duration == null ? null : (Long) duration.toMillis();
    }

    private static @Nullable Duration duration(@Nullable Long ms) {
        return ms == null ? null : Duration.ofMillis(ms);
    }
}
