package dev.lintel.controller;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.server.WebServerException;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.hardware.HardwareException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Why a box does not start, in a sentence for the person at the terminal.
final class StartFault {
    private static final int CAUSE_CHARS_MAX = 120;

    private StartFault() {}

    static RunException refused(RuntimeException e, RunOptions options) {
        boolean ofWiring = e instanceof HardwareException || e instanceof GpioException;
        return new RunException(sentence(e, options), e, ofWiring);
    }

    private static String sentence(RuntimeException e, RunOptions options) {
        return switch (e) {
            case StoreException store -> sentence(store, options.data().resolve("lintel.db"));
            case DataFolderException _, HardwareException _, GpioException _, TlsException _, WebServerException _ ->
                String.valueOf(e.getMessage());
            case UncheckedIOException io -> String.valueOf(io.getMessage());
            case JsonException json -> "the database holds what is no JSON: " + json.getMessage();
            default -> "the start failed unexpectedly (LINTEL_LOG=debug tells where): " + e;
        };
    }

    /// SQLite lists what is damaged over many lines: the first says enough.
    private static String inLine(StoreException store) {
        String text = String.valueOf(store.getMessage()).replaceAll("\\s+", " ").strip();
        return text.length() <= CAUSE_CHARS_MAX ? text : text.substring(0, CAUSE_CHARS_MAX) + "…";
    }

    private static String sentence(StoreException store, Path file) {
        return switch (store.reason()) {
            case NEWER -> file + ": " + store.getMessage();
            case CORRUPT ->
                file + " is damaged or no database. It was left as it is; restore a backup, or start with "
                        + "another data folder (" + inLine(store) + ")";
            case GONE ->
                file + " is not there, and copies beside it show that it was: a service (LINTEL_SERVICE=1) goes on"
                        + " from the newest good snapshot; to begin with nothing move snapshots/ and"
                        + " lintel.db.damaged-* away";
            case FULL -> "no room on the disk that holds " + file;
            case DISK -> "the disk gives or takes nothing of " + file + ": look at the disk (" + inLine(store) + ")";
            case CONSTRAINT, CLOSED, MEMORY, REFUSED, OTHER -> file + " cannot be used: " + store.getMessage();
        };
    }
}
