package dev.lintel.controller.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.mobile.Challenges.Kind;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChallengesTest {
    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private final Challenges challenges = new Challenges(time);

    @Test
    void isGoodOnceForItsCredential() {
        String challenge = challenges.make(7);
        assertThat(challenges.look(challenge, 7)).isEqualTo(Kind.GOOD);
        assertThat(challenges.look(challenge, 8)).isEqualTo(Kind.FOREIGN);
        assertThat(challenges.use(challenge)).isTrue();
        assertThat(challenges.use(challenge)).isFalse();
        assertThat(challenges.make(7)).isNotEqualTo(challenge);
    }

    @Test
    void isOverAfterTwoMinutes() {
        String challenge = challenges.make(7);
        time.advance(Duration.ofMinutes(2));
        assertThat(challenges.look(challenge, 7)).isEqualTo(Kind.GOOD);
        time.advance(Duration.ofMillis(1));
        assertThat(challenges.look(challenge, 7)).isEqualTo(Kind.OLD);
    }

    @Test
    void isNoneOfAnotherProcessAndNoneThatSomebodyMade() {
        String challenge = challenges.make(7);
        assertThat(new Challenges(time).look(challenge, 7)).isEqualTo(Kind.FOREIGN);
        char last = challenge.charAt(challenge.length() - 1) == 'A' ? 'B' : 'A';
        for (String other : List.of(
                "",
                "A".repeat(48),
                challenge.substring(1),
                challenge.substring(0, challenge.length() - 1) + last,
                "/" + challenge.substring(1))) {
            assertThat(challenges.look(other, 7)).as(other).isEqualTo(Kind.FOREIGN);
        }
    }

    /// What was used is forgotten once it would be over anyway; until then nobody gets past the limit.
    @Test
    void whenTooManyWereUsedNoneIsUntilTheyAreOver() {
        for (int i = 0; i < Challenges.USED_MAX; i++)
            assertThat(challenges.use("c" + i)).isTrue();
        assertThat(challenges.use("one more")).isFalse();
        time.advance(Duration.ofMinutes(2).plusMillis(1));
        assertThat(challenges.use("one more")).isTrue();
    }
}
