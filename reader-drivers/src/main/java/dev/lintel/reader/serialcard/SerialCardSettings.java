package dev.lintel.reader.serialcard;

/// How one serial reader is read.
///
/// @param confirm whether a card counts only when its frame comes twice; right for readers that repeat
public record SerialCardSettings(SerialProtocol protocol, boolean confirm) {
    /// As such readers usually are.
    public static SerialCardSettings of(SerialProtocol protocol) {
        return new SerialCardSettings(protocol, protocol.repeats());
    }
}
