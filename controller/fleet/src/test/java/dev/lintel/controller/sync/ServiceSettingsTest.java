package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.UpstreamConfig.Api;
import dev.lintel.controller.sync.ServiceFiles.Allowed;
import dev.lintel.sync.cloud.CloudPermission.Seen;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What an operator's browser brings back, and whose people a permission shows.
class ServiceSettingsTest {
    private static final String BACK = "http://127.0.0.1/lintel?";

    @Test
    void theCodeIsReadFromTheAddressOfThisAttempt() {
        assertThat(ServiceSettings.code(BACK + "code=a%2Bb&state=s1", "s1")).isEqualTo("a+b");
        assertThat(ServiceSettings.code(BACK + "state=s1&code=x&iss=y", "s1")).isEqualTo("x");
        Map.of(
                        BACK + "code=x&state=s2",
                        "of another attempt",
                        BACK + "code=x",
                        "of another attempt",
                        BACK,
                        "has no code",
                        "",
                        "has no code",
                        BACK + "error=access_denied&state=s1",
                        "not allowed",
                        BACK + "error=server_error&error_description=a%0Ab",
                        "server_error (a b)",
                        BACK + "error=invalid_scope",
                        "upstream.scope in controller.yaml")
                .forEach((address, why) -> assertThatThrownBy(() -> ServiceSettings.code(address, "s1"))
                        .as(address)
                        .isInstanceOf(UplineException.class)
                        .hasMessageContaining(why));
    }

    private static Api api(String account) {
        return new Api(URI.create("https://api.example.com"), "box", null, List.of(), account, BACK, "");
    }

    private static Allowed allowed(@Nullable String account) {
        return new Allowed(URI.create("https://api.example.com"), "box", "Yard", account, 0, "olga");
    }

    private static Seen seen(@Nullable String account) {
        return new Seen(account, "Yard", null);
    }

    private static @Nullable String kept(@Nullable String seen, @Nullable Allowed before) {
        return ServiceSettings.allowed(api(""), seen(seen), before, 0, "olga").account();
    }

    @Test
    void peopleOfAnotherAccountAreNotTheseWhateverTheirNumbers() {
        assertThat(ServiceSettings.otherAccount(api(""), null, seen("7"))).isNull();
        assertThat(ServiceSettings.otherAccount(api("7"), allowed("7"), seen("7")))
                .isNull();
        assertThat(ServiceSettings.otherAccount(api(""), allowed(null), seen("7")))
                .as("of before accounts were kept")
                .isNull();
        assertThat(ServiceSettings.otherAccount(api("7"), allowed("7"), seen(null)))
                .as("a service that does not tell")
                .isNull();
        assertThat(ServiceSettings.otherAccount(api("8"), null, seen("7")))
                .isEqualTo("the permission is of the account 7 (Yard), and controller.yaml names account 8");
        assertThat(kept(null, allowed("7")))
                .as("not forgotten by a permission that does not reach as far")
                .isEqualTo("7");
        assertThat(kept("7", allowed(null))).isEqualTo("7");
        assertThat(kept(null, null)).isNull();
        assertThat(ServiceSettings.otherAccount(api(""), allowed("8"), seen("7")))
                .contains("this box follows account 8")
                .contains("lintel leave");
    }
}
