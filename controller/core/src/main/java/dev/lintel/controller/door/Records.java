package dev.lintel.controller.door;

import dev.lintel.controller.event.EventLog;

/// Where doors write what happens.
///
/// @param memory what outlasts a restart
public record Records(EventLog log, DoorMemory memory, Passages passages) {
    public Records(EventLog log, DoorMemory memory) {
        this(log, memory, Passages.NONE);
    }
}
