package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import java.util.List;

/// What a step of the bus asks for.
///
/// @param send bytes for the line, empty when there are none
/// @param deadlineNs when the next step is due at the latest, received bytes or not
/// @param events what readers told, in order
public record BusStep(Bytes send, long deadlineNs, List<Event> events) {
    public BusStep {
        events = List.copyOf(events);
    }

    /// One reader's event.
    public record Event(int address, ReaderEvent event) {}
}
