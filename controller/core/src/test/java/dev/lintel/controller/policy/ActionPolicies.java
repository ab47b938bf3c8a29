package dev.lintel.controller.policy;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionCommand;
import dev.lintel.controller.action.DoorCondition;
import dev.lintel.controller.action.DoorEvent;
import dev.lintel.controller.policy.Policy.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Random actions of one policy, without a loop.
final class ActionPolicies {
    private static final List<String> POINTS = List.of("siren", "bell", "on", "null", "no_1", "x");
    private static final List<Duration> TIMES =
            List.of(Duration.ofMillis(100), Duration.ofMillis(1_234), Duration.ofSeconds(10), Duration.ofHours(1));

    private final Random random;
    private final List<Channel> channels;
    private final List<Long> shiftIds;

    ActionPolicies(Random random, List<Channel> channels, List<Long> shiftIds) {
        this.random = random;
        this.channels = channels;
        this.shiftIds = shiftIds;
    }

    List<Action> actions(List<String> names) {
        var actions = new ArrayList<Action>();
        for (long id = 1; id <= random.nextInt(5); id++) {
            Long shift = shiftIds.isEmpty() || random.nextBoolean() ? null : any(shiftIds);
            Duration delay = random.nextBoolean() ? Duration.ZERO : any(TIMES);
            List<Long> group = group();
            boolean commands = !group.isEmpty() && random.nextBoolean();
            Trigger when = when(group, commands);
            Effect effect = commands ? order(group) : switched(when);
            boolean named = commands || !when.channelIds().isEmpty();
            String box = named || random.nextBoolean() ? null : "Lab";
            actions.add(new Action(id, any(names), when, effect, delay, shift, box));
        }
        return actions;
    }

    /// Channels of one box.
    private List<Long> group() {
        if (channels.isEmpty()) return List.of();
        Channel first = any(channels);
        return channels.stream()
                .filter(channel -> Objects.equals(channel.box(), first.box()))
                .filter(channel -> channel.id() == first.id() || random.nextBoolean())
                .map(Channel::id)
                .toList();
    }

    /// Of a command: what no command causes.
    private Trigger when(List<Long> group, boolean commands) {
        if (group.isEmpty() || random.nextInt(3) == 0) return new Trigger.OfInput(any(POINTS), random.nextBoolean());
        Set<DoorEvent> events = commands ? Set.of(DoorEvent.DURESS) : Set.of(DoorEvent.values());
        Set<DoorCondition> states = commands ? Set.of(DoorCondition.FORCED) : Set.of(DoorCondition.values());
        if (random.nextBoolean())
            return new Trigger.OfEvent(group, any(events.stream().sorted().toList()));
        return new Trigger.OfState(group, any(states.stream().sorted().toList()));
    }

    private Effect order(List<Long> group) {
        ActionCommand command = any(List.of(ActionCommand.values()));
        boolean limited = command.hasLength() && random.nextBoolean();
        return new Effect.Order(command, group, limited ? Duration.ofHours(8) : null);
    }

    private Effect switched(Trigger when) {
        boolean pulse = when instanceof Trigger.OfEvent || random.nextBoolean();
        @Nullable Duration length = pulse ? any(TIMES) : null;
        return new Effect.Switch(any(POINTS), length);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
