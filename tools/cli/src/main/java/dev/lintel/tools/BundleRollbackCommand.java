package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Installer.Back;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel bundle rollback`.
@Command(
        name = "rollback",
        description = {
            "On a box, as root: restarts into the version before, which is in the other slot. An update that waits for"
                    + " its first start is taken back.",
            "Where the newer one has changed the database's tables, people and rights are as they were when it was"
                    + " installed, and what the newer database held is kept beside; no event is lost."
        },
        mixinStandardHelpOptions = true)
final class BundleRollbackCommand implements Callable<Integer> {
    @Option(names = "--no-restart", description = "Leave the restart to somebody.")
    boolean noRestart;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        yes.needsSomebody();
        try {
            var time = new SystemTime();
            var installer = new Installer(Path.of("/"), data.folder, time, _ -> {});
            Installer.Status status = installer.status();
            String question = "Lintel " + status.running().version() + " runs; go back to the version before"
                    + (noRestart ? "?" : " and restart?") + copies();
            if (!yes.agreed(output, question)) throw new CommandFailed("nothing was changed");
            var trial = new Trial(new ControlClient(data.folder), data.folder, time);
            Back back = installer.rollback(trial.faults());
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("slot", back.title());
            json.put("starts_next", back.next());
            output.print(json, _ -> text(back));
            if (back.next() && !noRestart) Machine.restart();
            return 0;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel bundle rollback: " + e.getMessage());
        }
    }

    private String text(Back back) {
        if (!back.next()) return back.title() + " was to be tried at the next start, and is not any more";
        return back.title() + (noRestart ? " starts next" : ": the box restarts into it now");
    }

    /// How old people and rights would be, where the version before knows other tables than the one that runs.
    private String copies() {
        try (Stream<Path> files = Files.list(data.folder)) {
            List<Path> copies = files.filter(
                            file -> file.getFileName().toString().matches("lintel[.]db[.]schema-\\d+"))
                    .toList();
            if (copies.isEmpty()) return "";
            return "\nPeople and rights may then be as of " + Files.getLastModifiedTime(copies.getFirst())
                    + ": a newer version has changed the database's tables since.";
        } catch (IOException e) { // the question is asked all the same
            return "";
        }
    }
}
