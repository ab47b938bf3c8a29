package dev.lintel.sim.pd;

/// The line that simulated PDs hang on. Read and written by the bus's thread; [#close] may come from another.
interface PdPort extends AutoCloseable {
    /// What a panel opens to find the PDs, or where it is found, for people.
    String name();

    /// Waits up to `timeoutMs` for bytes. Returns how many came, 0 when the time is over, -1 once it was closed.
    /// A line that is gone for a while brings nothing; it is opened again from here.
    int read(byte[] target, int timeoutMs);

    /// Sends all of `bytes`; what nobody takes is lost, as on a wire.
    void write(byte[] bytes);

    /// The speed that the panel has set at its end, in bits a second; 0 where nobody can know.
    int panelSpeed();

    /// The PDs have this speed from now on: the line's own end follows where it has one.
    void follow(int baud);

    /// How long a frame may stand still before it is given up, in ms: longer where bytes come in lumps.
    int gapMs();

    @Override
    void close();
}
