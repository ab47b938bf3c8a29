package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;

/// `/api/3/openapi.yaml`: what this API is, in OpenAPI 3.1. For programs that make clients and tests.
public final class ReferenceResource {
    private static final String FILE = "openapi.yaml";
    private static final String TYPE = "application/yaml";
    private static final int ETAG_CHARS = 16;

    private static WeakReference<Reply.Asset> shared = new WeakReference<>(null); // guarded by the class

    /// Without state: all it says is in the program.
    ReferenceResource() {}

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/openapi.yaml", Access.ANY_TOKEN, _ -> asset());
    }

    /// The text for answers, which share it: while one of them is under way it is in memory once, else not at all.
    public static synchronized Reply.Asset asset() {
        Reply.Asset known = shared.get();
        if (known != null) return known;
        Bytes text = Bytes.ofUtf8(text());
        var made = new Reply.Asset(TYPE, text, Tokens.hash(text.hex()).hex().substring(0, ETAG_CHARS));
        shared = new WeakReference<>(made);
        return made;
    }

    /// The text for a program that reads it once.
    public static String text() {
        try (InputStream in = ReferenceResource.class.getResourceAsStream(FILE)) {
            if (in == null) throw new IllegalStateException("the program was built without " + FILE);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own " + FILE + " cannot be read", e);
        }
    }
}
