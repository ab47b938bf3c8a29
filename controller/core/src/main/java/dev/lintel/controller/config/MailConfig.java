package dev.lintel.controller.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `mail` of `controller.yaml` says: the server that takes this box's letters. Immutable.
///
/// @param host its name or address
/// @param from whose letters they are: `door@example.com`
/// @param name that is shown before `from`; empty: none
/// @param login null: the server asks for none
/// @param trust files (PEM) of authorities that are believed beside the usual ones
public record MailConfig(
        String host,
        int port,
        Security security,
        String from,
        String name,
        @Nullable Login login,
        List<Path> trust) {
    public MailConfig {
        trust = List.copyOf(trust);
    }

    /// Who this box is to the server.
    ///
    /// @param passwordFile its first line is the password
    public record Login(String user, Path passwordFile) {}

    /// How the way to the server is kept from others.
    public enum Security {
        /// TLS after a first word in the clear; nothing is sent where the server has none.
        STARTTLS("starttls", 587),
        TLS("tls", 465),
        NONE("none", 25);

        private final String word;
        private final int port;

        Security(String word, int port) {
            this.word = word;
            this.port = port;
        }

        /// The word in the file.
        public String word() {
            return word;
        }

        /// The usual one.
        int port() {
            return port;
        }
    }
}
