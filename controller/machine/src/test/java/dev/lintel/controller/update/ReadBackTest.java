package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that stands for a slot, and programs that do as dd does on a medium with a bad sector.
class ReadBackTest {
    private static final int MB = 1 << 20;

    @TempDir
    Path folder;

    private Path slot;
    private String whole;

    @BeforeEach
    void slot() throws IOException {
        byte[] bytes = new byte[3 * MB];
        new Random(5).nextBytes(bytes);
        slot = Files.write(folder.resolve("slot"), bytes);
        MessageDigest hash = Bundle.sha256();
        hash.update(bytes);
        whole = Bundle.hex(hash);
    }

    @Test
    void whatIsThereHasItsSum() throws IOException {
        assertThat(ReadBack.sha256(slot, 3 * MB)).isEqualTo(whole);
        assertThat(ReadBack.sha256(slot, MB)).isNotEqualTo(whole);
    }

    /// A cached read would give back what was written, as if it were on the medium.
    @Test
    void whatCannotBeReadIsNotReadFromMemory() throws IOException {
        refused("head -c 1048576 " + slot + "; echo \"dd: error reading 'slot': Input/output error\" >&2; exit 1");
        refused("echo \"dd: error reading 'slot': Input/output error\" >&2; exit 1");
        refused("head -c 1048576 " + slot + "; echo \"dd: error reading 'slot': Invalid argument\" >&2; exit 1");
        refused("head -c 1048576 " + slot + "; kill -9 $$");
        refused("exit 1");
    }

    private void refused(String does) throws IOException {
        String dd = program(does);
        assertThatThrownBy(() -> ReadBack.sha256(slot, 3 * MB, dd))
                .as(does)
                .isInstanceOf(UpdateException.class)
                .hasMessageStartingWith(slot + " cannot be read back")
                .hasMessageEndingWith("the card or disk may be worn out");
    }

    /// A file system that knows no reading past the cache: some in memory.
    @Test
    void whereNothingIsReadPastTheCacheItIsReadThroughIt() throws IOException {
        for (String what : new String[] {"failed to open", "error reading"}) {
            String dd = program("echo \"dd: " + what + " '$1': Invalid argument\" >&2; exit 1");
            assertThat(ReadBack.sha256(slot, 3 * MB, dd)).as(what).isEqualTo(whole);
        }
    }

    @Test
    void whatIsShorterEndsTooSoon() {
        assertThatThrownBy(() -> ReadBack.sha256(slot, 3 * MB + 1))
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining(slot + " cannot be read back: it ends at byte " + 3 * MB);
    }

    /// It is asked in English whatever language the machine has.
    private String program(String does) throws IOException {
        Path file = folder.resolve("dd");
        Files.writeString(file, "#!/bin/sh\n[ \"$LC_ALL\" = C ] || exit 9\n" + does + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))
                .toString();
    }
}
