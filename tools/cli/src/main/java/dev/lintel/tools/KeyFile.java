package dev.lintel.tools;

import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;

/// A reader's base key in a file that somebody names: 32 hex digits that only its owner may read. Messages never show
/// the key. Those of the data folder are [dev.lintel.controller.commission.KeyFiles].
record KeyFile(Path path) {
    private static final int FILE_BYTES_MAX = 128; // 32 digits, and what an editor puts behind them

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
}
