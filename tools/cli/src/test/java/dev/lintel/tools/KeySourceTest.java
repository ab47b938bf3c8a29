package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySourceTest {
    private static final String KEY = "8f14e45fceea167a5a36dedd4bea2543";

    @TempDir
    Path folder;

    private static Scbk read(String given) throws IOException {
        return new KeySource(given).read(new CappedLines(new StringReader(""), 128));
    }

    private Path file(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 31, 33, 40})
    void digitsThatAreNearlyAKeyAreNoFilesName(int count) {
        String digits = (KEY + KEY).substring(0, count);
        var source = new KeySource(digits);
        assertThat(source.isOpenToAll()).isTrue();
        assertThat(source.toString()).doesNotContain(digits);
        assertThatThrownBy(() -> read(digits))
                .isInstanceOf(CommandFailed.class)
                .hasMessage("a key is 32 hex digits, not " + count);
    }

    @Test
    void aFileOfItsOwnersAloneIsRead() throws IOException {
        assertThat(read(file("r--------").toString())).isEqualTo(Scbk.ofHex(KEY));
        assertThat(new KeyFile(file("rw-------")).read()).isEqualTo(Scbk.ofHex(KEY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void aFileThatOthersHaveRightsToIsRefused(String permissions) throws IOException {
        Path file = file(permissions);
        assertThatThrownBy(() -> read(file.toString())).hasMessageContaining("can be read by others");
        assertThatThrownBy(() -> new KeyFile(file).read())
                .hasMessageContaining("take their rights away (chmod 600), and use a new key")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void whatIsNoFileIsToldInWords() {
        assertThatThrownBy(() -> read(folder.toString())).hasMessageContaining("it is a folder");
        assertThatThrownBy(() -> read(folder + "/none")).hasMessageContaining("it is not there");
        assertThatThrownBy(() -> read("/dev/zero")).hasMessageContaining("no regular file");
    }
}
