package dev.lintel.controller;

import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.system.DiskFault;
import java.io.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the process finds around it: the environment's words that it listens to. Tests hand in their own.
///
/// @param adminEmail LINTEL_ADMIN_EMAIL
/// @param adminPassword LINTEL_ADMIN_PASSWORD
/// @param rateLimit LINTEL_RATE_LIMIT
/// @param publicUrl LINTEL_PUBLIC_URL
/// @param service whether a service manager runs the process: nobody is there to read a sentence and start it again
/// @param memory RAM disks, for a box whose disk takes nothing
/// @param board whether Lintel is installed on the board that it is to control: without a configuration it then has no
///     doors yet, rather than simulated ones. The installed launcher says so by the property `lintel.board`
/// @param screen the file of what is to be shown on the board's screens; null: nobody shows it
/// @param disk what the machine had to start without
public record Surroundings(
        @Nullable String adminEmail,
        @Nullable String adminPassword,
        @Nullable String rateLimit,
        @Nullable String publicUrl,
        boolean service,
        MemoryRoom memory,
        boolean board,
        @Nullable Path screen,
        DiskFault disk) {
    /// On a developer's machine.
    public Surroundings(
            @Nullable String adminEmail,
            @Nullable String adminPassword,
            @Nullable String rateLimit,
            @Nullable String publicUrl,
            boolean service,
            Path memory) {
        this(
                adminEmail,
                adminPassword,
                rateLimit,
                publicUrl,
                service,
                MemoryRoom.of(memory),
                false,
                null,
                DiskFault.NONE);
    }

    public static Surroundings ofProcess() {
        Map<String, String> environment = System.getenv();
        return new Surroundings(
                environment.get("LINTEL_ADMIN_EMAIL"),
                environment.get("LINTEL_ADMIN_PASSWORD"),
                environment.get("LINTEL_RATE_LIMIT"),
                environment.get("LINTEL_PUBLIC_URL"),
                isService(environment, inTerminal()),
                memory(environment),
                Boolean.getBoolean("lintel.board"),
                screen(environment),
                DiskFault.of(Path.of("/")));
    }

    /// LINTEL_SERVICE says so, or else systemd's variables do. A shell in a terminal may have inherited INVOCATION_ID.
    static boolean isService(Map<String, String> environment, boolean terminal) {
        String said = environment.get("LINTEL_SERVICE");
        if (said != null) return said.equals("1");
        return environment.containsKey("NOTIFY_SOCKET") || (environment.containsKey("INVOCATION_ID") && !terminal);
    }

    @SuppressWarnings("SystemConsoleNull") // from JDK 25 on it is null again when nobody is there
    private static boolean inTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static @Nullable Path screen(Map<String, String> environment) {
        String own = own(environment);
        return own == null ? null : Path.of(own, "screen");
    }

    /// systemd's, private, on a RAM disk; null: it made none.
    private static @Nullable String own(Map<String, String> environment) {
        String own = environment.get("RUNTIME_DIRECTORY"); // several with colons
        return own == null || own.isEmpty() ? null : own.split(":", 2)[0];
    }

    /// systemd's is a part of `/run`, a tenth of the memory on Debian; the shared one is half of it.
    static MemoryRoom memory(Map<String, String> environment) {
        var folders = new ArrayList<Path>();
        String own = own(environment);
        if (own != null) folders.add(Path.of(own));
        Path shared = Path.of("/dev/shm");
        if (Files.isWritable(shared)) folders.add(shared);
        if (folders.isEmpty()) folders.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
        return MemoryRoom.of(folders.toArray(Path[]::new));
    }

    /// A record prints all it holds; this one holds a password.
    @Override
    public String toString() {
        return "Surroundings[service=" + service + "]";
    }
}
