package dev.lintel.controller.tls;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.Certificates.Served;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Certificates for tests of something else: an authority and a server certificate are made once a JVM for the same
/// names, and each box gets a copy. Making them takes 6 ms of processor time, and four waits for the disk.
public final class TestTls {
    private static final Map<SortedSet<String>, First> FIRST = new HashMap<>();

    private TestTls() {}

    /// @param files by their names
    private record First(Served served, Map<String, Bytes> files) {}

    /// For `localhost`.
    public static Served in(Path folder) {
        return in(folder, new TreeSet<>(List.of("localhost")));
    }

    /// As [Certificates#ensure] in a folder, new or not.
    public static Served in(Path folder, SortedSet<String> names) {
        if (Files.exists(folder.resolve("ca.crt"))) return new Certificates(folder, new SystemTime()).ensure(names);
        try {
            First first = first(names);
            for (var content : first.files.entrySet()) {
                Path file = Files.write(
                        folder.resolve(content.getKey()), content.getValue().toArray());
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return new Served(
                    folder.resolve("ca.crt"),
                    folder.resolve("server.crt"),
                    folder.resolve("server.key"),
                    first.served.fingerprint(),
                    first.served.validTo(),
                    true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized First first(SortedSet<String> names) throws IOException {
        First known = FIRST.get(names);
        if (known != null) return known;
        Path folder = Files.createTempDirectory("lintel-tls-");
        Served served = new Certificates(folder, new SystemTime()).ensure(names);
        var files = new HashMap<String, Bytes>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Bytes.copyOf(Files.readAllBytes(file)));
                Files.delete(file);
            }
        }
        Files.delete(folder);
        var made = new First(served, files);
        FIRST.put(names, made);
        return made;
    }
}
