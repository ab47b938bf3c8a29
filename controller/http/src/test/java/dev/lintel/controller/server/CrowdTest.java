package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.server.Crowd.Use;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Connections are named NETWORK/NUMBER; those of `box` never give way.
class CrowdTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MANY = 60;

    private final Map<String, Use> uses = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    private static @Nullable String network(String connection) {
        String network = connection.replaceFirst("/.*", "");
        return network.equals("box") ? null : network;
    }

    private void open(String network, int connections, Use use) {
        for (int i = 0; i < connections; i++) {
            uses.put(network + "/" + counts.merge(network, 1, Integer::sum), use);
        }
    }

    private @Nullable String givesWay(int own, long nowNs) {
        return new Crowd<>(uses, CrowdTest::network, counts).givesWay(own, nowNs);
    }

    @Test
    void longestIdleOfTheNetworkWithMost() {
        open("a", 3, Use.idle(1));
        open("b", 4, Use.idle(9));
        open("b", 1, Use.idle(5));
        open("box", 50, Use.idle(0));
        assertThat(givesWay(1, 100)).isEqualTo("b/5");
        assertThat(givesWay(5, 100)).as("no network has more").isEqualTo("a/1");
    }

    /// As many networks as there are places, with an idle connection each.
    @Test
    void noNetworkHasMore_theLongestIdleOfStrangersGivesWayToABrowser() {
        open("signed-in", 1, Use.idle(0).withSignIn());
        open("busy", 1, Use.idle(0).begun(0));
        open("box", 1, Use.idle(0));
        for (int i = 0; i < 400; i++) open("network" + i, 1, Use.idle(1_000 - i));
        for (int own = 1; own <= 6; own++) assertThat(givesWay(own, 2_000)).isEqualTo("network399/1");
        assertThat(givesWay(7, 2_000)).as("more than a browser has").isNull();
    }

    @Test
    void connectionsOfClientsThatHaveSignedInGiveWayAfterThoseOfStrangers() {
        open("office", 40, Use.idle(0).withSignIn());
        open("a", 2, Use.idle(50));
        open("b", 1, Use.idle(60));
        assertThat(givesWay(1, 100)).isEqualTo("a/1");
        uses.remove("a/1");
        uses.remove("a/2");
        assertThat(givesWay(1, 100)).isEqualTo("b/1");
        uses.remove("b/1");
        assertThat(givesWay(1, 100)).isEqualTo("office/1");
    }

    /// A client that reads long answers slowly is never idle.
    @Test
    void noneIsIdle_oneThatIsBusyForLongOfANetworkWithManyGivesWay() {
        for (String network : new String[] {"a", "b", "c"})
            open(network, MANY, Use.idle(0).begun(SECOND_NS));
        open("b", 1, Use.idle(0).begun(0));
        open("box", 200, Use.idle(0).begun(0));
        assertThat(givesWay(1, 9 * SECOND_NS)).as("most answers take less").isNull();
        assertThat(givesWay(1, 10 * SECOND_NS)).isEqualTo("b/" + (MANY + 1));
        assertThat(givesWay(MANY + 1, 100 * SECOND_NS)).isNull();
    }

    @Test
    void fewBusyConnectionsOfANetworkStay() {
        open("a", 15, Use.idle(0).begun(0));
        assertThat(givesWay(1, 1_000 * SECOND_NS)).isNull();
        open("a", 1, Use.idle(0).begun(0));
        assertThat(givesWay(1, 1_000 * SECOND_NS)).isEqualTo("a/1");
    }

    @Test
    void overlappingRequestsAreBusySinceTheFirst() {
        Use use = Use.idle(1).begun(2).begun(3).ended(4);
        assertThat(use).isEqualTo(new Use(1, 2, false));
        assertThat(use.ended(5)).isEqualTo(Use.idle(5));
    }
}
