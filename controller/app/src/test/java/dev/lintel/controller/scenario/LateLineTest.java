package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.EventRows;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a box has sent comes to the hub late, over a connection that the box has given up since, when a newer one has
/// long been served: a network that kept it for a while.
class LateLineTest {
    @TempDir
    Path folder;

    @Test
    void anUploadThatComesLateDoublesAndReordersNothing() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link().spared = true;
            pair.box.card(1, 10_001);
            pair.agreement().requireEvents(); // a connection stands from now on
            pair.proxy.hold();
            pair.box.card(2, 10_002);
            pair.proxy.sever();
            for (int i = 3; i <= 6; i++) pair.box.card(1, 10_000 + i);
            pair.agreement().requireEvents();
            long before = pair.agreement().eventsAtHub();
            assertThat(pair.proxy.held()).isPositive();

            pair.proxy.release();
            Await.until("the hub has answered it", () -> pair.proxy.answeredLate.get() > 0);
            assertThat(pair.agreement().eventsAtHub()).isEqualTo(before);
            pair.box.card(2, 10_007);
            pair.agree();
            assertThat(pair.agreement().eventsAtHub())
                    .isEqualTo(new EventRows(pair.box.database()).head().id());
            assertThat(pair.agreement().branches()).isZero();
        }
    }

    @Test
    void aRequestForChangesThatComesLateRollsNothingBack() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link().spared = true;
            pair.rename(1, SyncPair.PEOPLE, "Before"); // more than come with the news: they are asked for
            pair.agree();
            pair.proxy.hold();
            pair.rename(1, SyncPair.PEOPLE, "Held");
            pair.proxy.sever();
            pair.agree();
            pair.rename(1, SyncPair.PEOPLE, "Newer");
            pair.delete(3, 1);
            pair.agree();

            pair.proxy.release();
            Await.until("the hub has answered it", () -> pair.proxy.answeredLate.get() > 0);
            pair.agree();
            assertThat(pair.agreement().boxRows())
                    .hasSize(SyncPair.PEOPLE - 1)
                    .allMatch(row -> "Newer".equals(row.texts().get("first_name")));
            pair.rename(1, SyncPair.PEOPLE, "Newest");
            pair.agree();
        }
    }

    @Test
    void whatTheFormerLinkSaidComesLateAndTheNewerOneGoesOn() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link();
            pair.proxy.hold();
            pair.box.card(1, 10_001); // an upload, and a beat with the door
            pair.rename(1, SyncPair.PEOPLE, "Held");
            pair.proxy.sever();
            pair.agree();
            Await.until("the newer link stands", () -> isOnline(pair));
            pair.rename(1, 5, "Newer"); // comes with the news, over the newer link
            pair.agree();

            pair.proxy.release();
            pair.box.card(2, 10_002);
            pair.rename(1, 5, "Newest");
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
            assertThat(isOnline(pair)).isTrue();
        }
    }

    private static boolean isOnline(SyncPair pair) {
        return Boolean.TRUE.equals(pair.status().get("online"));
    }
}
