package dev.lintel.controller.webhook;

/// How much may wait.
///
/// @param waiting items for one endpoint; the oldest give way
/// @param bytes of `webhooks.db`; what has ended goes first
record Limits(int waiting, long bytes) {
    /// A busy site's two days for each endpoint, and a quarter of a gigabyte on the card that also holds the events,
    /// which come first.
    static final Limits USUAL = new Limits(250_000, 256L << 20);
}
