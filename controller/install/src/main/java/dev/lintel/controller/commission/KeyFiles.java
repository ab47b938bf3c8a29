package dev.lintel.controller.commission;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Function;

/// The files of readers' base keys, 32 hex digits each, readable by the owner only. Faults are
/// `IllegalArgumentException` or [IOException] in words, without the key. Any thread, one at a time for a name.
///
/// ```
///   keys/NAME            the key that the reader has
///   keys/NAME.new        the one that it is being given; both, until it has proven that it has it
///   keys/NAME.removed    the one that it had, while there is no keys/NAME: nobody speaks to it
/// ```
///
/// @param folder `keys` in the data folder
public record KeyFiles(Path folder) {
    private static final String NAME = "[a-z0-9][a-z0-9-]{0,62}";
    private static final int FILE_BYTES_MAX = 128; // 32 digits, and what an editor puts behind them
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /// Those of a data folder.
    public static KeyFiles of(Path data) {
        return new KeyFiles(data.resolve("keys"));
    }

    /// Throws `IllegalArgumentException` in words on a name that would lead elsewhere.
    public static void checkName(String name) {
        if (name.matches(NAME)) return;
        throw new IllegalArgumentException("a key's name is small letters, digits and '-': " + name);
    }

    /// What `controller.yaml` calls it by.
    public static String secret(String name) {
        return "secret:" + name;
    }

    public Path path(String name) {
        return folder.resolve(name);
    }

    public Path nextPath(String name) {
        return folder.resolve(name + ".new");
    }

    private Path removedPath(String name) {
        return folder.resolve(name + ".removed");
    }

    /// Whether the key was taken away, and no other is there.
    public boolean removed(String name) {
        return !Files.exists(path(name)) && Files.exists(removedPath(name));
    }

    /// Whether a change of the key has begun that has not been seen to end.
    public boolean changing(String name) {
        return Files.exists(nextPath(name));
    }

    public boolean exists(String name) {
        return Files.exists(path(name));
    }

    public Scbk key(String name) {
        return read(path(name), name, Scbk::ofHex);
    }

    /// A key that is to be given up: a weak one all the more.
    public Scbk old(String name) {
        return read(path(name), name, Scbk::ofAnyHex);
    }

    /// Makes a key of chance, which is on disk when this returns.
    public Scbk make(String name) throws IOException {
        write(name, randomDigits());
        return key(name);
    }

    /// Makes a key of 32 hex digits, which are wiped afterwards.
    public void write(String name, byte[] digits) throws IOException {
        try {
            DataFolder.makePrivate(folder);
            DataFolder.writePrivate(path(name), digits);
            sync();
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /// No reader can have it.
    public void discard(String name) throws IOException {
        Files.deleteIfExists(path(name));
    }

    /// What is left of a change that broke off: it would be given to the reader some day.
    public void discardNext(String name) throws IOException {
        Files.deleteIfExists(nextPath(name));
    }

    /// The key of a change that has begun, or another of chance, which is on disk before the reader can have it.
    public Scbk next(String name) throws IOException {
        Path file = nextPath(name);
        if (!Files.exists(file)) {
            byte[] digits = randomDigits();
            try {
                DataFolder.writePrivate(file, digits);
            } finally {
                Arrays.fill(digits, (byte) 0);
            }
        }
        sync();
        return read(file, name, Scbk::ofHex);
    }

    /// The reader has taken it.
    public void changed(String name) throws IOException {
        Files.move(nextPath(name), path(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync();
    }

    /// Where there is none to take away, that it was is written down all the same.
    public void remove(String name) throws IOException {
        if (Files.exists(path(name))) {
            Files.move(
                    path(name), removedPath(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else if (!Files.exists(removedPath(name))) {
            DataFolder.writePrivate(removedPath(name), new byte[0]);
        }
        sync();
    }

    /// What a folder says of its files outlasts a power cut only after this.
    private void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static byte[] randomDigits() {
        byte[] key = new byte[Scbk.BYTES];
        var random = new SecureRandom();
        do random.nextBytes(key);
        while (Scbk.weakness(key) != null);
        try {
            return HexFormat.of().formatHex(key).getBytes(StandardCharsets.US_ASCII);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static Scbk read(Path file, String name, Function<String, Scbk> key) {
        try {
            if (!Files.exists(file)) {
                throw new IllegalArgumentException("is not there; 'lintel osdp key " + name + "' makes one");
            }
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                throw new IllegalArgumentException(
                        "can be read by others: take their rights away (chmod 600), and use a new key");
            }
            if (Files.size(file) > FILE_BYTES_MAX) throw new IllegalArgumentException("is not 32 hex digits");
            byte[] text = Files.readAllBytes(file);
            try {
                return key.apply(new String(text, StandardCharsets.US_ASCII).strip());
            } catch (IllegalArgumentException e) { // in words, without the key
                throw new IllegalArgumentException("is refused: " + e.getMessage(), e);
            } finally {
                Arrays.fill(text, (byte) 0);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + e.getMessage(), e);
        }
    }
}
