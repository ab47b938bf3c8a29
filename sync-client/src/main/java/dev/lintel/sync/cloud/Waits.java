package dev.lintel.sync.cloud;

/// Waiting, so that tests need not.
interface Waits {
    /// Until the pace's clock says `ns`. Throws when it is closed meanwhile.
    void until(long ns) throws InterruptedException;
}
