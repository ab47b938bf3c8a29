package dev.lintel.controller.wiring;

import dev.lintel.controller.commission.WireDesk;
import dev.lintel.controller.health.LineReport;
import dev.lintel.controller.readers.Makeup;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.wiegand.WiegandReader;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What can be asked of the wires of readers and buses. Any thread.
///
/// @param reports what buses and wires have seen since the start
/// @param silent why a reader brings no card now, by the reader's name
/// @param wiegand the Wiegand readers by [WiredReader#name]
/// @param kinds the reader of a channel; null where the channel has none
/// @param desk what an installer does there
public record ReaderWires(
        Supplier<List<LineReport>> reports,
        Supplier<Map<String, String>> silent,
        Supplier<Map<String, Watched>> wiegand,
        LongFunction<Makeup.@Nullable ReaderKind> kinds,
        WireDesk desk) {
    /// A Wiegand reader with the formats of its cards.
    public record Watched(WiegandReader reader, CardFormats formats) {}
}
