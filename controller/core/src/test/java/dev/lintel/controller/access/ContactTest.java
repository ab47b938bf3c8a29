package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ContactTest {
    @Test
    void aBoxIsOutOfContactAfterNinetySeconds() {
        assertThat(Contact.following(Duration.ofSeconds(90))).returns("online", Contact::word);
        assertThat(Contact.following(Duration.ofMillis(90_001))).returns("offline", Contact::word);
        assertThat(Contact.following(Duration.ofSeconds(-1))).isEqualTo(Contact.following(Duration.ZERO));
        assertThat(Contact.STANDALONE).returns("standalone", Contact::word).returns(false, Contact::lost);
    }

    @Test
    void whatHasALimitHoldsToItsLastMillisecondAndForEverWhereNobodyIsFollowed() {
        assertThat(Contact.following(Duration.ofSeconds(1)).tooOldFor(1_000L)).isFalse();
        assertThat(Contact.following(Duration.ofMillis(1_001)).tooOldFor(1_000L))
                .isTrue();
        assertThat(Contact.following(Duration.ofDays(9_000)).tooOldFor(null)).isFalse();
        assertThat(Contact.STANDALONE.tooOldFor(0L)).isFalse();
    }
}
