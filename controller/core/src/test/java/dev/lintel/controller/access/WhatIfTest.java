package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is asked of an elevator's floors as they stand; of doors in `DecisionsApiTest`.
class WhatIfTest {
    private static final long ELEVATOR = 1;
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    private final TestPolicy policy = new TestPolicy();
    private final TestRights rights = new TestRights();
    private final Map<Long, Gates.Floor> floors = new HashMap<>();
    private @Nullable String unlockedBy;
    private boolean interlocked;
    private Contact contact = Contact.STANDALONE;
    private ThreatLevels threats = ThreatLevels.NONE;
    private WhatIf whatIf = whatIf(Places.NONE);

    private WhatIf whatIf(Places places) {
        return new WhatIf(new WhatIf.Parts(
                ask -> ask.apply(rights),
                () -> ClockReading.trusted(NOW),
                () -> policy,
                gates(),
                places,
                Uses.NONE,
                () -> contact,
                () -> threats));
    }

    private Gates gates() {
        return new Gates() {
            @Override
            public Gate at(long channelId, String side) {
                return Gate.PLAIN;
            }

            @Override
            public @Nullable String unlockedBy(long channelId) {
                return unlockedBy;
            }

            @Override
            public boolean interlocked(long channelId, String side) {
                return interlocked;
            }

            @Override
            public Floor floor(long floorId, boolean responder) {
                Floor floor = floors.getOrDefault(floorId, Floor.NONE);
                return floor == Floor.LOCKED_DOWN && responder ? Floor.REACHED : floor;
            }
        };
    }

    @BeforeEach
    void adaMayReachThreeFloors() {
        policy.floors = List.of(11L, 12L, 13L);
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        for (long floor : policy.floors) {
            rights.rights.put(floor, List.of(Right.byRole(2, null, null)));
            floors.put(floor, Gates.Floor.REACHED);
        }
    }

    private WhatIf.Answer ask(@Nullable Instant at) {
        var card = new Evidence.Card(new CardNumber("raw", null, 1001L, 1001L));
        return whatIf.ask(new Question(ELEVATOR, "entry", card, null), at);
    }

    @Test
    void contactIsAsItIsNowAtWhateverTime() {
        contact = Contact.following(Duration.ofHours(1));
        assertThat(ask(null).event().additional())
                .containsEntry("sync", "offline")
                .containsEntry("stale", true);
        assertThat(ask(NOW).event().additional()).containsEntry("stale", true);
        for (long floor : policy.floors) rights.rights.put(floor, List.of(new Right(2L, null, null, null, 60_000L)));
        assertThat(ask(null).reason()).isEqualTo("role_stale");
        assertThat(ask(NOW).event().additional())
                .containsEntry("reason", "role_stale")
                .doesNotContainKey("stale");
    }

    @Test
    void aQuestionIsAboutTheThreatLevelOfNowOrAnother() {
        policy.roles.put(2L, new RoleRules(RoleRules.Escort.NONE, false, 2));
        threats = new ThreatLevels(Map.of(1L, 3));
        assertThat(ask(null).reason()).isEqualTo("threat_level");
        assertThat(ask(NOW).event().additional()).containsEntry("threat_level", 3);
        var question =
                new Question(ELEVATOR, "entry", new Evidence.Card(new CardNumber("raw", null, 1001L, 1001L)), null);
        assertThat(whatIf.ask(question, null, 2).admitted()).isTrue();
        assertThat(whatIf.ask(question, null, 4).reason()).isEqualTo("threat_level");
    }

    @Test
    void aDoubleTapIsNamedWhereADoorAndARoleAllowIt() {
        assertThat(ask(null).event().additional()).doesNotContainKey("double_tap");
        policy.doubleTap = new ChannelAccess.DoubleTap(null, null);
        assertThat(ask(null).event().additional()).doesNotContainKey("double_tap");
        policy.roles.put(2L, new RoleRules(RoleRules.Escort.NONE, true, null));
        assertThat(ask(null).event().additional()).containsEntry("double_tap", true);
        assertThat(ask(NOW).event().additional()).containsEntry("double_tap", true);
        unlockedBy = "mode";
        assertThat(ask(null).event().additional()).containsEntry("double_tap", true);
        unlockedBy = null;
        var card = new Evidence.Card(new CardNumber("raw", null, 1001L, 1001L));
        var exit = whatIf.ask(new Question(ELEVATOR, "exit", card, null), null);
        assertThat(exit.event().additional()).doesNotContainKey("double_tap");
        policy.twoPerson = true;
        assertThat(ask(NOW).event().additional())
                .containsEntry("awaits", "person")
                .doesNotContainKey("double_tap");
    }

    /// The second factor is taken to be right, and then the same people are needed as after a card alone.
    @Test
    void aDoorWithTwoFactors_namesTheCompanyThatThePersonNeeds() {
        policy.accept(ChannelAccess.Means.CARD_THEN_PIN);
        rights.secondPins.put(1L, 1239L);
        assertThat(ask(null).event().additional())
                .containsEntry("second_factor", "pin")
                .doesNotContainKey("awaits");
        policy.twoPerson = true;
        for (Instant at : new Instant[] {null, NOW}) {
            assertThat(ask(at).event().additional()).containsEntry("awaits", "person");
        }
        policy.roles.put(2L, new RoleRules(RoleRules.Escort.REQUIRED, false, null));
        assertThat(ask(null).event().additional()).containsEntry("awaits", "host");
        policy.approval = new ChannelAccess.Approval(null);
        assertThat(ask(null).event().additional()).containsEntry("awaits", "operator");
        unlockedBy = "mode";
        assertThat(ask(null).event().additional()).doesNotContainKey("awaits");
    }

    @Test
    void aQuestionAboutAPerson_namesTheCompanyThatThePersonNeeds() {
        rights.people.put(1L, TestRights.ada(TestRights.CARD));
        var person = new Question(ELEVATOR, "entry", new Evidence.Named(1, false), null);
        assertThat(whatIf.ask(person, null).event().additional()).doesNotContainKey("awaits");
        policy.twoPerson = true;
        assertThat(whatIf.ask(person, null).event().additional()).containsEntry("awaits", "person");
        policy.approval = new ChannelAccess.Approval(null);
        assertThat(whatIf.ask(person, NOW).event().additional()).containsEntry("awaits", "operator");
        var byHand = new Question(ELEVATOR, "entry", new Evidence.Named(1, true), null);
        assertThat(whatIf.ask(byHand, null).event().additional()).doesNotContainKey("awaits");
    }

    @Test
    void aDoorWithTwoFactors_namesTheGroupThatAnAreaTakes() {
        policy.floors = List.of();
        rights.rights.put(ELEVATOR, List.of(Right.byRole(2, null, null)));
        policy.passback = new ChannelAccess.Passback(ChannelAccess.Passback.Mode.SOFT, "outside", "inside", null, null);
        policy.areaRules.add(new AreaRule(new AreaLimit("inside", null, 3), AreaSet.NONE, List.of(), true));
        whatIf = whatIf(new FullAreas(null));
        assertThat(ask(null).event().additional()).containsEntry("awaits", "group");
        policy.accept(ChannelAccess.Means.CARD_THEN_PIN);
        rights.secondPins.put(1L, 1239L);
        assertThat(ask(null).event().additional()).containsEntry("awaits", "group");
    }

    /// A tap is a card that is presented last.
    @Test
    void aDoorWithTwoFactors_namesADoubleTapWhereTheCardIsLast() {
        policy.roles.put(2L, new RoleRules(RoleRules.Escort.NONE, true, null));
        policy.doubleTap = new ChannelAccess.DoubleTap(null, null);
        policy.accept(ChannelAccess.Means.CARD_THEN_PIN);
        rights.secondPins.put(1L, 1239L);
        assertThat(ask(null).event().additional()).doesNotContainKey("double_tap");
        policy.accept(ChannelAccess.Means.PIN_THEN_CARD);
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        var pin = new Question(ELEVATOR, "entry", new Evidence.Pin("4711"), null);
        assertThat(whatIf.ask(pin, null).event().additional()).containsEntry("double_tap", true);
    }

    @Test
    void anInterlockKeepsShutWhatDoesNotStandUnlocked() {
        interlocked = true;
        assertThat(ask(null).event().kind()).isEqualTo(EventKind.REJECTED_INTERLOCK);
        unlockedBy = "hours";
        assertThat(ask(null).event().kind()).isEqualTo(EventKind.ADMITTED_UNLOCKED);
    }

    @Test
    void theFloorsThatLetGoAreNamed() {
        floors.put(12L, Gates.Floor.LOCKED_DOWN);
        floors.remove(13L);
        assertThat(ask(null).admitted()).isTrue();
        assertThat(ask(null).event().additional()).containsEntry("floors", List.of(11L));
        unlockedBy = "fire";
        assertThat(ask(null).event().kind()).isEqualTo(EventKind.ADMITTED_UNLOCKED);
        assertThat(ask(null).event().additional())
                .containsEntry("floors", List.of(11L))
                .containsEntry("unlocked_by", "fire");
    }

    @Test
    void whereAllAreLockedDownOrGoneNobodyIsAdmittedButAFirstResponder() {
        floors.replaceAll((_, _) -> Gates.Floor.LOCKED_DOWN);
        floors.remove(13L);
        WhatIf.Answer locked = ask(null);
        assertThat(locked.reason()).isEqualTo("lockdown");
        assertThat(locked.event().kind()).isEqualTo(EventKind.REJECTED_LOCKDOWN);
        assertThat(locked.event().additional()).containsEntry("floors", List.of());
        assertThat(ask(NOW).admitted())
                .as("at another time the door is not asked")
                .isTrue();
        rights.cards.put(1001L, TestRights.responder(TestRights.ada(TestRights.CARD)));
        assertThat(ask(null).event().additional()).containsEntry("floors", List.of(11L, 12L));
        assertThat(ask(null).admitted()).isTrue();
    }

    @Test
    void whereNoneIsWiredTheElevatorAdmitsAndReleasesNothingAsTheDoorDoes() {
        floors.clear();
        assertThat(ask(null).admitted()).isTrue();
        assertThat(ask(null).event().additional()).containsEntry("floors", List.of());
    }
}
