package dev.lintel.tools;

import dev.lintel.controller.backup.BackupException;
import dev.lintel.controller.backup.Contents;
import dev.lintel.controller.backup.Restores;
import dev.lintel.controller.backup.Restores.Checked;
import dev.lintel.controller.backup.Restores.Restored;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel restore`.
@Command(
        name = "restore",
        description = {
            "Makes this box the one that a backup is of, on the same hardware or other. Stop Lintel before it.",
            "All of the backup is unpacked and checked before anything is changed; what was in the data folder stays in"
                    + " it, in a folder before-restore-of-TIME.",
            "The other box must not go on: both would have the same name, certificates and place at a hub.",
            "People who were deleted after the backup are back. A hub refuses those whom a box remembers as deleted or"
                    + " disabled; nobody remembers the others: delete them again."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel restore north-gate.backup --check            looks whether it opens and is whole",
            "  systemctl stop lintel && lintel restore north-gate.backup && systemctl start lintel",
            "  lintel restore north-gate.backup --keep-wiring      other hardware: its wiring stays"
        })
final class RestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "What 'lintel backup' wrote.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(names = "--check", description = "Only look whether it opens and is whole.")
    boolean checkOnly;

    @Option(names = "--keep-wiring", description = "Keep this box's controller.yaml.")
    boolean keepWiring;

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (!checkOnly) yes.needsSomebody();
        var progress = new TerminalProgress(output.spec);
        try {
            Restores.require(file);
            String secret = passphrase.known(output);
            var restores = new Restores(progress::show);
            Checked checked = restores.check(file, secret);
            progress.clear();
            if (checkOnly) {
                output.print(json(checked.contents(), checked.files(), null), _ -> file + ": whole, " + of(checked));
                return 0;
            }
            String question = file + " is " + of(checked) + ". Make " + data.folder + " that box?";
            if (!yes.agreed(output, question)) throw new CommandFailed("nothing was changed");
            Restored restored = restores.restore(file, secret, data.folder, keepWiring, new SystemTime());
            progress.clear();
            Path before = restored.before();
            String kept = before == null ? "" : "; what was there is in " + before;
            String cut = restored.cut() == null ? "" : "\n" + restored.cut();
            String people = "\npeople who were deleted after the backup are back; a hub refuses those whom its boxes"
                    + " remember as deleted ('lintel hub restored'): delete the others again";
            var json = json(restored.contents(), restored.files(), before);
            json.put("cut", restored.cut());
            output.print(json, _ -> data.folder + ": " + restored.files() + " files restored" + kept + people + cut);
            return 0;
        } catch (BackupException e) {
            progress.clear();
            throw new CommandFailed("lintel restore: " + e.getMessage());
        }
    }

    private static String of(Checked checked) {
        Contents contents = checked.contents();
        return "the box " + contents.box() + " of " + contents.made() + " (Lintel " + contents.version() + ", "
                + checked.files() + " files)";
    }

    private Map<String, @Nullable Object> json(Contents contents, int files, @Nullable Path before) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("backup", file.toString());
        json.put("box", contents.box());
        json.put("made", contents.made().toString());
        json.put("version", contents.version());
        json.put("files", files);
        json.put("before", before == null ? null : before.toString());
        return json;
    }
}
