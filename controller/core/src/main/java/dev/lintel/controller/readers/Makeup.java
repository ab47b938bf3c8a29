package dev.lintel.controller.readers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the box and its channels' readers are made of: shown with channels, decides nothing. Implemented by the
/// wiring. Any thread; never waits for a line.
public interface Makeup {
    Board board();

    /// The channel's entry reader, or else its exit reader; null for a channel without one.
    @Nullable
    ReaderKind reader(long channelId);

    /// The box.
    ///
    /// @param version of this program
    /// @param mac of its first network interface, as `b8:27:eb:01:02:03`; empty where there is none
    /// @param serial the board's serial number; empty where the board does not tell it
    record Board(String version, String mac, String serial) {}

    /// A reader as it is wired, and what it told of itself.
    ///
    /// @param wire `OSDP`, `Wiegand` or `Serial`
    /// @param formats names of the card formats that it is read with, in order
    /// @param firmware as `1.2.3`; empty until an OSDP reader has told it, and for others
    record ReaderKind(String wire, List<String> formats, String firmware) {
        public ReaderKind {
            formats = List.copyOf(formats);
        }
    }
}
