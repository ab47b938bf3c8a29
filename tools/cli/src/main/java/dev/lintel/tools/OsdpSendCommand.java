package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.PdFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
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
    private static final int MAKERS_OWN = 128;
    private static final int MAKERS_OWN_MAX = 255;

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
        checkType();
        PdFile content = content();
        var progress = new TerminalProgress(output.spec);
        try (var one = new OneReader(reader.line.opener(), address, reader.scbk(), _ -> {})) {
            one.awaitOnline();
            new FileSending(
                            one,
                            content,
                            (taken, total) -> progress.show(
                                    taken < total
                                            ? "%d %%  %d of %d bytes".formatted(100 * taken / total, taken, total)
                                            : "the reader works on it"))
                    .await();
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

    private void checkType() {
        if (type == Command.FileTransfer.TYPE_OPAQUE || (type >= MAKERS_OWN && type <= MAKERS_OWN_MAX)) return;
        throw reader.misused("Invalid value for option '--type': must be 1, or 128 to 255, not " + type);
    }

    private PdFile content() {
        byte[] bytes = GivenFile.read(file, PdFile.BYTES_MAX);
        try {
            return new PdFile(type, Bytes.copyOf(bytes));
        } catch (IllegalArgumentException e) { // an empty one
            throw new CommandFailed(file + ": " + e.getMessage());
        }
    }
}
