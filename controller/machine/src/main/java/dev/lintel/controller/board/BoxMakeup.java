package dev.lintel.controller.board;

import dev.lintel.controller.readers.Makeup;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What box and readers are made of. The board is read when a channel is first shown: no start waits for it. Any
/// thread.
public final class BoxMakeup implements Makeup {
    private static final Path SYSTEM = Path.of("/sys");

    private final String version;
    private final LongFunction<@Nullable ReaderKind> readers;
    private volatile @Nullable Board board;

    /// @param version of this program
    /// @param readers the reader of a channel; null where it has none
    public BoxMakeup(String version, LongFunction<@Nullable ReaderKind> readers) {
        this.version = version;
        this.readers = readers;
    }

    @Override
    public Board board() {
        Board known = board;
        if (known == null) known = new BoardFacts(SYSTEM).read(version);
        board = known; // read twice at worst
        return known;
    }

    @Override
    public @Nullable ReaderKind reader(long channelId) {
        return readers.apply(channelId);
    }
}
