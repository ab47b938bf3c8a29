package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ninechars",
                "password123!",
                "Password2026",
                "1234567890",
                "aaaaaaaaaa",
                "abababababab",
                "qwertyuiop",
                "!!administrator!!",
                "olga@example.com",
                "abcdefghijklm",
                "0987654321"
            })
    void whatIsGuessedFirstIsRefusedInWords(String password) {
        assertThat(PasswordRules.fault(password, "olga@example.com")).endsWith(".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seven quiet harbours", "x7!kPq92vLmz", "тихие гавани семь", "admin of the north"})
    void longOnesThatNobodyGuessesAreTaken(String password) {
        assertThat(PasswordRules.fault(password, "olga@example.com")).isNull();
    }

    @Test
    void theLongestIsTakenAndOneMoreIsNot() {
        String longest = "abcdefgh".repeat(32);
        assertThat(PasswordRules.fault(longest, "")).isNull();
        assertThat(PasswordRules.fault(longest + "x", "")).contains("256");
    }

    @Test
    void aHashMatchesItsPasswordOnly() {
        var passwords = new Passwords();
        String hash = passwords.hash("seven quiet harbours");
        assertThat(hash)
                .startsWith("$argon2id$v=19$m=19456,t=2,p=1$")
                .isNotEqualTo(passwords.hash("seven quiet harbours"));
        assertThat(passwords.matches("seven quiet harbours", hash)).isTrue();
        assertThat(passwords.matches("seven quiet harbour", hash)).isFalse();
        assertThat(passwords.matches("x", "$argon2id$v=19$m=19456,t=2,p=1$!$!")).isFalse();
        String cheap = TestPasswords.quick().hash("seven quiet harbours");
        assertThat(cheap).startsWith("$argon2id$v=19$m=256,t=1,p=1$");
        assertThat(passwords.matches("seven quiet harbours", cheap)).isFalse();
        assertThat(passwords.matches("x", "plain")).isFalse();
    }
}
