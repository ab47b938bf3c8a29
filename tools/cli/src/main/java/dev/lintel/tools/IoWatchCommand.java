package dev.lintel.tools;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel io watch`: what contacts, exits and outputs are, and each change.
@Command(
        name = "watch",
        description = {
            "Shows every wired line of a channel as it is now, and then each change as it comes.",
            "Contact, REX, auxiliary input, tamper, fire, strike, sounder, and whether readers answer.",
            "Without --channel it also shows the lines of the whole box, such as fire zones and named inputs.",
            "Ends with Ctrl-C. The doors go on working meanwhile."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel io watch                  every channel",
            "  lintel io watch --channel 2 --json"
        })
final class IoWatchCommand implements Callable<Integer> {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Option(names = "--channel", paramLabel = "C", description = "The channel's id (default: all).")
    @Nullable
    Long channel;

    @Option(names = "--count", paramLabel = "N", description = "Ends after N changes.")
    @Nullable
    Integer count;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    private int changes;

    @Override
    public Integer call() {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "io watch");
        request.put("channel", channel);
        try {
            new ControlClient(data.folder).ask(request, this::show);
        } catch (Enough enough) {
            // The connection is closed: the process sees it within half a second.
        }
        return 0;
    }

    /// As many changes as were asked for.
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void show(Map<String, @Nullable Object> line) {
        output.print(line, IoWatchCommand::text);
        if (Boolean.TRUE.equals(line.get("change"))) changes++;
        if (count != null && changes >= count) throw new Enough();
    }

    private static String text(Map<String, @Nullable Object> line) {
        Instant at = Instant.parse(String.valueOf(line.get("at")));
        return String.format(
                Locale.ROOT,
                "%s  %s  %-12s  %s",
                CLOCK.format(at),
                line.get("channel_id") == null ? "box      " : "channel " + line.get("channel_id"),
                line.get("line"),
                line.get("state"));
    }
}
