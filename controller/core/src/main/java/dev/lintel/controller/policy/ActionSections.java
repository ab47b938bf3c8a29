package dev.lintel.controller.policy;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionCommand;
import dev.lintel.controller.action.ActionLoops;
import dev.lintel.controller.action.DoorCondition;
import dev.lintel.controller.action.DoorEvent;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `actions:` of `site.yaml`, after the channels. One reading, one instance.
///
/// ```
///   actions:
///     - {id: 1, name: Siren, when: {channel: [1, 2], state: alarm}, output: siren, delay: 10s}
///     - {id: 2, name: Button, when: {input: desk}, do: {command: unlock_once, channels: [1]}}
/// ```
final class ActionSections {
    static final Duration DELAY_MAX = Duration.ofHours(1);
    /// A relay needs some tens of milliseconds.
    static final Duration PULSE_MIN = Duration.ofMillis(100);
    static final Duration PULSE_MAX = Duration.ofHours(1);

    private static final Duration LENGTH_MIN = Duration.ofSeconds(1);
    private static final Duration LENGTH_MAX = Duration.ofDays(7);
    /// Each event of a door is compared with each action, on the way of the event to the log.
    private static final int ACTIONS_MAX = 200;
    /// As `controller.yaml` names inputs and outputs.
    private static final Pattern POINT = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    private static final String ACTIONS = "actions";
    private static final String WHEN = "when";
    private static final String CHANNEL = "channel";
    private static final String CHANNELS = "channels";
    private static final String EVENT = "event";
    private static final String STATE = "state";
    private static final String INPUT = "input";
    private static final String OUTPUT = "output";
    private static final String PULSE = "pulse";
    private static final String DO = "do";
    private static final String BOX = "box";

    private final Ids ids = new Ids(ACTIONS);
    private final Ids channelIds;
    private final Ids shifts;
    private final Map<Long, Channel> channels = new HashMap<>();
    private final Map<Action, Section> sections = new LinkedHashMap<>();

    ActionSections(Ids channelIds, Ids shifts, List<Channel> channels) {
        this.channelIds = channelIds;
        this.shifts = shifts;
        for (Channel channel : channels) this.channels.put(channel.id(), channel);
    }

    List<Action> read(Section root) {
        List<Section> all = root.sections(ACTIONS).or(List.of());
        if (all.size() > ACTIONS_MAX) root.fault(ACTIONS, "has more than " + ACTIONS_MAX + " actions");
        var actions = new ArrayList<Action>();
        for (Section section : all) {
            Action action = action(section);
            if (action == null) continue;
            actions.add(action);
            sections.put(action, section);
        }
        checkLoops(actions);
        return actions;
    }

    private @Nullable Action action(Section section) {
        long id = ids.read(section);
        String name = section.text("name").that(ActionSections::nameFault).required("");
        Long shift = section.number("shift", 1, SiteFile.ID_MAX).orNull();
        if (shift != null) shifts.checkReference(section, "shift", shift);
        Duration delay = section.duration("delay", Duration.ZERO, DELAY_MAX).or(Duration.ZERO);
        String box = section.text(BOX).that(BoxName::fault).orNull();
        Trigger when = when(section);
        Effect effect = effect(section, when);
        if (when == null || effect == null) return null;
        var action = new Action(id, name, when, effect, delay, shift, box);
        checkBox(section, action);
        return action;
    }

    /// An event names the action, and a door keeps the names of those who locked it down in lines.
    private static @Nullable String nameFault(String name) {
        String invisible = TextKey.invisibleInName(name);
        return invisible == null ? null : "has the invisible character " + invisible;
    }

    private @Nullable Trigger when(Section action) {
        Section when = action.section(WHEN).orNull();
        if (when == null) {
            if (!action.has(WHEN)) action.fault(WHEN, "is missing");
            return null;
        }
        if (when.has(INPUT) == when.has(CHANNEL)) {
            when.fault("", "must have either 'channel' or 'input'");
            for (String key : List.of(INPUT, CHANNEL, EVENT, STATE, "is")) when.known(key);
            return null;
        }
        return when.has(INPUT) ? ofInput(when) : ofChannels(when);
    }

    private static Trigger ofInput(Section when) {
        boolean active =
                when.choice("is", Map.of("active", true, "inactive", false)).or(true);
        return new Trigger.OfInput(point(when, INPUT), active);
    }

    private @Nullable Trigger ofChannels(Section when) {
        List<Long> named = channels(when, CHANNEL);
        if (when.has(EVENT) == when.has(STATE)) {
            when.fault("", "must have either 'event' or 'state'");
            when.known(EVENT);
            when.known(STATE);
            return null;
        }
        if (when.has(EVENT)) {
            DoorEvent event =
                    when.choice(EVENT, Words.settings(DoorEvent.values())).required(DoorEvent.ADMITTED);
            return new Trigger.OfEvent(named, event);
        }
        DoorCondition state =
                when.choice(STATE, Words.settings(DoorCondition.values())).required(DoorCondition.RELEASED);
        return new Trigger.OfState(named, state);
    }

    /// One channel, or a list of at least one.
    private List<Long> channels(Section section, String key) {
        List<Long> named = section.shape(key) == Section.Shape.SCALAR
                ? List.of(section.number(key, 1, SiteFile.ID_MAX).required(0L))
                : section.numbers(key, 1, SiteFile.ID_MAX).required(List.of());
        if (named.isEmpty() && section.has(key)) section.fault(key, "must name at least one channel");
        for (long id : named) if (id != 0) channelIds.checkReference(section, key, id);
        return named;
    }

    private @Nullable Effect effect(Section action, @Nullable Trigger when) {
        if (action.has(OUTPUT) == action.has(DO)) {
            action.fault("", "must have either 'output' or 'do'");
            for (String key : List.of(OUTPUT, PULSE, DO)) action.known(key);
            return null;
        }
        if (action.has(DO)) {
            if (action.has(PULSE)) {
                action.fault(PULSE, "is for 'output'; a command may have 'for'");
                action.known(PULSE);
            }
            return order(action);
        }
        Duration pulse = action.duration(PULSE, PULSE_MIN, PULSE_MAX).orNull();
        if (when instanceof Trigger.OfEvent && !action.has(PULSE)) {
            action.fault(PULSE, "is missing: an event has no end, so the action must say how long the output is on");
        }
        return new Effect.Switch(point(action, OUTPUT), pulse);
    }

    private @Nullable Effect order(Section action) {
        Section order = action.section(DO).orNull();
        if (order == null) return null;
        ActionCommand command =
                order.choice("command", Words.settings(ActionCommand.values())).required(ActionCommand.UNLOCK_ONCE);
        List<Long> named = channels(order, CHANNELS);
        Duration length = order.duration("for", LENGTH_MIN, LENGTH_MAX).orNull();
        if (length != null && !command.hasLength()) order.fault("for", "is for unlock and secure only");
        return new Effect.Order(command, named, length);
    }

    private static String point(Section section, String key) {
        return section.text(key)
                .that(name -> POINT.matcher(name).matches()
                        ? null
                        : "must be the name of an " + key + " in controller.yaml, in lower-case letters, digits and"
                                + " underscores")
                .required("");
    }

    /// No box knows the doors of another one, nor drives its outputs.
    private void checkBox(Section section, Action action) {
        var named = new ArrayList<>(action.when().channelIds());
        named.addAll(action.orderedChannels());
        Channel first = named.isEmpty() ? null : channels.get(named.getFirst());
        for (long id : named) {
            Channel channel = channels.get(id);
            if (first == null || channel == null || Objects.equals(channel.box(), first.box())) continue;
            section.fault(
                    "",
                    "channel " + id + " hangs on " + box(channel) + " and " + first.id() + " on " + box(first)
                            + ": the channels of an action must be on one box");
            return;
        }
        if (action.box() != null && first != null && !action.box().equals(first.box())) {
            section.fault(BOX, "channel " + first.id() + " hangs on " + box(first) + "; leave out 'box'");
        }
    }

    private static String box(Channel channel) {
        return channel.box() == null ? "this box" : "box " + channel.box();
    }

    private void checkLoops(List<Action> actions) {
        List<Action> loop = ActionLoops.shortest(actions, PolicyActions.floors(channels.values()), Map.of());
        if (loop.isEmpty()) return;
        Section section = Objects.requireNonNull(sections.get(loop.getFirst()), "each action has its section");
        section.fault(DO, PolicyActions.loopFault(loop));
    }
}
