package dev.lintel.controller.console;

import dev.lintel.controller.api.ReferenceResource;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.reference.ReferenceReader;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// `/docs`: the API's description to read, and `/docs/openapi.yaml` to keep. Nobody has to sign in for it: it
/// says what any box of this version does, and nothing of this one.
///
/// Strangers may ask for it as often as they like, so it costs next to nothing: each is made once, when it is first
/// asked for, and kept compressed. As 400 kB a view it would be a way to use up the memory of a small board.
final class ReferencePage {
    private static final String YAML = "application/yaml";

    private final Pages pages;
    private @Nullable Packed page;
    private @Nullable Packed yaml;

    ReferencePage(Pages pages) {
        this.pages = pages;
    }

    /// A text as it is sent.
    private record Packed(Bytes gzip, String etag) {
        static Packed of(String text) {
            var bytes = new ByteArrayOutputStream();
            try (var out = new GZIPOutputStream(bytes)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e); // to memory: it cannot be
            }
            Bytes packed = Bytes.copyOf(bytes.toByteArray());
            return new Packed(packed, Assets.etag(packed));
        }
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/docs", this::page);
        endpoints.on(Method.GET, "/docs/openapi.yaml", this::yaml);
    }

    private Reply page(Request request) {
        if (!takesGzip(request)) return pages.guarded(new Reply.Redirect(303, "/docs/openapi.yaml"));
        return sent("text/html; charset=utf-8", packedPage());
    }

    private Reply yaml(Request request) {
        if (takesGzip(request)) return sent(YAML, packedYaml());
        return pages.guarded(ReferenceResource.asset());
    }

    private Reply sent(String type, Packed packed) {
        return pages.guarded(new Reply.Asset(type, packed.gzip, packed.etag))
                .with("Content-Encoding", "gzip")
                .with("Vary", "Accept-Encoding");
    }

    private static boolean takesGzip(Request request) {
        String accepted = request.header("Accept-Encoding");
        return accepted != null && accepted.toLowerCase(Locale.ROOT).contains("gzip");
    }

    private synchronized Packed packedPage() {
        if (page == null) page = Packed.of(pages.reference(ReferenceReader.read(ReferenceResource.text())));
        return page;
    }

    private synchronized Packed packedYaml() {
        if (yaml == null) yaml = Packed.of(ReferenceResource.text());
        return yaml;
    }
}
