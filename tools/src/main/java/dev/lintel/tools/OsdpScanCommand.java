package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.PdTraits;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.TcpAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel osdp scan`: which readers are on a line.
@Command(
        name = "scan",
        description = {
            "Looks for OSDP readers at every speed and address of a port, and says what they are.",
            "Readers are only asked who they are. No controller may use the port meanwhile.",
            "Asks each address twice, quickly, which takes one and a half minutes; then patiently at each speed at",
            "which something was heard, half a minute each. Where nobody answers at all, at all speeds: four minutes."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp scan --port /dev/ttyUSB0",
            "  lintel osdp scan --port /dev/ttyAMA0 --only-baud 9600 --only-baud 115200 --json",
            "  lintel osdp scan --port tcp://192.168.1.50:4001     at the speed that the bridge has"
        })
final class OsdpScanCommand implements Callable<Integer> {
    private static final double NS_PER_MS = 1_000_000;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            required = true,
            description = "A serial port such as /dev/ttyUSB0, or tcp://HOST:PORT.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String port;

    @Option(names = "--only-baud", paramLabel = "N", description = "Only this speed; several times for several.")
    List<Integer> speeds = new ArrayList<>();

    @Option(names = "--quick", description = "Does not ask patiently: slow readers are missed.")
    boolean quick;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var line = new OsdpPortOptions();
        line.spec = output.spec;
        line.port = port;
        List<Integer> asked = asked(line);
        var progress = new TerminalProgress(output.spec);
        var time = new SystemTime();
        BusScan.Result result;
        try {
            var scan = new BusScan(speed -> line.opener(speed).open(), time::nowNs, new Told(progress));
            result = scan.run(asked, quick);
        } catch (SerialException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } finally {
            progress.clear();
        }
        if (!output.json) output.line(ending(result, isNetwork()));
        return result.readers().isEmpty() ? 1 : 0;
    }

    /// The speeds to ask at; behind a network it is one, whichever, for the bridge has its own.
    private List<Integer> asked(OsdpPortOptions line) {
        for (int speed : speeds) line.opener(speed, "--only-baud"); // refuses a speed that there is not
        List<Integer> asked =
                speeds.isEmpty() ? BusScan.SPEEDS : speeds.stream().distinct().toList();
        return line.isNetwork() ? asked.subList(0, 1) : asked;
    }

    private boolean isNetwork() {
        return TcpAddress.isMeant(port);
    }

    private final class Told implements BusScan.Progress {
        private final TerminalProgress progress;

        Told(TerminalProgress progress) {
            this.progress = progress;
        }

        @Override
        public void at(int baud, int address, int step, int steps, BusScan.Round round) {
            String how = switch (round) {
                case QUICK -> "";
                case AGAIN -> "again: ";
                case PATIENT -> "again, patiently: ";
            };
            String speed = isNetwork() ? "" : baud + " baud, ";
            progress.show("%s%d %%  %saddress %d".formatted(how, 100 * step / steps, speed, address));
        }

        @Override
        public void found(BusScan.Found reader) {
            progress.clear();
            output.print(answer(reader, isNetwork()), _ -> sentence(reader, isNetwork()));
        }
    }

    private static Map<String, @Nullable Object> answer(BusScan.Found reader, boolean network) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        var id = reader.identity();
        answer.put("address", reader.address());
        answer.put("baud", network ? null : reader.baud()); // the bridge's, which it does not tell
        answer.put("vendor", id == null ? null : id.vendor().hex());
        answer.put("model", id == null ? null : id.model());
        answer.put("serial", id == null ? null : id.serial());
        answer.put("firmware", id == null ? null : PdTraits.firmware(id));
        answer.put(
                "secure_channel", reader.capabilities() == null ? null : PdTraits.knowsSecurity(reader.capabilities()));
        answer.put("reply_ms", Math.round(reader.replyNs() / NS_PER_MS));
        return answer;
    }

    private static String sentence(BusScan.Found reader, boolean network) {
        String who = who(reader.said());
        String secure = "";
        if (reader.capabilities() != null) {
            Boolean knows = PdTraits.knowsSecurity(reader.capabilities());
            if (knows != null) secure = knows ? "; secure channel" : "; no secure channel";
        }
        return String.format(
                Locale.ROOT,
                "address %d%s: %s%s; answers in %.0f ms",
                reader.address(),
                network ? "" : " at " + reader.baud() + " baud",
                who,
                secure,
                reader.replyNs() / NS_PER_MS);
    }

    private static String who(Reply said) {
        return switch (said) {
            case Reply.Identity id -> PdTraits.identity(id);
            case Reply.Busy _ -> "is busy and does not say who it is";
            case Reply.Nak nak
            when nak.reason() == Reply.Nak.SECURITY_REQUIRED || nak.reason() == Reply.Nak.SECURITY_UNSUPPORTED ->
                "tells who it is only in a secure session";
            case Reply.Nak nak -> "does not say who it is (" + OsdpNames.nak(nak.reason()) + ")";
            default -> "answers, but does not say who it is";
        };
    }

    private static String ending(BusScan.Result result, boolean network) {
        int count = result.readers().size();
        if (count > 0) return count == 1 ? "1 reader" : count + " readers";
        if (result.noisy().isEmpty()) return "no reader answers: check its supply, A and B, and the ground";
        String at = " at "
                + String.join(", ", result.noisy().stream().map(String::valueOf).toList()) + " baud";
        return "no reader answers, but something was heard" + (network ? "" : at) + ": "
                + (network ? "another speed than the bridge's, " : "")
                + "swapped wires, two readers at one address, or another panel on the line";
    }
}
