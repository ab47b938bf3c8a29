package dev.lintel.reader;

/// What a reader driver reports. `atNs` is the monotonic time of the last byte or edge that belongs to it.
public sealed interface ReaderEvent {
    long atNs();

    /// A card or fob was read.
    record Card(CardBits bits, long atNs) implements ReaderEvent {}

    /// One line of text without control characters was read: a code that was `scanned`, or else a card's number
    /// as an old reader sends it, in characters.
    record Text(String text, boolean scanned, long atNs) implements ReaderEvent {}

    /// Keys were pressed, in order: `0`-`9`, `*` (clear), `#` (send). One key or several, as the reader sends
    /// them.
    record Keys(String keys, long atNs) implements ReaderEvent {}

    /// The reader answers on its line, and is connected to what answers there.
    record Online(long atNs) implements ReaderEvent {}

    /// The reader has not answered for its line's offline limit, or what answers there says that its reader is not
    /// connected.
    record Offline(long atNs) implements ReaderEvent {}

    /// The reader does not keep to its secure channel, or has another key: `why` in a few words. The first
    /// attempt is an event at once, the further ones of each minute are one event: `attempts` is their number,
    /// `why` and the time are those of the last, and a session may be open again. The sum over all events is every
    /// attempt.
    record Insecure(String why, int attempts, long atNs) implements ReaderEvent {}

    /// The reader's tamper switch opened (`on`) or closed. `changes`: how many the log has to report, the last of them
    /// at `atNs`. A switch that flaps is reported once a minute; 0: the state counts, and a report follows.
    record Tamper(boolean on, int changes, long atNs) implements ReaderEvent {
        public Tamper(boolean on, long atNs) {
            this(on, 1, atNs);
        }
    }

    /// The reader's supply failed, or is back; `changes` as for [Tamper].
    record Power(boolean failed, int changes, long atNs) implements ReaderEvent {
        public Power(boolean failed, long atNs) {
            this(failed, 1, atNs);
        }
    }

    /// The reader's own inputs have changed: a byte each, 0 inactive, 1 active, 2 short, 3 open, 4 fault, 5
    /// unknown.
    record Inputs(Bytes states, long atNs) implements ReaderEvent {}

    /// What only the reader's maker understands. `vendor` is the three bytes of the maker's code.
    record Vendor(Bytes vendor, Bytes data, long atNs) implements ReaderEvent {}
}
