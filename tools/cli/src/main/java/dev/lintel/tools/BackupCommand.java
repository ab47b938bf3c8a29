package dev.lintel.tools;

import dev.lintel.controller.backup.BackupException;
import dev.lintel.controller.backup.Backups;
import dev.lintel.controller.backup.Backups.Made;
import dev.lintel.controller.backup.Contents;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.SystemTime;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `lintel backup`.
@Command(
        name = "backup",
        description = {
            "Writes the box's data folder into one encrypted file: people, rights, events, readers' keys, certificates,"
                    + " pictures, wiring. The box may go on running.",
            "What belongs to the machine's system is not in it: of a box that an image made its network, host name,"
                    + " time servers and SSH keys. Flash a new card for it with the same --customise.",
            "The file is read back before it is there. Without its passphrase it is of no use to anybody: keep that"
                    + " where the box is not.",
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel backup north-gate.backup",
            "  lintel backup /mnt/usb/box.backup --passphrase-file /root/passphrase      as a job at night",
            "%nOf a box that an image made, from another machine; the file 'passphrase' stays there:",
            "  ssh root@north-gate.local lintel backup /var/tmp/north-gate.backup <passphrase",
            "  scp root@north-gate.local:/var/tmp/north-gate.backup ."
        })
final class BackupCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Parameters(paramLabel = "FILE", description = "Where it goes; a file of that name is replaced.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            var backups = new Backups(data.folder, progress::show);
            backups.require(file);
            String secret = passphrase.chosen(output);
            var contents = new Contents(Version.text(), new SystemTime().now(), hostName());
            Made made = backups.make(file, contents, secret);
            progress.clear();
            output.print(json(made), _ -> text(made));
            return 0;
        } catch (BackupException | StoreException e) {
            progress.clear();
            throw new CommandFailed("lintel backup: " + e.getMessage());
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) { // a machine whose name no service knows
            return "a box";
        }
    }

    private String text(Made made) {
        return String.format(Locale.ROOT, "%s: %d files, %.2f MB, read back", file, made.files(), made.bytes() / MB);
    }

    private Map<String, @Nullable Object> json(Made made) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("backup", file.toString());
        json.put("files", made.files());
        json.put("bytes", made.bytes());
        json.put("passed_over", made.passedOver());
        json.put("made", made.contents().made().toString());
        return json;
    }
}
