package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel support`.
@Command(
        name = "support",
        description = {
            "Writes what somebody needs who looks for a fault into a zip: findings of doctor, versions, log, wiring,"
                    + " the site, events without names and numbers, the machine's disks, network and clock.",
            "No keys, passwords, tokens, people or cards are in it. Look at it before you send it: it is plain text.",
            "It is made of a box that runs, of one that does not, and of one whose database is damaged."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel support north-gate.zip"})
final class SupportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A zip that is not there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(
            names = "--with-names",
            description = "Leave people's names, addresses and cards' numbers where a log has them. Never secrets.")
    boolean withNames;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (Files.exists(file)) throw new CommandFailed(file + " is there already: it is not written over");
        var progress = new TerminalProgress(output.spec);
        Time time = new SystemTime();
        try {
            List<String> parts = new SupportFile(data.folder, time, progress::show, withNames).write(file);
            progress.clear();
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("file", file.toString());
            json.put("parts", parts);
            output.print(json, _ -> file + ": " + String.join(", ", parts));
            return 0;
        } catch (IOException e) {
            progress.clear();
            throw new CommandFailed("lintel support: " + e.getMessage());
        }
    }
}
