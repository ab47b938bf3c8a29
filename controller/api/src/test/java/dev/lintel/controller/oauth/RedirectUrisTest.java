package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectUrisTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example/back",
                "https://shop.example",
                "https://shop.example:8443/back?tenant=4",
                "http://127.0.0.1/back",
                "http://127.0.0.1:3000/back",
                "http://[::1]:3000/back",
                "http://localhost:3000/back"
            })
    void whatMayBeRegistered(String uri) {
        assertThat(RedirectUris.fault(uri)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop.example/back",
                "/back",
                "//shop.example/back",
                "http://shop.example/back",
                "http://127.0.0.1.evil.example/",
                "http://10.0.0.1/back",
                "https://shop.example/back#top",
                "https://shop.example/back#",
                "https://user@shop.example/back",
                "https:///back",
                "https:shop.example",
                "javascript:alert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "com.example.app:/back",
                "https://shop.example/a b",
                "https://shop.example/\\evil.example",
                "https://shop.example/\r\nSet-Cookie:a=b",
                "https://shöp.example/",
                "HTTPS://"
            })
    void whatMayNot(String uri) {
        assertThat(RedirectUris.fault(uri)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://shop.example/back | https://shop.example/back | true | true
            https://shop.example/back | https://shop.example/back/ | false | false
            https://shop.example/back | https://shop.example/back?a=b | false | false
            https://shop.example/back | https://shop.example/Back | false | false
            https://shop.example/back | https://SHOP.example/back | false | false
            https://shop.example/back | https://shop.example:443/back | false | false
            https://shop.example/back | https://shop.example/%62ack | false | false
            https://shop.example/back | https://shop.example/x/../back | false | false
            https://shop.example:1/back | https://shop.example:2/back | false | false
            http://127.0.0.1/back | http://127.0.0.1:50123/back | false | true
            http://127.0.0.1:80/back | http://127.0.0.1:50123/back | false | true
            http://[::1]/back | http://[::1]:50123/back | false | true
            http://127.0.0.1/back | http://127.0.0.1:50123/other | false | false
            http://127.0.0.1/back | http://127.0.0.1:50123/back?a | false | false
            http://127.0.0.1/back | http://[::1]:50123/back | false | false
            http://localhost/back | http://localhost:50123/back | false | false
            http://127.0.0.1/back | https://127.0.0.1:50123/back | false | false
            http://127.0.0.1/back | http://127.0.0.1:1@evil.example/back | false | false
            """)
    void whichIsWhich(String registered, String given, boolean confidential, boolean open) {
        assertThat(RedirectUris.isRegistered(List.of(registered), given, false)).isEqualTo(confidential);
        assertThat(RedirectUris.isRegistered(List.of(registered), given, true)).isEqualTo(open);
    }

    @Test
    void parametersAreAddedToWhatIsThere() {
        Map<String, @Nullable String> more = new LinkedHashMap<>();
        more.put("code", "a b&c");
        more.put("state", null);
        assertThat(RedirectUris.with("https://a.example/?x=1", more))
                .isEqualTo("https://a.example/?x=1&code=a%20b%26c");
        assertThat(RedirectUris.with("https://a.example/", more)).isEqualTo("https://a.example/?code=a%20b%26c");
    }

    @Test
    void anOriginIsSchemeHostAndPort() {
        assertThat(RedirectUris.origin("https://a.example:8443/x?y")).isEqualTo("https://a.example:8443");
        assertThat(RedirectUris.origin("http://[::1]:3000/x")).isEqualTo("http:");
    }
}
