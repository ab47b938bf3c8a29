package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.LineTest;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
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

/// `lintel osdp line-test`: how good the wire to a reader is.
@Command(
        name = "line-test",
        description = {
            "Asks a reader the same questions many times over and says how good the line to it is.",
            "Says what to look at when it is not. Nothing about the reader is changed; readers with a key answer too.",
            "No controller may use the port meanwhile. Exit code 1 when the line is bad or silent."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp line-test --port /dev/ttyUSB0 --address 3",
            "  lintel osdp line-test --port /dev/ttyUSB0 --address 3 --baud 115200 --count 10000 --json"
        })
final class OsdpLineTestCommand implements Callable<Integer> {
    private static final double NS_PER_MS = 1_000_000;

    @Mixin
    OsdpPortOptions line = new OsdpPortOptions();

    @Option(
            names = "--address",
            paramLabel = "N",
            description = "The reader's address, 0 to 126, or 127 for the only one on its line (default: 0).")
    int address;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many questions, 1 to 100000 (default: ${DEFAULT-VALUE}).")
    int count = 1_000;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var options = new OsdpReaderOptions();
        options.line = line;
        options.checked("--address", address, 127);
        if (count < 1) throw options.misused("Invalid value for option '--count': must be 1 or more, not " + count);
        options.checked("--count", count, LineTest.EXCHANGES_MAX);
        var progress = new TerminalProgress(output.spec);
        LineTest.Result result;
        try (SerialLine open = line.opener().open()) {
            result = LineTest.run(
                    open,
                    address,
                    count,
                    new SystemTime()::nowNs,
                    (done, of) -> progress.show("%d %%  %d of %d".formatted(100L * done / of, done, of)));
        } catch (SerialException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } finally {
            progress.clear();
        }
        output.print(answer(result), _ -> text(result));
        return switch (result.verdict()) {
            case GOOD, FAIR -> 0;
            case BAD, SILENT -> 1;
        };
    }

    private Map<String, @Nullable Object> answer(LineTest.Result result) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("baud", line.baud);
        answer.put("verdict", result.verdict().name().toLowerCase(Locale.ROOT));
        answer.put("words", result.words());
        answer.put("advice", result.advice());
        answer.put("sent", result.sent());
        answer.put("answered", result.answered());
        answer.put("damaged", result.damaged());
        answer.put("silent", result.silent());
        answer.put("noise_bytes", result.heard().noiseBytes());
        answer.put("echoes", result.heard().echoes());
        answer.put("other_frames", result.heard().others());
        answer.put("reply_ms_median", result.quantileNs(0.5) / NS_PER_MS);
        answer.put("reply_ms_p99", result.quantileNs(0.99) / NS_PER_MS);
        answer.put("reply_ms_max", result.quantileNs(1) / NS_PER_MS);
        return answer;
    }

    private static String text(LineTest.Result result) {
        List<String> lines = new ArrayList<>();
        lines.add(result.words());
        lines.add(String.format(
                Locale.ROOT,
                "damaged %,d, without an answer %,d, bytes of noise %,d, echoes %,d, other frames %,d",
                result.damaged(),
                result.silent(),
                result.heard().noiseBytes(),
                result.heard().echoes(),
                result.heard().others()));
        lines.add(String.format(
                Locale.ROOT,
                "answers after %.1f ms (median), %.1f ms (99 %%), %.1f ms (slowest)",
                result.quantileNs(0.5) / NS_PER_MS,
                result.quantileNs(0.99) / NS_PER_MS,
                result.quantileNs(1) / NS_PER_MS));
        lines.addAll(result.advice());
        return String.join(System.lineSeparator(), lines);
    }
}
