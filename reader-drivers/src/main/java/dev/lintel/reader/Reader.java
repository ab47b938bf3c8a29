package dev.lintel.reader;

/// One reader at a door, as the controller drives it. Events come through the [ReaderListener] given to its driver.
public interface Reader {
    /// Shows `signal` until another is shown. [ReaderSignal#ADMITTED] and [ReaderSignal#REJECTED] go back by
    /// themselves to the last steady signal after `holdMs`. [ReaderSignal#PRE_ALARM] is one beep, which changes
    /// no other signal. Never blocks; callable from any thread.
    void show(ReaderSignal signal, int holdMs);

    /// Whether the reader answers on its line. Readers that cannot tell are always online.
    boolean online();
}
