package dev.lintel.tools;

import dev.lintel.controller.commission.FoundReader;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.serial.SerialException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel osdp scan`: which readers are on a line.
@Command(
        name = "scan",
        description = {
            "Looks for OSDP readers at every speed and address of a port, and says what they are.",
            "Readers are only asked who they are. Where the box that runs on the data folder has the port, the box"
                    + " does it, and its bus reads no card meanwhile; no other controller may use the port.",
            "Asks each address twice, quickly, which takes one and a half minutes; then patiently at each speed at"
                    + " which something was heard, half a minute each. Where nobody answers at all, at all speeds:"
                    + " four minutes."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp scan --port /dev/ttyUSB0",
            "  lintel osdp scan --port /dev/ttyAMA0 --only-baud 9600 --only-baud 115200 --json",
            "  lintel osdp scan --port tcp://192.168.1.50:4001     at the speed that the bridge has"
        })
final class OsdpScanCommand implements Callable<Integer> {
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
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var line = new OsdpPortOptions();
        line.spec = output.spec;
        line.port = port;
        for (int speed : speeds) line.opener(speed, "--only-baud"); // refuses a speed that there is not
        BoxLine box = BoxLine.of(data.folder, port, output.spec);
        return (box == null ? own(line) : running(box)) == 0 ? 1 : 0;
    }

    /// On a line of the tool's own; returns how many were found.
    private long own(OsdpPortOptions line) {
        List<Integer> all =
                speeds.isEmpty() ? BusScan.SPEEDS : speeds.stream().distinct().toList();
        List<Integer> asked = line.isNetwork() ? all.subList(0, 1) : all; // its bridge has the speed
        var progress = new TerminalProgress(output.spec);
        var time = new SystemTime();
        BusScan.Result result;
        try {
            var told = new Told(progress, line.isNetwork());
            result = new BusScan(speed -> line.opener(speed).open(), time::nowNs, told).run(asked, quick);
        } catch (SerialException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } finally {
            progress.clear();
        }
        if (!output.json) output.line(FoundReader.ending(result, line.isNetwork()));
        return result.readers().size();
    }

    /// On a line of the running box, which does the same.
    private long running(BoxLine box) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("port", port);
        request.put("speeds", speeds.stream().map(String::valueOf).toList());
        request.put("quick", quick);
        var found = new AtomicLong();
        box.work("osdp scan", request, (type, answer) -> {
            if (type.equals("found") && answer.get("reader") instanceof Map<?, ?> reader) {
                found.incrementAndGet();
                output.line(output.json ? Json.write(reader) : String.valueOf(answer.get("sentence")));
            }
            if (type.equals("ended") && !output.json) output.line(String.valueOf(answer.get("words")));
        });
        return found.get();
    }

    private final class Told implements BusScan.Progress {
        private final TerminalProgress progress;
        private final boolean network;

        Told(TerminalProgress progress, boolean network) {
            this.progress = progress;
            this.network = network;
        }

        @Override
        public void at(int baud, int address, int step, int steps, BusScan.Round round) {
            String how = switch (round) {
                case QUICK -> "";
                case AGAIN -> "again: ";
                case PATIENT -> "again, patiently: ";
            };
            String speed = network ? "" : baud + " baud, ";
            progress.show("%s%d %%  %saddress %d".formatted(how, 100 * step / steps, speed, address));
        }

        @Override
        public void found(BusScan.Found reader) {
            progress.clear();
            FoundReader found = FoundReader.of(reader, network);
            output.print(found.json(), _ -> found.sentence());
        }
    }
}
