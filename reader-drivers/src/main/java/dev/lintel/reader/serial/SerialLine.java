package dev.lintel.reader.serial;

/// One open line. Used by one thread; [#close] may be called from any.
public interface SerialLine extends AutoCloseable {
    /// Waits up to `timeoutNs` nanoseconds for bytes and puts what there is into `buffer`. Returns how many
    /// came, 0 when the time is over. Throws [SerialException] when the line is gone or closed.
    int read(byte[] buffer, long timeoutNs);

    /// Hands all of `bytes` to the line. Throws [SerialException] when the line is gone or does not take them.
    void write(byte[] bytes);

    /// Bits a second; what a sent byte takes is ten of them.
    int baud();

    /// How much later than on a wire bytes may come, nanoseconds: 0 but for a network.
    default long slackNs() {
        return 0;
    }

    /// Its user closes it now because no byte came for a long time. A line to a name with several addresses connects to
    /// another one the next time; without this call, it does so where the other end closed before it sent a byte.
    default void silent() {}

    /// Where the line leads, for messages: a path or an address.
    String name();

    @Override
    void close();
}
