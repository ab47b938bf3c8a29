package dev.lintel.controller.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// `/api/3/openapi.yaml`: what this API is, in OpenAPI 3.1. For programs that make clients and tests.
public final class ReferenceResource {
    private static final String FILE = "openapi.yaml";

    /// Without state: all it says is in the program.
    ReferenceResource() {}

    void mount(Endpoints endpoints) {
        endpoints.on(
                Method.GET,
                "/api/3/openapi.yaml",
                Access.ANY_TOKEN,
                _ -> new Reply.Text(200, "application/yaml", text()));
    }

    /// Read anew each time: it is asked for once in a long while, and memory is short.
    public static String text() {
        try (InputStream in = ReferenceResource.class.getResourceAsStream(FILE)) {
            if (in == null) throw new IllegalStateException("the program was built without " + FILE);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own " + FILE + " cannot be read", e);
        }
    }
}
