package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Contact;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.StaleWarnings.Warning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StaleWarningsTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
    private static final List<Role> ROLES = List.of(
            role(1, null), role(2, Duration.ofDays(30)), role(3, Duration.ofDays(10)), role(4, Duration.ofDays(30)));

    private static Role role(long id, @Nullable Duration limit) {
        return new Role(id, "Role", null, List.of(), "", limit);
    }

    private static List<Warning> after(Duration age) {
        return StaleWarnings.of(ROLES, Contact.following(age), NOW);
    }

    @Test
    void aRoleIsWarnedOfFromFourFifthsOfItsLimitOn() {
        assertThat(after(Duration.ofDays(8).minusMillis(1))).isEmpty();
        assertThat(after(Duration.ofDays(8)))
                .containsExactly(new Warning(ROLES.get(2), NOW.plus(Duration.ofDays(2)), false));
        assertThat(after(Duration.ofDays(10)))
                .as("to its last moment it holds")
                .containsExactly(new Warning(ROLES.get(2), NOW, false));
        assertThat(after(Duration.ofDays(10).plusMillis(1))).singleElement().returns(true, Warning::ended);
    }

    @Test
    void theOneThatEndsFirstLeads() {
        assertThat(after(Duration.ofDays(24)))
                .extracting(one -> one.role().id())
                .containsExactly(3L, 2L, 4L);
        assertThat(after(Duration.ofDays(24)))
                .extracting(Warning::sentence)
                .startsWith(
                        "role 3 Role opens nothing: no contact with the hub for longer than its max_stale of 10d",
                        "role 2 Role opens nothing from 2026-03-08T10:00:00Z on unless there is contact with the hub "
                                + "before");
    }

    @Test
    void inContactAndWithoutAHubThereIsNothingToWarnOf() {
        assertThat(StaleWarnings.of(ROLES, Contact.STANDALONE, NOW)).isEmpty();
        assertThat(after(Duration.ZERO)).isEmpty();
        var brief = List.of(role(5, Duration.ofSeconds(100)));
        assertThat(StaleWarnings.of(brief, Contact.following(Duration.ofSeconds(90)), NOW))
                .isEmpty();
    }
}
