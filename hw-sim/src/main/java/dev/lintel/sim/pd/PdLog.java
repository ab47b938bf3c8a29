package dev.lintel.sim.pd;

import dev.lintel.reader.hardware.PdEvent;
import java.util.Map;
import java.util.function.Consumer;

/// Tells one listener what a PD does. The bus's thread.
final class PdLog {
    private Consumer<PdEvent> listener = _ -> {};
    private int address;

    void listener(Consumer<PdEvent> other) {
        listener = other;
    }

    /// The address that the PD has from now on.
    void address(int now) {
        address = now;
    }

    void tell(String event) {
        tell(event, Map.of());
    }

    void tell(String event, Map<String, Object> details) {
        listener.accept(new PdEvent(address, event, details));
    }
}
