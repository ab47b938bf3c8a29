package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Serial;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// `driver: serial` in `controller.yaml`.
class SerialReaderSectionTest {
    private static final String BOX = """
            hardware: HARDWARE
            buses: {north: {protocol: osdp, port: /dev/ttyAMA0}}
            channels:
              - unit: 1
                readers:
                  entry: {driver: osdp, bus: north, address: 0}
                  exit: {driver: serial, KEYS}
                strike: {line: 17}
                egress: mechanical
            """;

    @ParameterizedTest
    @EnumSource
    void eachProtocolHasItsWordAndReadersThatRepeatAreConfirmed(SerialProtocol protocol) {
        assertThat(wiring("port: /dev/ttyUSB0, protocol: " + protocol.word()))
                .isEqualTo(new Serial("/dev/ttyUSB0", 9_600, protocol, protocol == SerialProtocol.RDM6300));
    }

    @Test
    void speedAndConfirmationCanBeSet() {
        assertThat(wiring("port: /dev/ttyUSB0, protocol: decimal, baud: 19200, confirm: twice"))
                .isEqualTo(new Serial("/dev/ttyUSB0", 19_200, SerialProtocol.DECIMAL, true));
        assertThat(wiring("port: /dev/ttyUSB0, protocol: rdm6300, confirm: once"))
                .isEqualTo(new Serial("/dev/ttyUSB0", 9_600, SerialProtocol.RDM6300, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            protocol: hex                                          | port     | is missing
            port: /dev/ttyUSB0                                     | protocol | is missing
            port: /dev/ttyUSB0, protocol: mifare                   | protocol | must be one of decimal, hex, id12la, qr
            port: /dev/ttyUSB0, protocol: hex, baud: 9601          | baud     | must be one of 1200, 2400
            port: /dev/ttyUSB0, protocol: hex, baud: 230400        | baud     | from 1 to 115200
            port: /dev/ttyUSB0, protocol: rdm6300, confirm: thrice | confirm  | must be one of once, twice
            port: /dev/ttyAMA0, protocol: hex                      | port     | is the port of bus 'north' already
            port: "tcp://reader", protocol: hex                    | port     | needs a port
            port: ttyUSB0, protocol: hex                           | port     | path of a serial device
            port: /dev/ttyUSB0, protocol: qr, formats: [raw]       | formats  | no card format
            port: /dev/ttyUSB0, protocol: hex, keypad: burst4      | keypad   | is not a known key
            port: /dev/ttyUSB0, protocol: hex, bus: north          | bus      | is not a known key
            """)
    void aFaultIsToldByLineAndKey(String keys, String key, String sentence) {
        assertThat(faults("board", keys)).singleElement().satisfies(fault -> {
            assertThat(fault.line()).isEqualTo(7);
            assertThat(fault.key()).isEqualTo("channels[0].readers.exit." + key);
            assertThat(fault.sentence()).contains(sentence);
        });
    }

    @Test
    void aSimulatedPortMayHaveAnyName() {
        assertThat(parse("simulated", "port: com, protocol: hex")).isInstanceOf(Valid.class);
    }

    @Test
    void twoReadersCannotShareAPort() {
        String channels = """
                channels:
                  - unit: 1
                    readers:
                      entry: {driver: serial, port: a, protocol: qr}
                      exit: {driver: serial, port: a, protocol: qr}
                    strike: {line: 17}
                    egress: mechanical
                """;
        assertThat(ConfigFile.parse("controller.yaml", channels))
                .hasToString("Faulty[faults=[controller.yaml:5: channels[0].readers.exit.port: "
                        + "is the port of the entry reader of unit 1 already]]");
    }

    private static ReaderWiring wiring(String keys) {
        return switch (parse("board", keys)) {
            case Valid<ControllerConfig>(ControllerConfig config) ->
                Objects.requireNonNull(
                        config.toPlan(Map.of()).doors().getFirst().readers().get("exit"));
            case Faulty<ControllerConfig>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static List<Fault> faults(String hardware, String keys) {
        return switch (parse(hardware, keys)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> throw new AssertionError("no fault in " + config);
            case Faulty<ControllerConfig>(List<Fault> faults) -> faults;
        };
    }

    private static Checked<ControllerConfig> parse(String hardware, String keys) {
        return ConfigFile.parse(
                "controller.yaml", BOX.replace("HARDWARE", hardware).replace("KEYS", keys));
    }
}
