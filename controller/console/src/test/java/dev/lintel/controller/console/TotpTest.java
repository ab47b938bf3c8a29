package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Vectors of docs/sources.md#totp.
class TotpTest {
    private static final Bytes SECRET = bytes("12345678901234567890");

    private static Bytes bytes(String text) {
        return Bytes.copyOf(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void codesAreThoseOfRfc4226() {
        assertThat(LongStream.range(0, 10).mapToObj(step -> Totp.code(SECRET, step)))
                .containsExactly(
                        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
                        "520489");
    }

    /// The RFC prints eight digits; ours are the last six.
    @ParameterizedTest
    @CsvSource({
        "59, 94287082",
        "1111111109, 07081804",
        "1111111111, 14050471",
        "1234567890, 89005924",
        "2000000000, 69279037",
        "20000000000, 65353130"
    })
    void codesAreThoseOfRfc6238(long seconds, String digits) {
        assertThat(Totp.code(SECRET, Totp.stepAt(seconds * 1000))).isEqualTo(digits.substring(2));
    }

    @Test
    void aCodeIsTakenOneStepBeforeAndAfterItsOwn() {
        long now = 1_111_111_109_000L;
        long step = Totp.stepAt(now);
        for (long other = step - 3; other <= step + 3; other++) {
            Long expected = Math.abs(other - step) <= 1 ? other : null;
            assertThat(Totp.step(SECRET, Totp.code(SECRET, other), now)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"f, MY", "fo, MZXQ", "foo, MZXW6", "foob, MZXW6YQ", "fooba, MZXW6YTB", "foobar, MZXW6YTBOI"})
    void lettersAreThoseOfRfc4648(String text, String letters) {
        assertThat(Totp.base32(bytes(text))).isEqualTo(letters);
    }

    @Test
    void aSecretHasTwentyBytesAndIsNeverTheSame() {
        var random = new SecureRandom();
        assertThat(Totp.secret(random).size()).isEqualTo(20);
        assertThat(Totp.secret(random)).isNotEqualTo(Totp.secret(random));
    }

    @Test
    void aRecoveryCodeIsReadInWhateverCaseAndGrouping() {
        var codes = RecoveryCodes.make(new SecureRandom());
        assertThat(codes).hasSize(10).doesNotHaveDuplicates();
        String code = codes.getFirst();
        assertThat(code).matches("([A-Z2-9]{4}-){3}[A-Z2-9]{4}");
        Bytes hash = RecoveryCodes.hashes(codes).getFirst();
        assertThat(RecoveryCodes.hash(code.toLowerCase(java.util.Locale.ROOT).replace('-', ' ')))
                .isEqualTo(hash);
        assertThat(RecoveryCodes.hash("123456")).isNull();
    }
}
