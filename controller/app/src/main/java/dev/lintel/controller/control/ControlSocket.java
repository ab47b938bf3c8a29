package dev.lintel.controller.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Where the socket of a data folder is. `control.sock` in the folder itself, but a socket's path must be short: for a
/// deep folder it is in a private folder under the run folder, and `control.path` in the data folder says where.
public final class ControlSocket {
    /// Linux takes 107 bytes and a closing zero (`sun_path`); other systems a few less.
    public static final int PATH_BYTES_MAX = 100;

    private static final String SOCKET = "control.sock";
    private static final String NOTE = "control.path";

    private ControlSocket() {}

    /// The path a client connects to, or null when no process has ever listened there. A path is no promise that one
    /// listens now.
    public static @Nullable Path find(Path dataFolder) throws IOException {
        Path here = dataFolder.toAbsolutePath().normalize().resolve(SOCKET);
        if (isShort(here)) return Files.exists(here) ? here : null;
        Path note = here.resolveSibling(NOTE);
        return Files.exists(note) ? Path.of(Files.readString(note).strip()) : null;
    }

    /// A free path to listen on; what an earlier process left is removed. Only for the process that holds the data
    /// folder.
    static Path place(Path dataFolder, Path runFolder) throws IOException {
        clear(dataFolder);
        Path here = dataFolder.toAbsolutePath().normalize().resolve(SOCKET);
        if (isShort(here)) return here;
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path elsewhere =
                Files.createTempDirectory(runFolder, "lintel-", ownerOnly).resolve(SOCKET);
        Files.writeString(here.resolveSibling(NOTE), elsewhere + "\n");
        return elsewhere;
    }

    /// Removes the socket, the note and the private folder.
    static void clear(Path dataFolder) throws IOException {
        Path left = find(dataFolder);
        if (left == null) return;
        if (Files.isDirectory(left)) throw new IOException(left + " is a folder");
        Files.deleteIfExists(left);
        Path note = dataFolder.toAbsolutePath().normalize().resolve(NOTE);
        if (!Files.exists(note)) return;
        Path folder = left.getParent();
        if (folder != null) Files.deleteIfExists(folder);
        Files.delete(note);
    }

    /// The folder for sockets of deep data folders: the session's, the system's, or the temporary one.
    public static Path runFolder() {
        String session = System.getenv("XDG_RUNTIME_DIR");
        if (session != null && Files.isWritable(Path.of(session))) return Path.of(session);
        Path system = Path.of("/run");
        return Files.isWritable(system) ? system : Path.of("/tmp");
    }

    private static boolean isShort(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= PATH_BYTES_MAX;
    }
}
