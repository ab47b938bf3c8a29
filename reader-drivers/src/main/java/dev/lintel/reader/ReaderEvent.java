package dev.lintel.reader;

/// What a reader driver reports. `atNs` is the monotonic time of the last byte or edge that belongs to it.
public sealed interface ReaderEvent {
    long atNs();

    /// A card or fob was read.
    record Card(CardBits bits, long atNs) implements ReaderEvent {}

    /// A code was scanned: one line of text without control characters.
    record Text(String text, long atNs) implements ReaderEvent {}

    /// Keys were pressed, in order: `0`-`9`, `*` (clear), `#` (send). One key or several, as the reader sends them.
    record Keys(String keys, long atNs) implements ReaderEvent {}

    /// The reader answers on its line.
    record Online(long atNs) implements ReaderEvent {}

    /// The reader has not answered for its line's offline limit.
    record Offline(long atNs) implements ReaderEvent {}

    /// The reader does not keep to its secure channel, or has another key: `why` in a few words. Told once until
    /// there is a session again.
    record Insecure(String why, long atNs) implements ReaderEvent {}

    /// The reader's tamper switch opened (`on`) or closed.
    record Tamper(boolean on, long atNs) implements ReaderEvent {}
}
