package dev.lintel.tools;

import dev.lintel.controller.store.DataFolder;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;

/// A reader's base key as a file of the data folder, `keys/NAME`: 32 hex digits that only its owner may read.
/// Messages never show the key.
record KeyFile(Path path) {
    private static final String NAME = "[a-z0-9][a-z0-9-]{0,62}";
    private static final int FILE_BYTES_MAX = 128; // 32 digits, and what an editor puts behind them

    /// Throws [CommandFailed] on a name that would lead elsewhere.
    static KeyFile of(Path data, String name) {
        if (!name.matches(NAME)) throw new CommandFailed("a key's name is small letters, digits and '-': " + name);
        return new KeyFile(data.resolve("keys").resolve(name));
    }

    /// Where its successor waits until the reader has taken it.
    KeyFile next() {
        return new KeyFile(path.resolveSibling(path.getFileName() + ".new"));
    }

    boolean exists() {
        return Files.exists(path);
    }

    /// The name that controller.yaml calls it by.
    String secret() {
        return "secret:" + path.getFileName();
    }

    static byte[] randomDigits() {
        byte[] key = new byte[Scbk.BYTES];
        new SecureRandom().nextBytes(key);
        try {
            return HexFormat.of().formatHex(key).getBytes(StandardCharsets.US_ASCII);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /// Writes 32 hex digits, which are wiped afterwards.
    void write(byte[] digits) {
        try {
            DataFolder.makePrivate(path.resolveSibling(""));
            DataFolder.writePrivate(path, digits);
        } catch (IOException e) {
            throw new CommandFailed(path + " cannot be written: " + e.getMessage());
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /// The key; weak ones are refused, and files that others than their owner have rights to.
    Scbk read() {
        return read(Scbk::ofHex);
    }

    /// A key that is to be given up: a weak one all the more.
    Scbk readOld() {
        return read(Scbk::ofAnyHex);
    }

    private Scbk read(Function<String, Scbk> key) {
        byte[] text = {};
        try {
            GivenFile.checkPrivate(path);
            if (Files.size(path) > FILE_BYTES_MAX) throw new CommandFailed(path + " is not 32 hex digits");
            text = Files.readAllBytes(path);
            return key.apply(new String(text, StandardCharsets.US_ASCII).strip());
        } catch (IOException e) {
            throw GivenFile.unreadable(path, e);
        } catch (IllegalArgumentException e) { // in words, without the key
            throw new CommandFailed(path + ": " + e.getMessage());
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /// Puts it in the place of `older`, whole or not at all.
    void replace(KeyFile older) {
        try {
            Files.move(path, older.path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CommandFailed(path + " cannot be moved to " + older.path + ": " + e.getMessage()
                    + ". The reader has the key of " + path);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new CommandFailed(path + " cannot be removed: " + e.getMessage());
        }
    }
}
