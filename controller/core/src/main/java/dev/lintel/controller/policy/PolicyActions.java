package dev.lintel.controller.policy;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionLoops;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.YamlText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Actions of a policy: their text in `site.yaml`, and what they are after a change of the channels. Pure.
public final class PolicyActions {
    private PolicyActions() {}

    /// One line of `actions:`.
    static String line(Action action) {
        var text = new StringBuilder("{id: %d, name: %s, when: %s"
                .formatted(action.id(), YamlText.quoted(action.name()), when(action.when())));
        switch (action.effect()) {
            case Effect.Switch on -> {
                text.append(", output: ").append(YamlText.quoted(on.output()));
                if (on.pulse() != null) text.append(", pulse: ").append(Durations.format(on.pulse()));
            }
            case Effect.Order order -> text.append(", do: ").append(order(order));
        }
        if (!action.delay().isZero()) text.append(", delay: ").append(Durations.format(action.delay()));
        if (action.shiftId() != null) text.append(", shift: ").append(action.shiftId());
        if (action.box() != null) text.append(", box: ").append(YamlText.quoted(action.box()));
        return text.append('}').toString();
    }

    private static String when(Trigger when) {
        return switch (when) {
            case Trigger.OfEvent of -> "{channel: %s, event: %s}".formatted(of.channels(), Words.setting(of.event()));
            case Trigger.OfState of -> "{channel: %s, state: %s}".formatted(of.channels(), Words.setting(of.state()));
            case Trigger.OfInput of ->
                "{input: %s%s}".formatted(YamlText.quoted(of.input()), of.active() ? "" : ", is: inactive");
        };
    }

    private static String order(Effect.Order order) {
        String length = order.length() == null ? "" : ", for: " + Durations.format(order.length());
        return "{command: %s, channels: %s%s}".formatted(Words.setting(order.command()), order.channels(), length);
    }

    /// Laid out for a plan.
    static Item item(Action action) {
        String pulse =
                action.effect() instanceof Effect.Switch on && on.pulse() != null ? Durations.format(on.pulse()) : "";
        return Item.item(
                Item.Entity.ACTION,
                action.id(),
                action.name(),
                "when",
                when(action.when()),
                "output",
                action.output() == null ? "" : action.output(),
                "do",
                action.effect() instanceof Effect.Order order ? order(order) : "",
                "pulse",
                pulse,
                "delay",
                action.delay().isZero() ? "" : Durations.format(action.delay()),
                "shift",
                action.shiftId() == null ? "always" : action.shiftId().toString(),
                "box",
                action.box() == null ? "" : action.box());
    }

    /// The actions that remain where only these channels remain. An action names channels of one box, so it remains
    /// whole or is removed. `box`: the box whose actions without a channel remain; null: this one.
    static List<Action> of(List<Action> actions, Set<Long> channels, @Nullable String box) {
        var kept = new ArrayList<Action>();
        for (Action action : actions) {
            var named = new ArrayList<>(action.when().channelIds());
            named.addAll(action.orderedChannels());
            boolean stays = named.isEmpty() ? Objects.equals(box, action.box()) : channels.containsAll(named);
            if (stays) kept.add(action.at(null));
        }
        return kept;
    }

    /// The actions without the channel. An action that names no other one is removed.
    static List<Action> without(List<Action> actions, long channel) {
        var kept = new ArrayList<Action>();
        for (Action action : actions) {
            Action left = without(action, channel);
            if (left != null) kept.add(left);
        }
        return kept;
    }

    private static @Nullable Action without(Action action, long channel) {
        Trigger when = switch (action.when()) {
            case Trigger.OfEvent of -> new Trigger.OfEvent(without(of.channels(), channel), of.event());
            case Trigger.OfState of -> new Trigger.OfState(without(of.channels(), channel), of.state());
            case Trigger.OfInput of -> of;
        };
        Effect effect = switch (action.effect()) {
            case Effect.Switch on -> on;
            case Effect.Order order ->
                new Effect.Order(order.command(), without(order.channels(), channel), order.length());
        };
        boolean triggers = when instanceof Trigger.OfInput || !when.channelIds().isEmpty();
        var left = new Action(action.id(), action.name(), when, effect, action.delay(), action.shiftId(), action.box());
        boolean acts =
                effect instanceof Effect.Switch || !left.orderedChannels().isEmpty();
        return triggers && acts ? left : null;
    }

    private static List<Long> without(Collection<Long> ids, long id) {
        return ids.stream().filter(one -> one != id).toList();
    }

    /// The floors of each elevator.
    public static Map<Long, List<Long>> floors(Collection<Channel> channels) {
        Map<Long, List<Long>> floors = new HashMap<>();
        for (Channel channel : channels) {
            if (!channel.rules().floors().isEmpty())
                floors.put(channel.id(), channel.rules().floors());
        }
        return floors;
    }

    /// The fault of a loop, as the rest of a sentence.
    public static String loopFault(List<Action> loop) {
        if (loop.size() == 1) return "triggers the action itself: " + ActionLoops.words(loop);
        return "is part of a loop of actions: " + ActionLoops.words(loop) + ", and each triggers the next one";
    }
}
