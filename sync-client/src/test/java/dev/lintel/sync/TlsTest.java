package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Who is believed to be the hub. The address says localhost, and no certificate does: names are not compared.
class TlsTest {
    /// What keeps a box with `pace` from following what shows `alias`; empty: it follows.
    private static String problem(String alias, Consumer<TestPace> set) throws IOException {
        var target = new FakeTarget();
        target.stand(new Cursor("e1", 0));
        var pace = new TestPace();
        set.accept(pace);
        try (var hub = new FakeHub(alias);
                var follower = new Follower(Rig.settings(hub.address()), target, pace, Rig.QUICK)) {
            hub.put(1, "one");
            follower.start();
            Await.until(alias, () -> target.agrees(hub) || follower.status().problem() != null);
            if (target.agrees(hub)) return "";
            assertThat(hub.asked).as("nothing was said to it").isEmpty();
            return String.valueOf(follower.status().problem());
        }
    }

    @Test
    void theHubOfThePinnedAuthorityIsBelieved() throws IOException {
        assertThat(problem("hub", _ -> {})).isEmpty();
    }

    @Test
    void anotherAuthorityOfTheSameNameIsNot() throws IOException {
        assertThat(problem("other", _ -> {})).contains("not this box's hub");
    }

    @Test
    void aBoxIsNoHub() throws IOException {
        assertThat(problem("box", _ -> {})).contains("not a server's");
    }

    @Test
    void aCertificateThatHasEndedIsNotBelieved() throws IOException {
        assertThat(problem("ended", _ -> {})).contains("ended on 2020-01-31");
        assertThat(problem("ended", pace -> pace.behind = true)).contains("ended on");
        assertThat(problem("ended", pace -> pace.judge = Instant.parse("2020-01-15T00:00:00Z")))
                .isEmpty();
    }

    @Test
    void aCertificateThatBeginsLaterIsBelievedWhereTheClockIsBehind() throws IOException {
        assertThat(problem("early", _ -> {})).contains("begins on");
        assertThat(problem("early", pace -> pace.behind = true)).isEmpty();
    }
}
