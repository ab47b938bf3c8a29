package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel doctor` of a box that runs, of one that was killed, and of one whose database is damaged.
class DoctorBoxTest {
    @TempDir
    Path temp;

    @Test
    void aBoxIsLookedAtWhateverStateItIsIn() throws Exception {
        Path data = Box.prepared(temp.resolve("data"));
        try (Box box = Box.start(data)) {
            assertThat(box.lintel("present --channel 1 --card 1001").exit()).isZero();
            assertThat(box.lintel("sim --channel 2 --tamper on").exit()).isZero();
            CommandRun run = box.lintel("doctor --json");
            assertThat(run.json()).containsEntry("running", true);
            assertThat(found(run, "lintel.db")).contains("whole").contains("unbroken chain");
            assertThat(found(run, "reader")).contains("channel 1, entry is online, last read at that door 20");
            assertThat(found(run, "housing")).contains("channel 2: its housing is open");
            assertThat(found(run, "clock trust")).contains("trusted");
            assertThat(found(run, "sync")).contains("follows nobody");
            assertThat(found(run, "open ports"))
                    .contains(box.url().replaceAll(".*:", ""))
                    .contains("java " + box.pid());
            assertThat(String.valueOf(run.json().get("verdict"))).startsWith("This box works; look at ");
            assertThat(run.exit()).as(run.out()).isZero();
            assertThat(box.lintel("sim --clock held").exit()).isZero();
            CommandRun held = box.lintel("doctor --json");
            assertThat(found(held, "process")).contains("told by: clock trust");
            assertThat(held.exit())
                    .as("a box without a network is not broken: " + held.out())
                    .isZero();
            assertThat(box.lintel("sim --clock wrong").exit()).isZero();
            assertThat(box.lintel("doctor").exit()).isEqualTo(1);
            box.kill();
        }
        CommandRun killed = CommandRun.of("doctor", "--data", data.toString(), "--http-port", "0", "--https-port", "0");
        assertThat(killed.out())
                .contains("ok    process          none runs on this data folder")
                .contains("ok    certificate      tls/server.crt holds until")
                .contains("unbroken chain");
        assertThat(killed.exit()).isZero();
        LogFile.run(
                data.resolve("lintel.db"),
                "PRAGMA wal_checkpoint(TRUNCATE)"); // all of it into one file, to be damaged there
        try (var file = new RandomAccessFile(data.resolve("lintel.db").toFile(), "rw")) {
            file.seek(file.length() / 2 / 4096 * 4096);
            file.write(new byte[8 * 4096]);
        }
        CommandRun damaged =
                CommandRun.of("doctor", "--data", data.toString(), "--http-port", "0", "--https-port", "0");
        assertThat(damaged.exit()).isEqualTo(1);
        assertThat(damaged.out())
                .contains("fail  lintel.db")
                .contains("This box is not well: lintel.db must be mended.");
    }

    /// What was found under one name, line by line.
    private static String found(CommandRun run, String check) {
        var text = new StringBuilder();
        for (Object one : (List<?>) java.util.Objects.requireNonNull(run.json().get("checks"))) {
            if (one instanceof Map<?, ?> finding && check.equals(finding.get("check")))
                text.append(finding.get("found")).append('\n');
        }
        return text.toString();
    }
}
