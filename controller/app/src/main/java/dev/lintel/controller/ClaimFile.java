package dev.lintel.controller;

import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The token that a card was given before its first start (`claim` in the data folder): whoever wrote
/// the card has it on paper. It goes once there is an administrator.
///
/// @param file where it is, if there is one
record ClaimFile(Path file) {
    private static final Logger LOG = System.getLogger(ClaimFile.class.getName());
    private static final int BYTES_MAX = 256; // a token of 43 characters, and what an editor puts behind it

    static ClaimFile in(DataFolder folder) {
        return new ClaimFile(folder.path().resolve("claim"));
    }

    /// The token, or null where there is none that is one.
    @Nullable
    String token() {
        try (InputStream in = Files.newInputStream(file)) {
            String token = new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8).strip();
            if (SetupLinks.isToken(token)) return token;
            LOG.log(Level.WARNING, file + " holds no token: the set-up link is printed instead");
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            LOG.log(Level.WARNING, file + " cannot be read: " + e.getMessage());
        }
        return null;
    }

    /// Removes it.
    void spend() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, file + " cannot be removed: " + e.getMessage());
        }
    }
}
