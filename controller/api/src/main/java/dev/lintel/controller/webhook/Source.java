package dev.lintel.controller.webhook;

import dev.lintel.controller.store.Database;
import org.jspecify.annotations.Nullable;

/// An account whose events and changes are told. Any thread but an event loop.
public interface Source {
    long accountId();

    /// Its database; null while it is not open.
    @Nullable
    Database database();

    /// Opens it, where that is possible: somebody is to be told of it.
    void open();
}
