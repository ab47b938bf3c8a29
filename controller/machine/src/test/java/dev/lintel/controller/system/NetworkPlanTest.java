package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.json.Json;
import java.util.LinkedHashMap;
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

    /// Office and cameras on two cables: one of them has the address, the other asks its own DHCP.
    @ParameterizedTest
    @CsvSource({"enp1s0,Name=enp1s0", "00:1b:21:3c:4d:5e,MACAddress=00:1b:21:3c:4d:5e"})
    void anAddressIsOfOneInterfaceWhereThatIsNamed(String device, String line) {
        var plan = new NetworkPlan("north", "192.168.7.20/24", "192.168.7.1", List.of(), device);
        assertThat(plan.text()).startsWith("[Match]\nType=ether\n" + line + "\n\n[Network]\n");
        assertThat(NetworkPlan.read("north", plan.text())).isEqualTo(plan);
        assertThat(NetworkPlan.parse(Fields.parse("plan", Json.write(plan.json()))))
                .isEqualTo(plan);
        assertThat(new NetworkPlan("north", "192.168.7.20/24", "", List.of()).text())
                .startsWith("[Match]\nType=ether\n\n[Network]\n");
    }

    /// Of a version before, which knew of no interface.
    @Test
    void aPlanWithoutAnInterfaceIsOfEach() {
        var plan = new NetworkPlan("north", "192.168.7.20/24", "", List.of());
        var json = new LinkedHashMap<>(plan.json());
        json.remove("interface");
        assertThat(NetworkPlan.parse(Fields.parse("plan", Json.write(json)))).isEqualTo(plan);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en*", "enp1s0 enp2s0", "enp1s0\nDHCP=yes", "00:1B:21:3C:4D:5E", "of-16-characters"})
    void whatIsNoInterfaceIsRefused(String device) {
        assertThat(NetworkPlan.faultOfDevice("192.168.7.20/24", device)).startsWith("must be a name");
        assertThatThrownBy(() -> new NetworkPlan("north", "192.168.7.20/24", "", List.of(), device))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("interface must be");
        assertThat(NetworkPlan.faultOfDevice("", "enp1s0")).contains("own address");
    }
}
