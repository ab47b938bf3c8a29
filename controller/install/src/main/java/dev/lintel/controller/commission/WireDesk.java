package dev.lintel.controller.commission;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.door.DoorOrders;

/// What can be done on the wires of the running box. Pages and control commands call it; any thread but an event loop.
///
/// @param lines OSDP readers are found, given keys and other addresses
/// @param learning card formats are learned
/// @param inputs contacts, exits and outputs as they are
/// @param tests outputs of doors are tried: see [DoorOrders#test]
/// @param outputs the named outputs of the box
/// @param box the lines of the whole box
public record WireDesk(
        LineDesk lines, LearnDesk learning, InputBoard inputs, DoorOrders tests, OutputDesk outputs, BoxBoard box)
        implements AutoCloseable {
    /// Ends what is under way; buses have their lines back.
    @Override
    public void close() {
        learning.close();
        lines.close();
    }
}
