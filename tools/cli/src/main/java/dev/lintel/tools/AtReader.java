package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--channel` and `--reader`: where something is presented.
final class AtReader {
    @Option(names = "--channel", required = true, paramLabel = "C", description = "The channel's id.")
    long channel;

    @Option(names = "--reader", paramLabel = "SIDE", description = "entry (default) or exit.")
    Side side = Side.entry;

    /// As it is written on the command line.
    enum Side {
        entry,
        exit
    }

    /// A request of that command, to be added to.
    Map<String, @Nullable Object> request(String command) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", command);
        request.put("channel", channel);
        request.put("reader", side.name());
        return request;
    }
}
