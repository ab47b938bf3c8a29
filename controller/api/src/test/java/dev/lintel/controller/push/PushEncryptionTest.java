package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.P256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Messages that browsers decrypt: the example of RFC 8291 (section 5), and what is read back.
class PushEncryptionTest {
    private static final String SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    private static final String SENDER_PUBLIC =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    private static final String BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    private static final String BROWSER_PUBLIC =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";
    private static final String SALT = "DGv6ra1nlYgDCS1FRnbzlw";
    private static final String MESSAGE = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMo"
            + "ZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGN"
            + "WQexSgSxsj_Qulcy4a-fN";

    private static byte[] bytes(String base64url) {
        return Base64.getUrlDecoder().decode(base64url);
    }

    private static BoxKey key(String secret, String open) throws GeneralSecurityException {
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        var spec = new ECPrivateKeySpec(
                new BigInteger(1, bytes(secret)), parameters.getParameterSpec(ECParameterSpec.class));
        return new BoxKey(KeyFactory.getInstance("EC").generatePrivate(spec), P256.key(bytes(open)));
    }

    @Test
    void exampleOfTheRfc() throws GeneralSecurityException {
        byte[] content = "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.US_ASCII);
        byte[] message = PushEncryption.encrypt(
                content, P256.key(bytes(BROWSER_PUBLIC)), bytes(AUTH), key(SENDER_PRIVATE, SENDER_PUBLIC), bytes(SALT));
        assertThat(VapidKey.base64(message)).isEqualTo(MESSAGE);
        var browser = new PushBrowser(key(BROWSER_PRIVATE, BROWSER_PUBLIC), bytes(AUTH));
        assertThat(browser.decrypt(bytes(MESSAGE))).isEqualTo(content);
    }

    @Test
    void contentOfAnyLength_isReadBack_andNoTwoMessagesAreAlike() {
        var random = new Random(4);
        var browser = PushBrowser.create();
        ECPublicKey key = P256.key(bytes(browser.p256dh()));
        for (int length : new int[] {0, 1, 15, 16, 17, 1_000, PushEncryption.CONTENT_BYTES_MAX}) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            byte[] one = PushEncryption.encrypt(content, key, bytes(browser.auth()));
            byte[] other = PushEncryption.encrypt(content, key, bytes(browser.auth()));
            assertThat(one).isNotEqualTo(other).hasSizeLessThanOrEqualTo(4_096);
            assertThat(browser.decrypt(one)).isEqualTo(content);
        }
    }

    @Test
    void contentThatPushServicesNeedNotTake_isRefused() {
        var browser = PushBrowser.create();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PushEncryption.encrypt(
                        new byte[PushEncryption.CONTENT_BYTES_MAX + 1],
                        P256.key(bytes(browser.p256dh())),
                        bytes(browser.auth())))
                .withMessageContaining("3000 bytes");
    }
}
