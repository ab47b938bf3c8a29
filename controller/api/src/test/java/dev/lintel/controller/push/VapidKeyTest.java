package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.P256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key that push services know the box by (RFC 8292).
class VapidKeyTest {
    private static final long NOW_MS = Instant.parse("2026-11-30T10:00:00Z").toEpochMilli();

    @TempDir
    Path data;

    private DataFolder folder;

    @BeforeEach
    void open() {
        folder = DataFolder.open(data.resolve("data"));
    }

    @AfterEach
    void close() {
        folder.close();
    }

    @Test
    void key_staysTheSameAndIsReadByItsOwnerAlone() throws Exception {
        byte[] point = new VapidKey(folder).point();
        assertThat(point).hasSize(P256.POINT_BYTES);
        assertThat(new VapidKey(folder).point()).isEqualTo(point);
        Path file = folder.path().resolve("keys").resolve(VapidKey.FILE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatHoldsNoKey_isNamed() throws Exception {
        Path file = Files.writeString(folder.folder("keys").resolve(VapidKey.FILE), "nonsense");
        assertThatExceptionOfType(DataFolderException.class)
                .isThrownBy(() -> new VapidKey(folder).point())
                .withMessageContaining(file.toString());
    }

    @Test
    void authorization_isSignedForTheOriginOfThePushService() throws Exception {
        var key = new VapidKey(folder);
        String header = key.authorization(
                URI.create("https://push.example:8443/send/a?b=c"), "https://door.example:8443", NOW_MS);
        assertThat(header).startsWith("vapid t=").endsWith(", k=" + VapidKey.base64(key.point()));
        String[] token =
                header.substring("vapid t=".length(), header.indexOf(',')).split("\\.", -1);
        assertThat(Json.parseObject(text(token[0])))
                .containsOnlyKeys("typ", "alg")
                .containsEntry("alg", "ES256");
        assertThat(Json.parseObject(text(token[1])))
                .containsOnlyKeys("aud", "exp", "sub")
                .containsEntry("aud", "https://push.example:8443")
                .containsEntry("sub", "https://door.example:8443")
                .containsEntry("exp", NOW_MS / 1_000 + 12 * 3_600);
        var verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
        verifier.initVerify(P256.key(key.point()));
        verifier.update((token[0] + "." + token[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(verifier.verify(Base64.getUrlDecoder().decode(token[2]))).isTrue();
    }

    @Test
    void token_isSignedAnewEachHour_andForEachPushServiceAndContact() {
        var key = new VapidKey(folder);
        URI one = URI.create("https://one.example/a");
        String first = key.authorization(one, "https://door.example", NOW_MS);
        assertThat(key.authorization(URI.create("https://one.example/b"), "https://door.example", NOW_MS + 3_600_000))
                .isEqualTo(first);
        assertThat(key.authorization(one, "https://door.example", NOW_MS + 3_600_001))
                .isNotEqualTo(first);
        assertThat(key.authorization(one, "https://door.example", NOW_MS - 10_000_000)) // the clock was set back
                .isNotEqualTo(first);
        assertThat(key.authorization(one, "mailto:ops@example.com", NOW_MS)).isNotEqualTo(first);
        String other = key.authorization(URI.create("https://two.example/a"), "https://door.example", NOW_MS);
        assertThat(other).isNotEqualTo(first);
        for (int i = 0; i < 40; i++) {
            URI many = URI.create("https://" + i + ".example/");
            assertThat(key.authorization(many, "https://door.example", NOW_MS)).startsWith("vapid t=");
        }
    }

    private static String text(String base64url) {
        return new String(Base64.getUrlDecoder().decode(base64url), StandardCharsets.UTF_8);
    }
}
