package dev.lintel.controller.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PhoneKeyTest {
    private static final String KIND = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
    /// RFC 6979, A.2.5: P-256, SHA-256, the message "sample".
    private static final String X = "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6";

    private static final String Y = "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299";
    private static final String R = "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716";
    private static final String S = "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8";

    private static String base64(String hex) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Bytes.ofHex(hex).toArray());
    }

    private static PhoneKey key() {
        return Objects.requireNonNull(PhoneKey.parse(base64(KIND + X + Y)));
    }

    @Test
    void aSignatureOfAnotherImplementationIsRight() {
        assertThat(key().hasSigned("sample", base64(R + S))).isTrue();
        assertThat(key().hasSigned("simple", base64(R + S))).isFalse();
        assertThat(key().hasSigned("sample", base64(S + R))).isFalse();
        assertThat(PhoneKey.parse(key().text())).isNotNull();
    }

    @Test
    void whatIsNoSignatureIsNone() {
        String zero = "00".repeat(32);
        for (String signature : List.of(
                "",
                "?",
                base64(R),
                base64(R + S + "00"),
                base64(zero + zero),
                base64(R + zero),
                base64("ff".repeat(64)))) {
            assertThat(key().hasSigned("sample", signature)).as(signature).isFalse();
        }
        assertThat(key().hasSigned("sample", null)).isFalse();
    }

    /// A point off the curve, of another curve, compressed, at infinity; a coordinate past the field; no key at all.
    @Test
    void whatIsNoPointOfTheCurveIsNoKey() {
        String past = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
        for (String hex : List.of(
                KIND + Y + X,
                KIND + X + X,
                KIND + past + Y,
                KIND + "00".repeat(64),
                KIND.replace("2a8648ce3d030107", "2a8648ce3d030101") + X + Y,
                KIND.substring(0, KIND.length() - 2) + "02" + X + Y,
                KIND + X,
                X + Y,
                "00")) {
            assertThat(PhoneKey.parse(base64(hex))).as(hex).isNull();
        }
        assertThat(PhoneKey.parse(null)).isNull();
        assertThat(PhoneKey.parse("not base64!")).isNull();
    }
}
