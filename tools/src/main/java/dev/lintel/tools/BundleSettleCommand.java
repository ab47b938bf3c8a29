package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Journal;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel bundle settle`: run by the box itself at a start after an update.
@Command(
        name = "settle",
        description = {
            "On a box, as root, after the restart into an update: keeps the version that runs when its test passes,"
                    + " else has the one before start next (exit code 1: restart now).",
            "A box does this by itself: lintel-settle.service."
        },
        mixinStandardHelpOptions = true)
final class BundleSettleCommand implements Callable<Integer> {
    /// Of a slow board with a slow card, after a migration of a large database, twice over.
    private static final int SECONDS = 900;

    @Option(names = "--seconds", paramLabel = "N", description = "So long the test may take (default: 900).")
    int seconds = SECONDS;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var time = new SystemTime();
        try {
            var installer = new Installer(Path.of("/"), time, _ -> {});
            Installer.Status status = installer.status();
            if (!status.onTrial()) {
                Journal failed = installer.notice();
                if (failed == null) print("settled", "nothing is on trial");
                else print("failed", "Lintel " + failed.version() + " was left: " + failed.why());
                return 0;
            }
            String version = status.running().version();
            Journal last = status.last();
            var trial = new Trial(new ControlClient(data.folder), data.folder, time);
            String wrong = trial.run(Duration.ofSeconds(seconds), last == null ? List.of() : last.faults());
            if (wrong == null) {
                installer.keep();
                print("kept", "Lintel " + version + " works, and is kept");
                return 0;
            }
            installer.giveUp(wrong);
            print("leaving", "Lintel " + version + " is left: " + wrong);
            return 1;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel bundle settle: " + e.getMessage());
        }
    }

    private void print(String state, String sentence) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("state", state);
        json.put("what", sentence);
        output.print(json, _ -> sentence);
    }
}
