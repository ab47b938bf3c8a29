package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.Box;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box is backed up while it runs, and another process on another folder is that box afterwards.
class BackupCommandTest {
    @TempDir
    Path temp;

    private String passphrase() throws IOException {
        return Files.writeString(temp.resolve("passphrase"), "eleven quiet hinges\n")
                .toString();
    }

    @Test
    void aBoxGoesOnOnOtherHardware() throws IOException {
        Path backup = temp.resolve("box.backup");
        String authority;
        try (Box box = Box.start(Box.prepared(temp.resolve("one")))) {
            CommandRun made = CommandRun.of(
                    "backup",
                    backup.toString(),
                    "--passphrase-file",
                    passphrase(),
                    "--data",
                    box.data.toString(),
                    "--json");
            assertThat(made.exit()).as(made.err()).isZero();
            assertThat(made.json()).containsKeys("files", "bytes");
            authority = Files.readString(box.data.resolve("tls/ca.crt"));
            CommandRun running = CommandRun.of(
                    "restore",
                    backup.toString(),
                    "--passphrase-file",
                    passphrase(),
                    "--yes",
                    "--data",
                    box.data.toString());
            assertThat(running.exit()).isEqualTo(1);
            assertThat(running.err())
                    .contains("another Lintel process uses the data folder")
                    .contains("systemctl stop lintel");
        }
        Path two = temp.resolve("two");
        CommandRun restored = CommandRun.of(
                "restore", backup.toString(), "--passphrase-file", passphrase(), "--yes", "--data", two.toString());
        assertThat(restored.exit()).as(restored.err()).isZero();
        assertThat(restored.out()).contains("files restored");
        try (Box box = Box.start(two)) {
            assertThat(Files.readString(box.data.resolve("tls/ca.crt"))).isEqualTo(authority);
            CommandRun admitted = box.lintel("present --channel 1 --card 1001 --json");
            assertThat(admitted.json()).containsEntry("decision", "admitted");
        }
    }

    @Test
    void aMistakeIsNamed() throws IOException {
        Path none = temp.resolve("none");
        refused("is no box's data folder", "backup", none.toString(), "--data", none.toString());
        refused("there is no file", "restore", none.toString(), "--check");
        Path text = Files.writeString(temp.resolve("text"), "text");
        refused("is no backup: it does not begin", "restore", text.toString(), "--check");
        CommandRun nobody = CommandRun.of("restore", text.toString());
        assertThat(nobody.exit()).isEqualTo(1);
        assertThat(nobody.err()).contains("say --yes");
        Path box = Files.createDirectories(temp.resolve("box"));
        Files.writeString(box.resolve("lintel.db"), "x");
        String away = temp.resolve("away/north.backup").toString();
        refused("there is no folder " + temp.resolve("away"), "backup", away, "--data", box.toString());
        refused("is a folder: name a file in it", "backup", box.toString(), "--data", box.toString());
        Path begun = Files.writeString(temp.resolve("begun"), "LINTEL BACKUP 1\n");
        CommandRun nothing = CommandRun.of("restore", begun.toString(), "--check");
        assertThat(nothing.exit()).isEqualTo(1);
        assertThat(nothing.err()).contains("nothing was given as: Passphrase");
    }

    private void refused(String why, String... words) throws IOException {
        var all = new java.util.ArrayList<>(java.util.List.of(words));
        all.add("--passphrase-file");
        all.add(passphrase());
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains(why);
    }
}
