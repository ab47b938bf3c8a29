package dev.lintel.tools;

import dev.lintel.controller.proof.LogExport;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.ProofException;
import dev.lintel.controller.store.ChainedEvents;
import dev.lintel.controller.store.StoreException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lintel events export`: the log with its hashes and signed heads, for the script `verify-events`.
@Command(
        name = "export",
        description = {
            "Writes all events with their hashes and the signed heads to FILE, as JSON lines.",
            "The script verify-events verifies it on any machine with Python, without Lintel."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel events export log.jsonl",
            "  lintel events export --after 120000 - | gzip > log.gz"
        })
final class EventsExportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A new file; - is standard output.")
    Path file = Path.of("-");

    @Option(names = "--after", paramLabel = "ID", description = "Only events after this one (default: all).")
    long after;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Override
    public Integer call() {
        if (InputBytes.isStandard(file)) {
            PrintWriter out = spec.commandLine().getOut();
            long _ = write(out);
            out.flush();
            return 0;
        }
        long events;
        try (BufferedWriter out = OwnFile.create(file)) {
            events = write(out);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailed(file + " exists: name a new file");
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be written: " + GivenFile.reason(e));
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("events", events);
        json.put("file", file.toString());
        output.print(json, _ -> events + (events == 1 ? " event" : " events") + " in " + file);
        return 0;
    }

    private long write(Appendable out) {
        try (var events = ChainedEvents.open(data.folder.resolve("lintel.db"))) {
            return LogExport.write(events, LogKey.publicOf(data.folder), after, out);
        } catch (StoreException | ProofException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailed("the export cannot be written: " + GivenFile.reason(e));
        }
    }
}
