package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Settlement;
import dev.lintel.controller.update.Settlement.Outcome;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
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
    /// A reader that lost its power with the board, and an adapter on USB, are back within half a minute.
    private static final Duration FAULTY = Duration.ofMinutes(3);

    private final Path root;

    BundleSettleCommand() {
        this(Path.of("/"));
    }

    /// @param root of the machine
    BundleSettleCommand(Path root) {
        this.root = root;
    }

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "So long it may take to start (default: 900). A part that has started and does not work,"
                    + " such as a reader, has 180 of them to mend itself.")
    int seconds = SECONDS;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var time = new SystemTime();
        try {
            var installer = new Installer(root, time, _ -> {});
            var trial = new Trial(new ControlClient(data.folder), data.folder, time);
            var patience = new Trial.Patience(Duration.ofSeconds(seconds), FAULTY);
            Settlement settled =
                    Settlement.of(installer, before -> trial.run(patience, before, ServiceChecks::restarts));
            print(settled);
            return settled.outcome() == Outcome.LEAVING ? 1 : 0;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel bundle settle: " + e.getMessage());
        }
    }

    private void print(Settlement settled) {
        String sentence = sentence(settled);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("state", settled.outcome().name().toLowerCase(Locale.ROOT));
        json.put("what", sentence);
        output.print(json, _ -> sentence);
    }

    private static String sentence(Settlement settled) {
        String version = "Lintel " + settled.version();
        return switch (settled.outcome()) {
            case SETTLED -> "nothing is on trial";
            case FAILED -> version + " was left: " + settled.why();
            case KEPT -> version + " works, and is kept";
            case LEAVING -> version + " is left: " + settled.why();
        };
    }
}
