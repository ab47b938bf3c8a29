package dev.lintel.controller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AddressOrderTest {
    private static final String A = "2001:db8:0:0:0:0:0:1";
    private static final String B = "2001:db8:0:0:0:0:0:2";

    private static InetAddress[] addresses(String... literals) {
        return Arrays.stream(literals).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    }

    private static List<String> order(int turn, String... literals) {
        return AddressOrder.of(addresses(literals), turn).stream()
                .map(InetAddress::getHostAddress)
                .toList();
    }

    @Test
    void familiesAlternateAndEachTurnBeginsElsewhere() {
        assertThat(order(0, A, B, "192.0.2.1", "192.0.2.2")).containsExactly(A, "192.0.2.1", B, "192.0.2.2");
        assertThat(order(1, A, B, "192.0.2.1", "192.0.2.2")).containsExactly("192.0.2.1", A, "192.0.2.2", B);
        assertThat(order(2, A, B, "192.0.2.1", "192.0.2.2")).containsExactly(B, "192.0.2.2", A, "192.0.2.1");
        assertThat(order(1, A, B)).containsExactly(B, A);
        assertThat(order(7, "192.0.2.1")).containsExactly("192.0.2.1");
    }

    @Test
    void ofManyAddressesEachHasItsTurn() {
        String[] many =
                Stream.iterate(1, i -> i + 1).limit(20).map(i -> "192.0.2." + i).toArray(String[]::new);
        var tried = new HashSet<String>();
        for (int turn = 0; turn < 20; turn++) {
            assertThat(order(turn, many)).hasSize(6);
            tried.addAll(order(turn, many));
        }
        assertThat(tried).hasSize(20);
    }

    @Test
    void theLastAddressHasItsTimeWithinTheLimit() {
        for (int count = 1; count <= 6; count++) {
            assertThat(AddressOrder.connectMs(15_000, count) * count).isLessThan(15_000 * 3 / 4);
            assertThat(AddressOrder.connectMs(15_000, count)).isGreaterThan(1_500);
        }
    }
}
