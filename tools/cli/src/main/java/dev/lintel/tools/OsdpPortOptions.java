package dev.lintel.tools;

import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.reader.serial.TcpAddress;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which line a tool works on: `--port` and `--baud`. No running process may use it at the same time.
final class OsdpPortOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            required = true,
            description = "A serial port such as /dev/ttyUSB0, or tcp://HOST:PORT.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String port;

    @Option(names = "--baud", paramLabel = "N", description = "The readers' speed (default: ${DEFAULT-VALUE}).")
    int baud = 9_600;

    LineOpener opener() {
        return opener(baud);
    }

    /// Whether the line is behind a network, whose bridge has the speed.
    boolean isNetwork() {
        return TcpAddress.isMeant(port);
    }

    /// The same port at another speed.
    LineOpener opener(int speed) {
        return opener(speed, "--baud");
    }

    /// The same, where `option` is to blame for a speed that there is not.
    LineOpener opener(int speed, String option) {
        if (!BusScan.SPEEDS.contains(speed)) {
            String known = BusScan.SPEEDS.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            throw new ParameterException(
                    spec.commandLine(),
                    "Invalid value for option '" + option + "': must be one of " + known + ", not " + speed);
        }
        return SerialPorts.opener(port, speed);
    }
}
