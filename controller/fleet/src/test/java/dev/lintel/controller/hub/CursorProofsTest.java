package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.sync.wire.Cursor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CursorProofsTest {
    private static final Cursor CURSOR = new Cursor("abc", 5);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-20T10:00:00Z");

    private void ensure() {
        new Certificates(folder, time).ensure(new TreeSet<>(List.of("localhost")));
    }

    /// Of a hub that was just started.
    private CursorProofs proofs() {
        return new CursorProofs(new BoxCertificates(folder, time), time);
    }

    @Test
    void proofOfAnAuthorityThatWasReplaced_isAcceptedWhileThatOneIsKept() throws Exception {
        ensure();
        byte[] authority = Files.readAllBytes(folder.resolve("ca.crt"));
        Cursor proven = proofs().prove(CURSOR);
        time.advance(Duration.ofDays(3640));
        ensure();
        assertThat(Files.readAllBytes(folder.resolve("ca.crt"))).isNotEqualTo(authority);
        CursorProofs restarted = proofs();
        assertThat(restarted.isProven(proven)).isTrue();
        assertThat(restarted.isProven(new Cursor("abc", 6).with(proven.proof())))
                .isFalse();
        Cursor next = restarted.prove(CURSOR);
        assertThat(next.proof()).as("of the authority in use").isNotEqualTo(proven.proof());
        assertThat(restarted.isProven(next)).isTrue();
        try (var kept = Files.newDirectoryStream(folder, "ca-replaced-*")) {
            for (Path one : kept) Files.delete(one);
        }
        assertThat(proofs().isProven(proven)).isFalse();
        assertThat(proofs().isProven(next)).isTrue();
    }

    @Test
    void keyThatCannotBeRead_isAFaultAtOnceAndEndsWhenItIsBack() throws Exception {
        ensure();
        Cursor proven = proofs().prove(CURSOR);
        byte[] key = Files.readAllBytes(folder.resolve("ca.key"));
        for (String damaged : new String[] {"", "no key"}) {
            Files.writeString(folder.resolve("ca.key"), damaged);
            if (damaged.isEmpty()) Files.delete(folder.resolve("ca.key"));
            CursorProofs restarted = proofs();
            assertThat(restarted.fault()).isNull();
            restarted.look();
            assertThat(restarted.fault()).contains("boxes get no proofs", "cannot be read", "from a backup");
            assertThat(restarted.isReady()).isFalse();
            assertThat(restarted.prove(CURSOR)).isEqualTo(CURSOR);
            assertThat(restarted.isProven(proven)).isFalse();
            Files.write(folder.resolve("ca.key"), key);
            time.advance(Duration.ofMinutes(1));
            restarted.look();
            assertThat(restarted.fault()).isNull();
            assertThat(restarted.isProven(proven)).isTrue();
            assertThat(Objects.requireNonNull(proven.proof())).hasSize(32);
        }
    }
}
