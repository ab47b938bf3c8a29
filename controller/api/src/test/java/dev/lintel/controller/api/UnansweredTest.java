package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.MovedTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnansweredTest {
    private final MovedTime time = new MovedTime();
    private final Unanswered unanswered = new Unanswered(time);

    @Test
    void onlyWhatWasNotAnsweredIsTheSameAgain() {
        String name = Unanswered.name("key 1", "POST", "/api/3/people", "{}");
        String first = unanswered.key(name);
        String beside = unanswered.key(name);
        assertThat(beside).as("under way at once").isNotEqualTo(first);
        unanswered.keep(name, first);
        assertThat(unanswered.key(name)).isEqualTo(first);
        assertThat(unanswered.key(name)).as("it was answered meanwhile").isNotEqualTo(first);
    }

    @Test
    void afterTenMinutesItIsAnotherOne() {
        String name = Unanswered.name("key 1", "POST", "/api/3/people", "{}");
        String first = unanswered.key(name);
        unanswered.keep(name, first);
        time.pass(Duration.ofMinutes(9));
        assertThat(unanswered.key(name)).isEqualTo(first);
        unanswered.keep(name, first);
        time.pass(Duration.ofMinutes(11));
        assertThat(unanswered.key(name)).isNotEqualTo(first);
    }

    @Test
    void anotherClientPathOrBodyIsAnotherWrite() {
        assertThat(Unanswered.name("key 1", "POST", "/a", "b"))
                .isNotEqualTo(Unanswered.name("key 2", "POST", "/a", "b"))
                .isNotEqualTo(Unanswered.name("key 1", "POST", "/ab", ""))
                .isNotEqualTo(Unanswered.name("key 1", "POST", "/a", "c"))
                .isEqualTo(Unanswered.name("key 1", "POST", "/a", "b"));
    }

    @Test
    void theOldestAreForgottenFirst() {
        for (int i = 0; i <= Unanswered.KEPT_MAX; i++) unanswered.keep("write " + i, "key " + i);
        assertThat(unanswered.key("write 0")).isNotEqualTo("key 0");
        assertThat(unanswered.key("write 1")).isEqualTo("key 1");
    }
}
