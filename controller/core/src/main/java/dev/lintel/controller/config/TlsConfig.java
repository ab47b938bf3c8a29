package dev.lintel.controller.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which certificate this box shows beside that of its own authority. Immutable.
public sealed interface TlsConfig {
    /// None; or one that was installed by hand.
    record Own() implements TlsConfig {}

    /// Files (PEM) that somebody else looks after.
    ///
    /// @param certificate the server's first, then who signed it
    record Given(Path certificate, Path key) implements TlsConfig {}

    /// One that is ordered by ACME.
    ///
    /// @param names empty: the name in `public_url`
    /// @param trust PEM of who may vouch for the authority's server; null: those that Java trusts
    record Acme(
            URI directory,
            String email,
            List<String> names,
            @Nullable Path trust) implements TlsConfig {
        public Acme {
            names = List.copyOf(names);
        }
    }
}
