package dev.lintel.tools;

import dev.lintel.controller.csv.CsvWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lintel people export`.
@Command(
        name = "export",
        description = {
            "Writes all people to a CSV file that 'lintel people import' takes: brought back, it changes nothing.",
            "A file that is there already is replaced once the new one is whole. Only its owner can read it."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel people export people.csv",
            "  lintel people export - | grep Ada",
        })
final class PeopleExportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file to write; - is standard output.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(names = "--pins", description = "With everybody's PINs, readable. Without it there is no PIN in the file.")
    boolean pins;

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
            if (output.json) throw new ParameterException(spec.commandLine(), "--json tells of a file: name one");
            PrintWriter out = spec.commandLine().getOut();
            long _ = write(TerminalProgress.isTerminal() ? text -> out.print(shown(text)) : out::print);
            out.flush();
            return 0;
        }
        long people = toFile();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("people", people);
        json.put("file", file.toString());
        output.print(json, _ -> people + (people == 1 ? " person" : " people") + " in " + file);
        return 0;
    }

    /// For eyes; what goes into a pipe or a file is written as it is.
    private static String shown(String text) {
        return Output.harmless(text.replace("\r\n", "\n"));
    }

    /// Takes a piece of the file's text.
    private interface Sink {
        void write(String text) throws IOException;
    }

    /// Beside the file first: who reads it meanwhile, and a disk that fills up, leave the old one whole.
    private long toFile() {
        Path whole = replaced();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        try {
            Files.deleteIfExists(part); // of an export that was killed
            long people;
            try (BufferedWriter out = OwnFile.create(part)) {
                out.write(CsvWriter.MARK); // people open files in spreadsheets
                people = write(out::write);
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
            return people;
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be written: " + GivenFile.reason(e));
        } finally {
            forget(part);
        }
    }

    /// What a link leads to, and nothing but a file: a folder, or the terminal's device, would be gone.
    private Path replaced() {
        try {
            if (!Files.exists(file)) return file;
            if (Files.isRegularFile(file)) return file.toRealPath();
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be written: " + GivenFile.reason(e));
        }
        throw new CommandFailed(file + " cannot be written: it is no regular file (standard output is -)");
    }

    private static void forget(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // What kept it from being written keeps it from being taken away, and that was told.
        }
    }

    private long write(Sink out) {
        var client = new ControlClient(data.folder);
        var progress = new TerminalProgress(spec);
        boolean shown = !InputBytes.isStandard(file);
        long people = 0;
        try {
            var part = client.askOne(Map.of("command", "people export", "pins", pins));
            String header = text(part, "header");
            out.write(header);
            while (true) {
                out.write(text(part, "rows"));
                people += number(part, "people");
                if (shown) progress.show(people + " people");
                if (!Boolean.TRUE.equals(part.get("more"))) return people;
                part = client.askOne(next(part));
                if (text(part, "header").equals(header)) continue;
                throw new CommandFailed("the credential types changed meanwhile: export again");
            }
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be written: " + GivenFile.reason(e));
        } finally {
            progress.clear();
        }
    }

    private Map<String, Object> next(Map<String, @Nullable Object> part) {
        return Map.of(
                "command",
                "people export",
                "pins",
                pins,
                "after",
                number(part, "last"),
                "highest",
                number(part, "highest"));
    }

    private static String text(Map<String, @Nullable Object> part, String name) {
        if (part.get(name) instanceof String text) return text;
        throw new CommandFailed("the process gave an answer without " + name);
    }

    private static long number(Map<String, @Nullable Object> part, String name) {
        if (part.get(name) instanceof Long number) return number;
        throw new CommandFailed("the process gave an answer without " + name);
    }
}
