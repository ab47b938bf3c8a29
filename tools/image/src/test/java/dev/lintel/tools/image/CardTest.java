package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardTest {
    private static final String KEY = "ssh-ed25519 " + "A".repeat(68) + " me@office";

    @TempDir
    Path folder;

    private Card read(String text) throws IOException {
        return Card.read(Files.writeString(folder.resolve("card.yaml"), text));
    }

    @Test
    void everyKeyBecomesWhatTheBoxReads() throws IOException {
        Files.writeString(folder.resolve("wiring.yaml"), """
                hardware: board
                channels: []
                """);
        Card card = read("""
                host_name: north-gate
                network: {address: 192.168.7.20/24, gateway: 192.168.7.1, dns: [192.168.7.1, "fd00::1"]}
                ssh_keys: ["%s"]
                controller: wiring.yaml
                join: {hub: "https://hub.example.com:8443", code: 7K2M-9QXR}
                serial_console: on
                """.formatted(KEY));
        assertThat(card.hostName()).isEqualTo("north-gate");
        assertThat(card.files())
                .containsOnlyKeys("network", "authorized_keys", "controller.yaml", "join", "serial_console");
        assertThat(card.files()).containsEntry("serial_console", "on\n");
        assertThat(card.files().get("network"))
                .contains("Address=192.168.7.20/24\nGateway=192.168.7.1\nDNS=192.168.7.1\nDNS=fd00::1\n")
                .doesNotContain("DHCP");
        assertThat(card.files()).containsEntry("authorized_keys", KEY + "\n");
        assertThat(card.files()).containsEntry("join", "https://hub.example.com:8443 7K2M-9QXR\n");
        assertThat(card.files().get("controller.yaml")).startsWith("hardware: board");
    }

    @Test
    void anEmptyFileIsAPlainCard() throws IOException {
        assertThat(read("")).isEqualTo(Card.PLAIN);
    }

    @Test
    void everyFaultIsNamedWithItsLine() {
        assertThatThrownBy(() -> read("""
                        host_name: North_Gate
                        network: {address: 192.168.7.20, gateway: nobody}
                        ssh_keys: ["ssh-rsa short"]
                        site: nowhere.yaml
                        join: {hub: "http://hub"}
                        hostname: twice
                        serial_console: ttyS0
                        """))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("card.yaml:1: host_name")
                .hasMessageContaining("card.yaml:2: network.address")
                .hasMessageContaining("card.yaml:2: network.gateway")
                .hasMessageContaining("card.yaml:3: ssh_keys")
                .hasMessageContaining("card.yaml:7: serial_console")
                .hasMessageContaining("nowhere.yaml")
                .hasMessageContaining("join.hub")
                .hasMessageContaining("join.code")
                .hasMessageContaining("hostname");
    }

    /// A line's end in a value would be another setting of the box.
    @Test
    void noValueEndsItsLine() {
        for (String hostile : new String[] {
            "ssh_keys: [\"" + KEY + "\\nssh-rsa x\"]",
            "host_name: \"a\\nb\"",
            "network: {address: \"10.0.0.1/8\\nDHCP=yes\"}",
            "network: {address: 10.0.0.1/8, dns: [\"10.0.0.2\\nDHCP=yes\"]}",
            "join: {hub: \"https://h\\nx\", code: ABCD}"
        }) {
            assertThatThrownBy(() -> read(hostile)).as(hostile).isInstanceOf(ImageException.class);
        }
    }

    /// What a running box refuses of its own network, the card is not given either: nobody would ever reach the box.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {address: 192.168.7.20/24, gateway: 192.168.8.1}        | gateway: must be in the network 192.168.7.20/24
            {address: 192.168.7.20/24, gateway: 192.168.7.20}       | gateway: must be another one than the box's own
            {address: 192.168.7.20/24, gateway: "fd00::1"}          | gateway: must be of the same kind
            {address: 192.168.7.20, gateway: nobody}                | gateway: must be an address
            {address: 192.168.7.20/24, interface: "en*"}            | interface: must be a name such as enp1s0
            {address: 192.168.7.0/24}                               | address: is the network's own or its broadcast
            {address: 192.168.7.255/24}                             | address: is the network's own or its broadcast
            {address: 192.168.7.20/0}                               | address: must have a network's length from 8 to 32
            {address: 10.0.0.1/33}                                  | address: must have a network's length from 8 to 32
            {address: 10.0.0.256/8}                                 | address: must be an address
            {address: 127.0.0.1/8}                                  | address: must be one that others reach
            {address: "fd00:::5/64"}                                | address: must be an address
            {gateway: 192.168.7.1}                                  | address: is missing
            {address: 10.0.0.1/8, dns: [10.0.0.2, dns.example]}     | dns: must be addresses
            {address: 10.0.0.1/8, dns: [1.1.1.1, 1.0.0.1, 8.8.8.8, 8.8.4.4]} | dns: must be 3 servers at most
            """)
    void aNetworkByWhichNobodyReachesTheBoxIsNamedByItsKey(String network, String fault) {
        assertThatThrownBy(() -> read("host_name: north-gate\nnetwork: " + network))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("card.yaml:2: network." + fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {address: "fd00::5/64", gateway: "fe80::1"}     | [fd00::5]    | Address=fd00::5/64
            {address: 10.0.0.1/31, gateway: 10.0.0.0}       | 10.0.0.1     | Gateway=10.0.0.0
            {address: 10.0.0.1/8, dns: [9.9.9.9]}           | 10.0.0.1     | DNS=9.9.9.9
            {address: 10.0.0.1/8, interface: enp1s0}        | 10.0.0.1     | Name=enp1s0
            """)
    void aNetworkThatHoldsIsTheBoxs(String network, String inUrl, String line) throws IOException {
        Card card = read("network: " + network);
        assertThat(card.address()).isEqualTo(inUrl);
        assertThat(card.files().get("network")).contains(line + "\n");
    }

    /// Its paper leads to where its wiring has the pages.
    @Test
    void theLinkHasThePortOfTheCardsWiring() throws IOException {
        Files.writeString(folder.resolve("wiring.yaml"), "hardware: board\nlisten: {https: 443}\nchannels: []\n");
        Path card = Files.writeString(folder.resolve("card.yaml"), "host_name: north\ncontroller: wiring.yaml\n");
        var time = new SystemTime();
        assertThat(Identity.make(Card.read(card), time).link()).startsWith("https://north.local:443/setup?token=");
        assertThat(Identity.make(Card.PLAIN, time).link()).contains(".local:8443/setup?token=");
    }
}
