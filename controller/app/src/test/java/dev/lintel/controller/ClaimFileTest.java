package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.secret.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimFileTest {
    @TempDir
    Path folder;

    private ClaimFile holding(String text) throws IOException {
        return new ClaimFile(Files.writeString(folder.resolve("claim"), text));
    }

    @Test
    void aTokenIsReadWhateverAnEditorPutBehindIt() throws IOException {
        String token = new Tokens().make();
        assertThat(holding(token).token()).isEqualTo(token);
        assertThat(holding(token + "\r\n").token()).isEqualTo(token);
    }

    @Test
    void whatIsNoTokenIsNone() throws IOException {
        for (String text :
                new String[] {"", "short", "x".repeat(42), "x".repeat(44), "x".repeat(42) + "?", "\0".repeat(900)}) {
            assertThat(holding(text).token()).as(text).isNull();
        }
        assertThat(new ClaimFile(folder.resolve("none")).token()).isNull();
        assertThat(new ClaimFile(folder).token()).as("a folder").isNull();
    }

    @Test
    void aSpentOneIsGone() throws IOException {
        ClaimFile claim = holding(new Tokens().make());
        claim.spend();
        assertThat(claim.file()).doesNotExist();
        claim.spend();
    }
}
