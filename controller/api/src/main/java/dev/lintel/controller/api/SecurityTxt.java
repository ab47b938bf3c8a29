package dev.lintel.controller.api;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `GET /.well-known/security.txt` (RFC 9116): where somebody who finds a weakness of this box reports it. No sign-in.
/// Without a configured contact there is no such file: the project has no address that fits every copy of it.
public final class SecurityTxt {
    static final String PATH = "/.well-known/security.txt";

    /// A copy that somebody keeps is out of date then; RFC 9116 recommends less than a year.
    private static final Duration EXPIRES_AFTER = Duration.ofDays(90);

    private final @Nullable String contact;
    private final Time time;

    /// @param contact of who runs the box; null: none is set, and the box serves no such file
    public SecurityTxt(@Nullable String contact, Time time) {
        this.contact = contact;
        this.time = time;
    }

    public void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, PATH, this::get);
    }

    private Reply get(Request request) {
        if (contact == null) return new Reply.NotFound("security.txt");
        var expires = time.now().plus(EXPIRES_AFTER).truncatedTo(ChronoUnit.DAYS);
        return new Reply.Text(
                200,
                "text/plain; charset=utf-8",
                String.join(
                        "\r\n",
                        List.of(
                                "Contact: " + contact,
                                "Expires: " + expires,
                                "Preferred-Languages: en",
                                "Canonical: " + request.base() + PATH,
                                "")));
    }
}
