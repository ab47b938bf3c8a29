package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Osdp;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import dev.lintel.reader.keypad.Keypad;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
    private static final String BOARD = """
            name: Lobby
            listen: {address: 192.168.1.20, https: 443, http: 80}
            public_url: https://lobby.example.com:8443/
            rate_limit: 0
            hardware: board
            buses:
              north: {protocol: osdp, port: /dev/ttyAMA0, baud: 115200}
            gpio: {chip: /dev/gpiochip4}
            channels:
              - unit: 2
                readers:
                  entry: {driver: osdp, bus: north, address: 0}
                  exit: {driver: wiegand, d0: 14, d1: 15, formats: [raw], keypad: burst4,
                         green_led: {line: 6, active: high}}
                strike: {line: 17, active: high, fail: safe}
                contact: {line: 27, closed: high}
                rex: {line: 22, active: high}
                egress: controller
              - unit: 1
                readers: {entry: {driver: osdp, bus: north, address: 1}}
                strike: {line: 18}
                egress: mechanical
            """;

    @Test
    void aWholeFileIsReadToTheLetter() {
        ControllerConfig config = valid(BOARD);
        assertThat(config.name()).isEqualTo("Lobby");
        assertThat(config.listen()).isEqualTo(new ControllerConfig.Listen("192.168.1.20", 443, 80));
        assertThat(config.publicUrl()).isEqualTo("https://lobby.example.com:8443");
        assertThat(config.rateLimit()).isZero();
        assertThat(config.hardware()).isEqualTo(HardwareKind.BOARD);
        assertThat(config.channels()).extracting(ChannelWiring::unit).containsExactly(1, 2);

        HardwarePlan plan = config.toPlan(Map.of());
        assertThat(plan.chip()).isEqualTo("/dev/gpiochip4");
        assertThat(plan.buses()).containsOnlyKeys("north").containsValue(new Bus("/dev/ttyAMA0", 115_200));
        HardwarePlan.Doorway door = plan.doors().get(1);
        assertThat(door.readers().get("entry")).isEqualTo(new Osdp("north", 0));
        assertThat(door.readers().get("exit"))
                .isEqualTo(new Wiegand(new WirePair(14, 15), new LineSpec(6, true), null, null, Keypad.of("burst4")));
        assertThat(door.contact()).isEqualTo(new LineSpec(27, true));
        assertThat(door.rex()).isEqualTo(new LineSpec(22, true));
        assertThat(door.aux()).isNull();
        ChannelWiring channel = Objects.requireNonNull(config.channel(2));
        assertThat(channel.egress()).isEqualTo(Egress.CONTROLLER);
        assertThat(channel.readers().get("exit")).satisfies(reader -> {
            assertThat(reader.formats().list()).containsExactly("raw");
        });
    }

    @Test
    void aLockThatFailsSafeIsReleasedByTakingItsCurrentAway() {
        HardwarePlan plan = valid(BOARD).toPlan(Map.of());
        assertThat(plan.doors().get(0).strike()).isEqualTo(new LineSpec(18, true));
        assertThat(plan.doors().get(1).strike()).isEqualTo(new LineSpec(17, false));
    }

    @Test
    void withoutAFileThereAreTwoSimulatedDoorsOnLinesOfTheirOwn() {
        ControllerConfig demo = DemoConfig.create();
        assertThat(demo).isEqualTo(valid(""));
        assertThat(demo.listen()).isEqualTo(new ControllerConfig.Listen("0.0.0.0", 8443, 8080));
        assertThat(demo.rateLimit()).isEqualTo(120);
        List<HardwarePlan.Doorway> doors = demo.toPlan(Map.of()).doors();
        assertThat(doors.get(0).readers()).isEqualTo(Map.of("entry", new Osdp("rs485-1", 0, "demo-reader")));
        assertThat(doors.get(1).readers().get("entry")).isInstanceOf(Wiegand.class);
        assertThat(doors).allSatisfy(door -> assertThat(lines(door)).doesNotHaveDuplicates());
        assertThat(lines(doors.get(0))).doesNotContainAnyElementsOf(lines(doors.get(1)));
    }

    @Test
    void theShareOfPeopleThatMayGoAtOnceIsOneOfAHundred() {
        assertThat(valid("").massGuard()).isEqualTo(MassGuard.DEFAULT).isEqualTo(new MassGuard(20));
        assertThat(valid("sync: {mass_change_percent: 35}").massGuard()).isEqualTo(new MassGuard(35));
        assertThat(valid("sync: {mass_change_percent: 100}").withRateLimit(0).massGuard())
                .satisfies(any -> assertThat(any.isTooMany(1_000, () -> 1_000)).isFalse());
        for (String wrong : List.of("0", "101", "-1", "20 %", "0.2")) {
            assertThat(faults("sync: {mass_change_percent: " + wrong + "}").toString())
                    .contains("mass_change_percent", "must be a whole number from 1 to 100");
        }
        assertThat(faults("sync: {mass_changes: 20}").toString()).contains("mass_changes");
        assertThatThrownBy(() -> new MassGuard(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void allFaultsOfAFileAreToldAtOnce() {
        assertThat(faults("""
                nmae: Lobby
                listen: {address: lobby, https: 70000, http: 80}
                public_url: ftp://lobby
                upstream: {kind: hub}
                buses:
                  north: {protocol: osdp, port: /dev/ttyAMA0, baud: 1200}
                  south: {protocol: osdp, port: /dev/ttyAMA0}
                channels:
                  - unit: 1
                    readers:
                      entry: {driver: osdp, bus: west, address: 127, key: 8f14e45fceea167a5a36dedd4bea2543}
                      exit: {driver: wiegand, d0: 14, d1: 14, keypad: burst9, formats: [H10320]}
                    strike: {line: 17, fail: secure}
                    contact: {line: 17, closed: shut}
                    tamper: {line: 2400}
                    egress: controller
                  - unit: 1
                    readers: {entry: &reader {driver: osdp, bus: north, address: 3}, exit: *reader}
                    rex: {line: 2000}
                """))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactlyInAnyOrder(
                        "1 nmae",
                        "2 listen.address",
                        "2 listen.https",
                        "3 public_url",
                        "4 upstream.url",
                        "6 buses.north.baud",
                        "7 buses.south.port",
                        "11 channels[0].readers.entry.bus",
                        "11 channels[0].readers.entry.address",
                        "11 channels[0].readers.entry.key",
                        "12 channels[0].readers.exit.d1",
                        "12 channels[0].readers.exit.keypad",
                        "12 channels[0].readers.exit.formats",
                        "14 channels[0].contact.line",
                        "14 channels[0].contact.closed",
                        "15 channels[0].tamper.line",
                        "16 channels[0].egress",
                        "16 channels[0].egress",
                        "17 channels[1].unit",
                        "17 channels[1].strike",
                        "17 channels[1].egress",
                        "18 channels[1].readers.exit.address",
                        "19 channels[1].rex.line");
    }

    @Test
    void theHubsAddressMayBeAnotherThanWhenTheBoxJoined() {
        assertThat(valid("name: Lobby").upstream()).isNull();
        assertThat(valid("upstream: {kind: hub, url: 'https://hub.example:8443/'}")
                        .upstream())
                .isEqualTo(new UpstreamConfig.Hub(URI.create("https://hub.example:8443")));
        assertThat(valid("upstream: {kind: hub, url: 'https://hub.example'}")
                        .withRateLimit(3)
                        .upstream())
                .isNotNull();
        assertThat(faults("upstream: {kind: hub, url: 'http://hub.example'}")).hasSize(1);
        assertThat(faults("upstream: {kind: cloud, url: 'https://hub.example'}"))
                .hasSize(1);
    }

    @Test
    void aServiceWithOnlyTheApiIsNamedWithAClient() {
        var api = api("upstream: {kind: api, url: 'https://api.example.com/v/', client_id: box-7}");
        assertThat(api.url()).isEqualTo(URI.create("https://api.example.com/v"));
        assertThat(api.clientId()).isEqualTo("box-7");
        assertThat(api.secretFile()).isNull();
        assertThat(api.authorities()).isEmpty();
        assertThat(api.redirect()).isEqualTo("http://127.0.0.1/lintel");
        assertThat(api.scope())
                .as("scopes that every service has, for an unknown one is refused as a whole")
                .isEqualTo("account.person.readonly account.role.readonly account.channel.readonly");
        api = api("""
                upstream:
                  kind: api
                  url: http://127.0.0.1:9000
                  client_id: box-7
                  client_secret_file: secret
                  authorities: own.pem
                  account: 7
                  redirect: https://box.example/back
                  scope: account.person
                """);
        assertThat(api.secretFile()).isEqualTo(Path.of("secret"));
        assertThat(api.authorities()).containsExactly(Path.of("own.pem"));
        assertThat(api.account()).isEqualTo("7");
        assertThat(api.scope()).isEqualTo("account.person");
        api = api("upstream: {kind: api, url: 'https://a.example', client_id: b, authorities: [/x.pem, y.pem]}");
        assertThat(api.authorities()).containsExactly(Path.of("/x.pem"), Path.of("y.pem"));
    }

    private static UpstreamConfig.Api api(String text) {
        return (UpstreamConfig.Api) Objects.requireNonNull(valid(text).upstream());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: api | upstream.url upstream.client_id",
                "kind: api, url: 'https://a.example' | upstream.client_id",
                "kind: api, url: 'https://a.example', client_id: 'a b' | upstream.client_id",
                "kind: api, url: 'http://a.example', client_id: b | upstream.url",
                "kind: api, url: 'https://u@a.example', client_id: b | upstream.url",
                "kind: api, url: 'https://a.example/?x=1', client_id: b | upstream.url",
                "kind: api, url: 'no address', client_id: b | upstream.url",
                "kind: api, url: 'https://a.example', client_id: b, redirect: here | upstream.redirect",
                "kind: api, url: 'https://a.example', client_id: b, authorities: {a: b} | upstream.authorities",
                "kind: api, url: 'https://a.example', client_id: b, secret: c | upstream.secret",
                "kind: hub, url: 'https://a.example', client_id: b | upstream.client_id",
                "url: 'https://a.example' | upstream.kind",
            })
    void whatIsWrongWithAServiceIsNamed(String keys, String faulty) {
        assertThat(faults("upstream: {" + keys + "}"))
                .extracting(Fault::key)
                .containsExactlyInAnyOrder(faulty.split(" "));
    }

    @Test
    void aBatteryKeepsTheClockOnlyWhereTheFileSaysSo() {
        assertThat(valid("clock: {rtc: true}").rtc()).isTrue();
        assertThat(valid("name: Lobby").rtc()).isFalse();
        assertThat(faults("clock: {rtc: perhaps}")).hasSize(1);
    }

    @Test
    void phonesAreInvitedByMailUnlessTheFileSaysOtherwise() {
        assertThat(valid("name: Lobby").mobile()).isEqualTo(MobileConfig.USUAL);
        assertThat(valid("mobile: {vendor: acme, invitations: code, remote_unlock: off, invitation_days: 30}")
                        .mobile())
                .isEqualTo(new MobileConfig("acme", false, false, Duration.ofDays(30), WalletConfig.NONE));
        for (String wrong : List.of(
                "mobile: {vendor: Acme}",
                "mobile: {vendor: ''}",
                "mobile: {invitations: post}",
                "mobile: {remote_unlock: perhaps}",
                "mobile: {invitation_days: 0}",
                "mobile: {invitation_days: 91}",
                "mobile: {vendors: hid}",
                "mobile_vendor: hid")) {
            assertThat(faults(wrong)).as(wrong).hasSize(1);
        }
    }

    @Test
    void receiversAreOfPrivateNetworksAndOwnAuthoritiesOnlyWhereTheFileSaysSo() {
        assertThat(valid("name: Lobby").receivers()).isEqualTo(ControllerConfig.Receivers.DEFAULT);
        var receivers = valid("webhooks: {allow_networks: [10.0.0.0/8], trust: [/etc/lintel/site-ca.pem]}")
                .receivers();
        assertThat(receivers.networks()).anyMatch(one -> one.contains(InetAddress.ofLiteral("10.1.2.3")));
        assertThat(receivers.trust()).containsExactly(Path.of("/etc/lintel/site-ca.pem"));
        for (String wrong : List.of("allow_networks: [ten]", "allow_networks: 7", "trust: {a: b}", "deny: [a]")) {
            assertThat(faults("webhooks: {" + wrong + "}"))
                    .as(wrong)
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.line()).isEqualTo(1));
        }
    }

    @Test
    void imagesComeFromPrivateNetworksOnlyWhereTheFileSaysSo() {
        assertThat(valid("name: Lobby").imageNetworks()).isEmpty();
        assertThat(valid("images: {}").imageNetworks()).isEmpty();
        var networks = valid("images: {allow_networks: [192.168.10.0/23, 'fd00:1::/33', 10.0.0.7]}")
                .imageNetworks();
        assertThat(networks).hasSize(3);
        for (String inside : List.of("192.168.10.0", "192.168.11.255", "fd00:1::1", "fd00:1:7fff::", "10.0.0.7")) {
            assertThat(networks).as(inside).anyMatch(one -> one.contains(InetAddress.ofLiteral(inside)));
        }
        for (String outside : List.of("192.168.9.255", "192.168.12.0", "fd00:1:8000::", "::1", "10.0.0.6")) {
            assertThat(networks).as(outside).noneMatch(one -> one.contains(InetAddress.ofLiteral(outside)));
        }
        for (String wrong :
                List.of("10.0.0.0/33", "10.1.0.0/8", "0.0.0.0/0", "lobby", "10.0.0.0/", "10.0.0.0/-1", "::/129")) {
            assertThat(faults("images: {allow_networks: ['" + wrong + "']}"))
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.sentence()).contains("not '" + wrong + "'"));
        }
    }

    @Test
    void leavingThatDependsOnTheBoxNeedsALockThatFailsSafe() {
        String door = """
                channels:
                  - unit: 1
                    readers: {exit: {driver: wiegand, d0: 1, d1: 2}}
                    strike: {line: 17%s}
                    rex: {line: 18}
                    egress: controller
                """;
        assertThat(faults(door.formatted("")))
                .singleElement()
                .satisfies(fault -> assertThat(fault.sentence()).contains("fail: safe"));
        assertThat(faults(door.formatted(", fail: secure"))).hasSize(1);
        assertThat(valid(door.formatted(", fail: safe")).channels()).hasSize(1);
        String noWayOut = door.formatted(", fail: safe").replaceFirst(" +rex: .*\n", "");
        assertThat(faults(noWayOut))
                .singleElement()
                .satisfies(fault -> assertThat(fault.sentence()).contains("a rex (or aux) line must be wired"));
        assertThat(valid(noWayOut.replace("egress:", "aux: {line: 19}\n    egress:"))
                        .channels())
                .hasSize(1);
    }

    @Test
    void aBoardNeedsChannelsAndDevicePaths() {
        assertThat(faults("hardware: board")).extracting(Fault::key).containsExactly("channels");
        assertThat(faults("hardware: board\nbuses: {one: {protocol: osdp, port: one}}\nchannels: []"))
                .extracting(Fault::key)
                .containsExactly("buses.one.port");
        assertThat(valid("hardware: simulated\nchannels: []").channels())
                .as("a hub without doors")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example, true",
        "http://10.0.0.1:8080/, true",
        "https://a.example/x, false",
        "a.example, false"
    })
    void aPublicAddressHasASchemeAndNoPath(String url, boolean good) {
        if (good) assertThat(DemoConfig.create().withPublicUrl(url).publicUrl()).doesNotEndWith("/");
        else assertThatThrownBy(() -> DemoConfig.create().withPublicUrl(url)).hasMessageContaining("without a path");
    }

    @Test
    void theCommandLinesPortsWinAndAreChecked() {
        ControllerConfig demo = DemoConfig.create();
        assertThat(demo.withPorts(0, null).listen()).isEqualTo(new ControllerConfig.Listen("0.0.0.0", 0, 8080));
        assertThat(demo.withPorts(null, 0).listen()).isEqualTo(new ControllerConfig.Listen("0.0.0.0", 8443, 0));
        assertThatThrownBy(() -> demo.withPorts(8080, null)).hasMessageContaining("cannot share port 8080");
        assertThatThrownBy(() -> demo.withPorts(70_000, null)).hasMessageContaining("0 to 65535");
        assertThatThrownBy(() -> demo.withRateLimit(-1)).hasMessageContaining("0 (off)");
        assertThat(demo.withRateLimit(0).rateLimit()).isZero();
    }

    @Test
    void aFileThatIsNotThereIsAFault() {
        Checked<ControllerConfig> result = ConfigFile.load(Path.of("no-such-folder", "controller.yaml"));
        assertThat(result).hasToString("Faulty[faults=[no-such-folder/controller.yaml: there is no such file]]");
    }

    private static List<Integer> lines(HardwarePlan.Doorway door) {
        var lines = new ArrayList<Integer>();
        for (LineSpec line : Arrays.asList(door.strike(), door.contact(), door.rex(), door.aux())) {
            if (line != null) lines.add(line.line());
        }
        if (door.readers().get("entry") instanceof Wiegand w) {
            lines.addAll(List.of(w.data().d0(), w.data().d1()));
            for (LineSpec line : Arrays.asList(w.greenLed(), w.redLed(), w.buzzer())) {
                if (line != null) lines.add(line.line());
            }
        }
        return lines;
    }

    private static ControllerConfig valid(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Faulty<ControllerConfig>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static List<Fault> faults(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> throw new AssertionError("no fault in " + config);
            case Faulty<ControllerConfig>(List<Fault> faults) -> faults;
        };
    }
}
