package dev.lintel.sync.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Pbkdf2Test {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] ofTheJdk(String password, byte[] salt, int rounds) throws Exception {
        var spec = new PBEKeySpec(password.toCharArray(), salt, rounds, 256);
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(spec)
                .getEncoded();
    }

    /// The first is in RFC 7914, section 11 (its first 32 bytes).
    @ParameterizedTest
    @CsvSource({
        "passwd,salt,1,55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc",
        "password,salt,1,120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b",
        "password,salt,2,ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43",
        "password,salt,4096,c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"
    })
    void publishedVectorsGiveThePublishedKeys(String password, String salt, int rounds, String key) {
        assertThat(HexFormat.of().formatHex(Pbkdf2.key(ascii(password), ascii(salt), rounds)))
                .isEqualTo(key);
    }

    @Test
    void anyPasswordAndSaltGiveTheKeyOfTheJdk() throws Exception {
        var random = new Random(1);
        for (int length = 1; length <= 64; length++) {
            var password = new StringBuilder();
            for (int i = 0; i < length; i++) password.append((char) ('!' + random.nextInt(90)));
            var salt = new byte[1 + random.nextInt(100)];
            random.nextBytes(salt);
            int rounds = 1 + random.nextInt(20);
            assertThat(Pbkdf2.key(ascii(password.toString()), salt, rounds))
                    .isEqualTo(ofTheJdk(password.toString(), salt, rounds));
        }
    }

    /// Boxes and hubs of before know each other's proofs.
    @Test
    void aJoinKeyIsThatOfTheJdkWithSixHundredThousandRounds() throws Exception {
        byte[] salt = ascii("0123456789abcdef");
        assertThat(JoinProof.key("7kq2-m9xd", salt)).isEqualTo(ofTheJdk("7KQ2M9XD", salt, 600_000));
    }

    @Test
    void aPasswordOfMoreThanABlockIsRefused() {
        assertThatThrownBy(() -> Pbkdf2.key(new byte[65], new byte[16], 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
