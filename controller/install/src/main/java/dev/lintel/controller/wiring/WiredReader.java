package dev.lintel.controller.wiring;

import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.reader.Reader;
import java.util.List;
import java.util.Map;

/// One reader of one door as it is wired, and where what it reads arrives.
///
/// @param side `entry` or `exit`
public record WiredReader(long channelId, String side, ReaderConfig config, ReaderInbox inbox) {
    /// Opens all readers at once: several may share a bus.
    @FunctionalInterface
    public interface Opener {
        /// The readers by channel and side.
        Map<Long, Map<String, Reader>> open(List<WiredReader> wired);
    }

    /// In reports and in /health.
    String name() {
        return name(channelId, side);
    }

    /// A reader as reports and commands call it.
    public static String name(long channelId, String side) {
        return "channel " + channelId + ", " + side;
    }
}
