package dev.lintel.controller.api;

import dev.lintel.controller.readers.Makeup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A board, and one reader at channel 1.
final class FixedMakeup implements Makeup {
    @Override
    public Board board() {
        return new Board("0.1.0", "b8:27:eb:01:02:03", "10000000a1b2c3d4");
    }

    @Override
    public @Nullable ReaderKind reader(long channelId) {
        return channelId == 1 ? new ReaderKind("OSDP", List.of("h10301", "raw"), "1.2.3") : null;
    }
}
