package dev.lintel.tools.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.Box;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An application as its program knows it.
///
/// @param issuer the box's address
/// @param method how it says who it is to the token endpoint
/// @param secret null for a public one
/// @param redirect the address that it names, which for a public one has another port than the registered address
record Application(
        URI issuer, Method method, String id, @Nullable String secret, URI redirect) {
    private static final Pattern ENCODED = Pattern.compile("[-_]");
    /// A public one's identifier has no such letter one time in four: twenty in a row never.
    private static final int TRIES_MAX = 20;

    static final String SCOPE = "account.person.readonly account.channel.readonly";

    /// Names of RFC 8414, section 2.
    enum Method {
        BASIC("client_secret_basic"),
        POST("client_secret_post"),
        NONE("none");

        final String text;

        Method(String text) {
            this.text = text;
        }
    }

    /// Registers one at the box, by its command line, whose identifier or secret has a letter that some libraries
    /// percent-encode in HTTP Basic and some do not (RFC 6749 2.3.1).
    static Application at(Box box, Method method) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Application made = create(box, method);
            if (ENCODED.matcher(made.id + made.secret).find()) return made;
        }
        throw new AssertionError("no identifier with - or _");
    }

    private static Application create(Box box, Method method) {
        boolean isPublic = method == Method.NONE;
        String words = "app create --name " + method.text + " --state live --json --redirect-uri "
                + (isPublic ? "http://127.0.0.1/cb --public" : "https://partner.example/cb");
        CommandRun created = box.lintel(words);
        assertThat(created.exit()).as(created.err()).isZero();
        Map<String, @Nullable Object> json = created.json();
        String redirect = isPublic ? "http://127.0.0.1:49731/cb" : "https://partner.example/cb";
        return new Application(
                URI.create(box.url()),
                method,
                String.valueOf(json.get("client_id")),
                json.get("client_secret") instanceof String text ? text : null,
                URI.create(redirect));
    }

    /// What a script is told.
    Map<String, @Nullable Object> forScript() {
        var said = new LinkedHashMap<String, @Nullable Object>();
        said.put("issuer", issuer.toString());
        said.put("client_id", id);
        said.put("client_secret", secret);
        said.put("method", method.text);
        said.put("redirect_uri", redirect.toString());
        said.put("scope", SCOPE);
        return said;
    }

    /// The test's name.
    @Override
    public String toString() {
        return method.text;
    }
}
