package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContactConfigTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "security@example.com",
                "http://example.com/s",
                "https:",
                "javascript:alert(1)",
                "mailto:ä@example.com"
            })
    void contactThatIsNoUriOfItsKinds_isRefused(String contact) {
        assertThat(Addresses.contactFault(contact)).startsWith("must be like mailto:security@example.com");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:security@example.com", "https://example.com/security", "tel:+1-201-555-0123"})
    void contactOfRfc9116_isTaken(String contact) {
        assertThat(Addresses.contactFault(contact)).isNull();
    }
}
