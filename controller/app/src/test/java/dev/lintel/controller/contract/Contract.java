package dev.lintel.controller.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The one box that the tests of this package share: a start takes seconds, and they leave each other alone.
final class Contract {
    private Contract() {}

    /// Started by the first test that asks, ended with the tests' own process.
    private static final class Shared {
        private static final RunningBox BOX = start();

        private Shared() {}

        private static RunningBox start() {
            try {
                Path folder = Files.createTempDirectory("lintel-contract");
                RunningBox box = RunningBox.start(folder, 0);
                Runtime.getRuntime()
                        .addShutdownHook(
                                Thread.ofPlatform().name("contract-end").unstarted(() -> {
                                    box.close();
                                    remove(folder);
                                }));
                return box;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static RunningBox box() {
        return Shared.BOX;
    }

    static Client client(Variant variant) {
        return box().client(variant);
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
