package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Questions about a person who shows no credential.
class NamedPersonTest {
    private static final ClockReading NOW = ClockReading.trusted(Instant.parse("2026-03-02T10:00:00Z"));

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();

    private Decision ask(long personId) {
        var now = new Circumstances(
                NOW, policy, Gate.PLAIN, false, Places.NONE, Uses.NONE, Contact.STANDALONE, ThreatLevels.NONE);
        return new AccessRules(rights).decide(new Question(1, "entry", new Evidence.Named(personId, true), null), now);
    }

    @Test
    void namedPerson_needsNoCredentialButARight() {
        rights.people.put(1L, TestRights.ada(0));
        policy.accept(Means.CARD_THEN_PIN);
        assertThat(ask(1)).isInstanceOf(Decision.Rejected.class);
        rights.rights.put(1L, List.of(Right.byRole(1, null, null)));
        assertThat(ask(1)).isInstanceOf(Decision.Admitted.class);
        assertThat(ask(99)).isInstanceOf(Decision.Rejected.class);
    }
}
