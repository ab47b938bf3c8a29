package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contact that push services get, which Apple's looks at.
class PushContactTest {
    private static final String EMAIL = "olga@example.com";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost:8443",
                "https://lintel-1a2b.local:8443",
                "https://192.168.1.20:8443",
                "https://[fd00::1]:8443",
                "https://gate",
                "https://gate.house.lan",
                "https://door.example",
                "https://gate.home.arpa",
                "http://door.example.com"
            })
    void addressThatNoPublicServerHas_isNoContact(String url) {
        assertThat(PushContact.of(null, url, EMAIL)).isEqualTo("mailto:" + EMAIL);
        assertThat(PushContact.of(url, url, EMAIL)).isEqualTo("mailto:" + EMAIL);
        assertThat(PushContact.of(null, url, null)).isNull();
    }

    @Test
    void configuredContact_comesFirst_thenTheAddressOfTheBox() {
        String url = "https://door.example.com:8443";
        assertThat(PushContact.of("mailto:security@example.com", url, EMAIL)).isEqualTo("mailto:security@example.com");
        assertThat(PushContact.of("https://example.com/security", url, EMAIL))
                .isEqualTo("https://example.com/security");
        assertThat(PushContact.of("tel:+49-1", url, EMAIL)).isEqualTo(url);
        assertThat(PushContact.of(null, url, EMAIL)).isEqualTo(url);
        assertThat(PushContact.of(null, null, EMAIL)).isEqualTo("mailto:" + EMAIL);
    }
}
