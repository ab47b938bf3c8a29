package dev.lintel.controller.fleet;

import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.StateHash;

/// What a box has when it has all that concerns it, as the hub and the box compare it.
public final class ScopeCheck {
    private ScopeCheck() {}

    /// Walks all people: some 100 ms for 100,000.
    public static Check of(Sql sql, BoxScope scope) {
        var hash = new StateHash();
        scope.each(sql, hash::add);
        return hash.check();
    }
}
