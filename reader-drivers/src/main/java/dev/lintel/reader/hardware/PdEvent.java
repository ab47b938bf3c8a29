package dev.lintel.reader.hardware;

import java.util.Map;

/// Something that a simulated OSDP reader did or was told.
///
/// @param address the reader's address, 0..126
/// @param event one word: `command`, `session-opened`, `session-closed`, `key-set`, `led`, `buzzer`, `text`, …
/// @param details by name; strings, booleans and numbers, never a key
public record PdEvent(int address, String event, Map<String, Object> details) {
    public PdEvent {
        details = Map.copyOf(details);
    }
}
