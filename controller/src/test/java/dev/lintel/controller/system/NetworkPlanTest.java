package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Networks that a box takes, and those that would lock somebody out by a slip of the pen.
class NetworkPlanTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            north-gate | 192.168.7.20/24    | 192.168.7.1  | -           | -
            n          | 10.1.2.3/8         | -            | 9.9.9.9     | -
            north      | fd00::20/64        | fe80::1      | fd00::1     | -
            north      | 192.168.7.0/31     | 192.168.7.1  | -           | -
            north      | -                  | -            | 192.168.7.1 | -
            North      | -                  | -            | -           | host_name
            -north     | -                  | -            | -           | host_name
            nor.th     | -                  | -            | -           | host_name
            north      | 192.168.7.20       | -            | -           | address
            north      | 192.168.7.20/33    | -            | -           | address
            north      | 192.168.7.20/0     | -            | -           | address
            north      | 192.168.7.256/24   | -            | -           | address
            north      | 192.168.07.2/24    | -            | -           | address
            north      | 192.168.7.0/24     | -            | -           | address
            north      | 192.168.7.255/24   | -            | -           | address
            north      | 127.0.0.1/8        | -            | -           | address
            north      | 169.254.1.1/16     | -            | -           | address
            north      | 224.0.0.5/24       | -            | -           | address
            north      | 255.1.1.1/24       | -            | -           | address
            north      | 0.0.0.0/8          | -            | -           | address
            north      | fe80::1/64         | -            | -           | address
            north      | fd00:::1/64        | -            | -           | address
            north      | fd00::1%eth0/64    | -            | -           | address
            north      | 192.168.7.20/24    | 192.168.8.1  | -           | gateway
            north      | 192.168.7.20/24    | 192.168.7.20 | -           | gateway
            north      | 192.168.7.20/24    | fd00::1      | -           | gateway
            north      | -                  | 192.168.7.1  | -           | gateway
            north      | 192.168.7.20/24    | -            | dns.example | dns
            north      | 192.168.7.20       | nobody       | -           | address gateway
            """)
    void faultsAreNamedByField(String name, String address, String gateway, String dns, String fault) {
        var faults = NetworkPlan.faults(
                name,
                address == null ? "" : address,
                gateway == null ? "" : gateway,
                dns == null ? List.of() : List.of(dns));
        if (fault == null) assertThat(faults).isEmpty();
        else assertThat(faults).containsOnlyKeys(fault.split(" "));
    }

    @Test
    void whatIsWrittenForTheNetworksServiceIsReadBack() {
        var own = new NetworkPlan("north", "192.168.7.20/24", "192.168.7.1", List.of("192.168.7.1", "9.9.9.9"));
        assertThat(NetworkPlan.read("north", own.text())).isEqualTo(own);
        assertThat(own.text()).contains("Address=192.168.7.20/24\nGateway=192.168.7.1\nDNS=192.168.7.1\nDNS=9.9.9.9\n");
        var dhcp = new NetworkPlan("north", "", "", List.of());
        assertThat(NetworkPlan.read("north", dhcp.text())).isEqualTo(dhcp);
        assertThat(dhcp.text()).contains("DHCP=yes", "ClientIdentifier=mac");
        assertThat(NetworkPlan.read("north", "[Network]\nBridge=br0\n")).isNull();
        assertThat(NetworkPlan.read("north", "[Network]\nAddress=192.168.7.20\n"))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "fe80::1%2", "169.254.3.4", "", "north.local"})
    void anAddressOfNoNetworkIsNoWayThroughANewOne(String local) {
        assertThat(new NetworkPlan("north", "", "", List.of()).isReachedBy(local))
                .isFalse();
    }

    @Test
    void whoHasComeToTheNewAddressHasComeThroughTheNewNetwork() {
        var own = new NetworkPlan("north", "192.168.7.20/24", "", List.of());
        assertThat(own.isReachedBy("192.168.7.20")).isTrue();
        assertThat(own.isReachedBy("10.0.0.5")).isFalse();
        assertThat(new NetworkPlan("north", "fd00::20/64", "", List.of()).isReachedBy("fd00:0:0:0:0:0:0:20"))
                .isTrue();
        assertThat(new NetworkPlan("north", "", "", List.of()).isReachedBy("10.0.0.5"))
                .isTrue();
    }
}
