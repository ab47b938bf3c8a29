package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Asked;
import dev.lintel.sync.cloud.FakeService.Fault;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How often everything is listed, with the limits that hold outside of tests.
class ListPaceTest {
    private static final int HALF_HOUR_S = 1_800;

    private final Rig rig = new Rig();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger listings = new AtomicInteger();

    @AfterEach
    void close() {
        rig.close();
    }

    private void begin(int people) throws InterruptedException {
        rig.people(people);
        rig.follower.close();
        rig.follower = rig.follower(Limits.USUAL);
        rig.service.script = this::count;
        rig.turn();
    }

    private FakeService.@Nullable Fault count(Asked one) {
        requests.incrementAndGet();
        boolean first = one.path().equals("/api/3/people")
                && !one.query().containsKey("since_utc")
                && "1".equals(one.query().get("page"));
        if (first) listings.incrementAndGet();
        return null;
    }

    private void pass(int seconds) throws InterruptedException {
        for (int i = 0; i < seconds; i += 5) rig.turnAfter(5);
    }

    @Test
    void deletedPersonIsGoneWithinAMinuteWithoutWebhooks() throws InterruptedException {
        begin(40);
        pass(120);
        rig.service.people.remove(7L);
        int before = requests.get();
        pass(60);
        assertThat(rig.target.people).doesNotContainKey(7L).hasSize(39);
        assertThat(requests.get() - before).as("requests of that minute").isLessThanOrEqualTo(40);
    }

    @Test
    void aLongListingIsRepeatedAsOftenAsItsRequestsAllow() throws InterruptedException {
        rig.service.perPageMax = 50;
        begin(1_000); // 20 requests, as for 10,000 people with the usual pages
        pass(60);
        listings.set(0);
        requests.set(0);
        pass(HALF_HOUR_S);
        assertThat(listings.get())
                .as("without webhooks, more than at the latest")
                .isGreaterThan(10);
        assertThat(requests.get())
                .as("a third of the budget, and the polls")
                .isLessThanOrEqualTo(HALF_HOUR_S / 60 * 35);
    }

    @Test
    void aServiceThatAsksToBeLeftAloneIsListedLessOften() throws InterruptedException {
        begin(40);
        int[] asked = {0};
        rig.service.script = one -> {
            FakeService.Fault none = count(one);
            return ++asked[0] % 20 == 0 ? Fault.status(429) : none;
        };
        listings.set(0);
        pass(HALF_HOUR_S);
        assertThat(listings.get()).isBetween(2, 15);
    }
}
