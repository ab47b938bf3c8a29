package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionCommand;
import dev.lintel.controller.action.DoorCondition;
import dev.lintel.controller.action.DoorEvent;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `actions:` of site.yaml: what it may say, what is refused, and where the actions go.
class ActionSectionsTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            shifts: [{id: 1, name: Day, times: [{days: [mon], from: "09:00", to: "17:00"}]}]
            channels:
              - {id: 1, unit: 1, name: First, site: 1}
              - {id: 2, unit: 2, name: Second, site: 1}
              - {id: 3, unit: 1, name: Away, site: 1, box: Lab}
              - {id: 4, unit: 4, name: Lift, site: 1, kind: elevator, floors: [5]}
              - {id: 5, unit: 5, name: Floor, site: 1, kind: floor}
            """;

    private static Policy valid(String actions) {
        return SiteFileTest.valid(SITE + "actions:\n" + actions.indent(2));
    }

    private static List<String> faults(String actions) {
        return switch (SiteFile.parse("site.yaml", SITE + "actions:\n" + actions.indent(2))) {
            case Checked.Valid<Policy> _ -> List.of();
            case Checked.Faulty<Policy>(var faults) ->
                faults.stream().map(Fault::toString).toList();
        };
    }

    @Test
    void eachKindOfActionIsRead_andWrittenAgain() {
        Policy policy = valid("""
                - {id: 1, name: Operator, when: {channel: 1, event: admitted}, output: operator, pulse: 1s,
                   delay: 300ms}
                - {id: 2, name: Siren, when: {channel: [2, 1], state: alarm}, output: siren, delay: 10s, shift: 1}
                - {id: 3, name: Bell, when: {input: bell}, output: buzzer, pulse: 2s}
                - {id: 4, name: Desk, when: {input: desk, is: inactive}, do: {command: unlock, channels: [1], for: 8h}}
                - {id: 5, name: Lock, when: {channel: 1, state: forced}, do: {command: lockdown, channels: 1}}
                """);
        assertThat(policy.actions())
                .containsExactly(
                        new Action(
                                1,
                                "Operator",
                                new Trigger.OfEvent(List.of(1L), DoorEvent.ADMITTED),
                                new Effect.Switch("operator", Duration.ofSeconds(1)),
                                Duration.ofMillis(300),
                                null,
                                null),
                        new Action(
                                2,
                                "Siren",
                                new Trigger.OfState(List.of(1L, 2L), DoorCondition.ALARM),
                                new Effect.Switch("siren", null),
                                Duration.ofSeconds(10),
                                1L,
                                null),
                        new Action(
                                3,
                                "Bell",
                                new Trigger.OfInput("bell", true),
                                new Effect.Switch("buzzer", Duration.ofSeconds(2)),
                                Duration.ZERO,
                                null,
                                null),
                        new Action(
                                4,
                                "Desk",
                                new Trigger.OfInput("desk", false),
                                new Effect.Order(ActionCommand.UNLOCK, List.of(1L), Duration.ofHours(8)),
                                Duration.ZERO,
                                null,
                                null),
                        new Action(
                                5,
                                "Lock",
                                new Trigger.OfState(List.of(1L), DoorCondition.FORCED),
                                new Effect.Order(ActionCommand.LOCKDOWN, List.of(1L), null),
                                Duration.ZERO,
                                null,
                                null));
        assertThat(SiteFileTest.valid(policy.toText())).isEqualTo(policy);
    }

    @Test
    void aSiteWithoutActionsWritesNoKeyThatOlderBoxesDoNotKnow() {
        assertThat(SiteFileTest.valid(SITE).toText()).doesNotContain("actions");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            when: {channel: 1, event: admitted}, output: x | actions[0].pulse: is missing: an event has no end
            when: {channel: 1, event: gone}, output: x, pulse: 1s           | actions[0].when.event: must be
            when: {channel: 1, state: wet}, output: x                       | actions[0].when.state: must be
            when: {channel: 9, state: open}, output: x                      | actions[0].when.channel: there is no 9
            when: {channel: [], state: open}, output: x | actions[0].when.channel: must name at least one
            when: {channel: 1}, output: x                                   | must have either 'event' or 'state'
            when: {channel: 1, event: forced, state: open}, output: x       | must have either 'event' or 'state'
            when: {channel: 1, input: a}, output: x                         | must have either 'channel' or 'input'
            when: {input: Bell}, output: x | actions[0].when.input: must be the name of an input
            when: {input: bell, is: up}, output: x                          | actions[0].when.is: must be
            when: {input: bell, event: forced}, output: x                   | actions[0].when.event: is not a known key
            output: x                                                       | actions[0].when: is missing
            when: {input: a}                                                | must have either 'output' or 'do'
            when: {input: a}, output: x, do: {command: normal, channels: 1} | must have either 'output' or 'do'
            when: {input: a}, output: x, pulse: 99ms                        | actions[0].pulse: must be from 100ms to 1h
            when: {input: a}, output: x, pulse: 61m                         | actions[0].pulse: must be from 100ms to 1h
            when: {input: a}, output: x, delay: 61m                         | actions[0].delay: must be from 0s to 1h
            when: {input: a}, output: x, shift: 7                           | actions[0].shift: there is no 7
            when: {input: a}, output: x, until: 3                           | actions[0].until: is not a known key
            when: {input: a}, do: {command: explode, channels: 1}           | actions[0].do.command: must be
            when: {input: a}, do: {command: normal}                         | actions[0].do.channels: is missing
            when: {input: a}, do: {command: normal, channels: 1, for: 1h} | do.for: is for unlock and secure only
            when: {input: a}, do: {command: normal, channels: 1}, pulse: 1s | actions[0].pulse: is for 'output'
            when: {input: a}, do: {command: normal, channels: [1, 3]} | channel 3 hangs on box Lab and 1 on this box
            when: {channel: 3, state: open}, do: {command: normal, channels: 1} | must be on one box
            when: {channel: 1, state: open}, output: x, box: Lab | actions[0].box: channel 1 hangs on this box
            """)
    void aFaultNamesItsKey(String action, String fault) {
        assertThat(faults("- {id: 1, name: A, " + action + "}"))
                .anySatisfy(sentence -> assertThat(sentence).contains(fault).startsWith("site.yaml:11"));
    }

    @Test
    void twoActionsHaveTwoIds() {
        assertThat(faults("""
                - {id: 1, name: A, when: {input: a}, output: x}
                - {id: 1, name: B, when: {input: b}, output: x}
                """)).anySatisfy(fault -> assertThat(fault).contains("actions[1].id"));
    }

    @Test
    void aLoopIsRefused_andItsActionsAreNamedInOrder() {
        assertThat(faults("""
                - {id: 1, name: A, when: {channel: 1, event: admitted}, do: {command: unlock_once, channels: 2}}
                - {id: 2, name: B, when: {channel: 2, state: released}, do: {command: unlock_once, channels: 1}}
                - {id: 3, name: C, when: {channel: 2, state: forced}, do: {command: lockdown, channels: 2}}
                """))
                .containsExactly("site.yaml:11: actions[0].do: is part of a loop of actions: 1 A → 2 B → 1,"
                        + " and each triggers the next one");
        assertThat(faults("- {id: 4, name: D, when: {channel: 1, state: alarm}, do: {command: secure, channels: 1}}"))
                .containsExactly("site.yaml:11: actions[0].do: triggers the action itself: 4 D → 4");
    }

    @Test
    void anElevatorReleasesItsFloors() {
        assertThat(faults("""
                - {id: 1, name: A, when: {channel: 5, state: released}, do: {command: unlock_once, channels: 4}}
                """)).singleElement().asString().contains("triggers the action itself");
        assertThat(valid("""
                - {id: 1, name: A, when: {channel: 4, state: released}, do: {command: unlock_once, channels: 5}}
                """).actions()).hasSize(1);
    }

    @Test
    void aBoxGetsTheActionsOfItsChannels_andThoseThatNameIt() {
        Policy hub = valid("""
                - {id: 1, name: Here, when: {channel: 1, state: open}, output: x}
                - {id: 2, name: There, when: {channel: 3, state: open}, output: x, shift: 1}
                - {id: 3, name: Bell, when: {input: bell}, output: x, box: Lab}
                - {id: 4, name: Bell here, when: {input: bell}, output: x}
                """);
        assertThat(hub.forBox("Lab").actions()).extracting(Action::id).containsExactly(2L, 3L);
        assertThat(hub.forBox("Lab").actions()).extracting(Action::box).containsOnlyNulls();
        assertThat(PolicySnapshot.of(hub).actions()).extracting(Action::id).containsExactly(1L, 4L);
        Policy everything = hub.everythingFor("Lab", "Head");
        assertThat(PolicySnapshot.of(everything).actions())
                .extracting(Action::id)
                .containsExactly(2L, 3L);
        assertThat(everything.actions()).hasSize(4);
    }

    @Test
    void aChannelThatGoesLeavesItsActions() {
        Policy policy = valid("""
                - {id: 1, name: Both, when: {channel: [1, 2], state: open}, output: x}
                - {id: 2, name: One, when: {channel: 1, state: open}, output: x}
                - {id: 3, name: Command, when: {input: a}, do: {command: normal, channels: 1}}
                """);
        Policy without = PolicyDoors.without(policy, 1);
        assertThat(without.actions()).singleElement().satisfies(action -> {
            assertThat(action.id()).isEqualTo(1);
            assertThat(action.when().channelIds()).containsExactly(2L);
        });
    }

    @Test
    void aPlanShowsWhatChanges() {
        Policy before = valid("- {id: 1, name: Siren, when: {channel: 1, state: alarm}, output: siren}");
        Policy after =
                valid("- {id: 1, name: Siren, when: {channel: 1, state: alarm}, output: siren, delay: 10s, pulse: 3m}");
        assertThat(SitePlan.of(Standing.alone(before), after).changes())
                .extracting(Change::toString)
                .containsExactly("changes action 1 Siren: pulse nothing → 3m, delay nothing → 10s");
        assertThat(SitePlan.of(Standing.alone(SiteFileTest.valid(SITE)), before).changes())
                .extracting(Change::toString)
                .containsExactly("creates action 1 Siren: when {channel: [1], state: alarm}, output siren");
        assertThat(SitePlan.of(Standing.alone(before), after).needsRestart()).isFalse();
    }
}
