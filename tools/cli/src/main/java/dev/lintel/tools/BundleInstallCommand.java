package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Installer.Installed;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel bundle install`.
@Command(
        name = "install",
        description = {
            "On a box, as root: checks a bundle, writes it to the slot that does not run and restarts into it.",
            "Doors go on meanwhile; the restart takes them a minute. The new version stays when its test passes: doors"
                    + " work, the database is readable, HTTPS answers. Else the box restarts into the one before, by"
                    + " itself, also after a power cut."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel bundle install lintel-0.2.0-virt-arm64.bundle",
            "  lintel bundle install lintel-0.2.0-virt-arm64.bundle --yes --no-restart     it starts next time"
        })
final class BundleInstallCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Parameters(paramLabel = "FILE", description = "A signed bundle for this board.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

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
        var progress = new TerminalProgress(output.spec);
        try {
            var time = new SystemTime();
            var installer = new Installer(Path.of("/"), data.folder, time, progress::show);
            Installer.Status status = installer.status();
            String question;
            try (Bundle bundle = Bundle.open(file)) {
                Manifest manifest = bundle.manifest();
                question = "Lintel " + status.running().version() + " runs; install " + manifest.version() + " of "
                        + manifest.built() + (noRestart ? "?" : " and restart?");
            }
            if (!yes.agreed(output, question)) throw new CommandFailed("nothing was changed");
            var trial = new Trial(new ControlClient(data.folder), data.folder, time);
            Installed installed = installer.install(file, trial.faults());
            progress.clear();
            output.print(json(installed), _ -> text(installed));
            if (!noRestart) Machine.restart();
            return 0;
        } catch (UpdateException e) {
            progress.clear();
            throw new CommandFailed("lintel bundle install: " + e.getMessage());
        }
    }

    private String text(Installed installed) {
        return String.format(
                Locale.ROOT,
                "Lintel %s is in slot %s (%.0f MB of it written); %s",
                installed.now().version(),
                installed.slot(),
                installed.writtenBytes() / MB,
                noRestart ? "it is tried at the next start" : "the box restarts into it now");
    }

    private static Map<String, @Nullable Object> json(Installed installed) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("version", installed.now().version());
        json.put("before", installed.before().version());
        json.put("slot", String.valueOf(installed.slot()));
        json.put("written_bytes", installed.writtenBytes());
        return json;
    }
}
