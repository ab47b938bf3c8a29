package dev.lintel.controller;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the process finds around it: the environment's words that it listens to. Tests hand in their own.
///
/// @param adminEmail LINTEL_ADMIN_EMAIL
/// @param adminPassword LINTEL_ADMIN_PASSWORD
/// @param rateLimit LINTEL_RATE_LIMIT
/// @param publicUrl LINTEL_PUBLIC_URL
/// @param service whether systemd runs the process: nobody is there to read a sentence and start it again
/// @param memory a folder on a RAM disk, for a box whose disk takes nothing
public record Surroundings(
        @Nullable String adminEmail,
        @Nullable String adminPassword,
        @Nullable String rateLimit,
        @Nullable String publicUrl,
        boolean service,
        Path memory) {

    public static Surroundings ofProcess() {
        Map<String, String> environment = System.getenv();
        Path shared = Path.of("/dev/shm");
        String temporary = System.getProperty("java.io.tmpdir", "/tmp");
        return new Surroundings(
                environment.get("LINTEL_ADMIN_EMAIL"),
                environment.get("LINTEL_ADMIN_PASSWORD"),
                environment.get("LINTEL_RATE_LIMIT"),
                environment.get("LINTEL_PUBLIC_URL"),
                environment.get("NOTIFY_SOCKET") != null,
                Files.isWritable(shared) ? shared : Path.of(temporary));
    }

    /// A record prints all it holds; this one holds a password.
    @Override
    public String toString() {
        return "Surroundings[service=" + service + "]";
    }
}
