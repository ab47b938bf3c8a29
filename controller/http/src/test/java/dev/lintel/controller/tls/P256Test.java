package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class P256Test {
    @Test
    void pointOfAKey_isReadBack() {
        for (int i = 0; i < 600; i++) { // one coordinate in 256 begins with a zero byte
            var key = (ECPublicKey) BoxKey.create().open();
            byte[] point = P256.point(key);
            assertThat(point).hasSize(P256.POINT_BYTES);
            assertThat(P256.key(point).getW()).isEqualTo(key.getW());
        }
    }

    @Test
    void bytesThatAreNoPoint_areRefused() {
        byte[] point = P256.point((ECPublicKey) BoxKey.create().open());
        byte[] off = point.clone();
        off[64] ^= 1;
        byte[] compressed = point.clone();
        compressed[0] = 2;
        byte[] large = new byte[P256.POINT_BYTES];
        Arrays.fill(large, (byte) 0xFF);
        large[0] = 4;
        for (byte[] bad : new byte[][] {new byte[0], Arrays.copyOf(point, 64), Arrays.copyOf(point, 66), compressed}) {
            assertThatIllegalArgumentException().isThrownBy(() -> P256.key(bad)).withMessageContaining("65 bytes");
        }
        for (byte[] bad : new byte[][] {off, large}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> P256.key(bad))
                    .withMessageContaining("not on the curve");
        }
    }

    @Test
    void signature_isVerifiedAsRAndS() throws GeneralSecurityException {
        BoxKey key = BoxKey.create();
        byte[] content = "signed".getBytes(StandardCharsets.US_ASCII);
        byte[] signature = P256.es256(key.secret(), content);
        assertThat(signature).hasSize(64);
        var verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
        verifier.initVerify(key.open());
        verifier.update(content);
        assertThat(verifier.verify(signature)).isTrue();
    }
}
