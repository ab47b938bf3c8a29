package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.PdFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel osdp send`: a file for a reader, its firmware perhaps.
@CommandLine.Command(
        name = "send",
        description = {
            "Sends a reader a file, such as new firmware from its maker, and waits until it has worked on it.",
            "Lintel does not look into the file: whether it fits the reader is for you to know.",
            "Interrupting it (Ctrl-C) tells the reader to forget the file.",
            "No controller may use the port meanwhile."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel osdp send firmware.bin --port /dev/ttyUSB0 --address 3 --baud 115200"})
final class OsdpSendCommand implements Callable<Integer> {
    /// The longest file at the slowest speed, and a reader that takes its time.
    private static final Duration LIMIT = Duration.ofHours(24);

    private static final long ABORT_MS_MAX = 1_000;
    private static final Duration ABORT_MAX = Duration.ofMillis(ABORT_MS_MAX);

    @Parameters(paramLabel = "FILE", description = "The file, 16 MiB at most.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Mixin
    OsdpReaderOptions reader = new OsdpReaderOptions();

    @Option(
            names = "--type",
            paramLabel = "N",
            description = "What the reader shall take it for: 1, or 128 to 255 for its maker's kinds (default: 1).")
    int type = 1;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        int address = reader.checkedAddress();
        PdFile content = content();
        var progress = new TerminalProgress(output.spec);
        try (var one = new OneReader(reader.line.opener(), address, reader.scbk(), _ -> {})) {
            one.awaitOnline();
            CompletableFuture<Void> sent = one.bus()
                    .send(
                            address,
                            content,
                            (taken, total) -> progress.show(
                                    taken < total
                                            ? "%d %%  %d of %d bytes".formatted(100 * taken / total, taken, total)
                                            : "the reader works on it"));
            Thread onInterrupt = Thread.ofPlatform().name("osdp-abort").unstarted(() -> abort(one, sent));
            Runtime.getRuntime().addShutdownHook(onInterrupt);
            one.await(sent, LIMIT);
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } finally {
            progress.clear();
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("bytes", content.content().size());
        output.print(
                answer,
                _ -> "the reader at address " + address + " has taken the file, " + answer.get("bytes") + " bytes");
        return 0;
    }

    /// On the way out: gives the bus a moment to tell the reader.
    private static void abort(OneReader one, CompletableFuture<Void> sent) {
        if (!sent.cancel(false)) return;
        try {
            // Orders are done in turn: this one is answered when the reader has been told.
            one.bus().ask(one.address(), new Command.LocalStatus(), ABORT_MAX).get(ABORT_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            return; // the reader forgets the file by itself when nothing more comes
        }
    }

    private PdFile content() {
        try {
            if (Files.size(file) > PdFile.BYTES_MAX) {
                throw new CommandFailed(file + " has more than " + PdFile.BYTES_MAX + " bytes");
            }
            return new PdFile(type, Bytes.copyOf(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be read");
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(file + ": " + e.getMessage());
        }
    }
}
