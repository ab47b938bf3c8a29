package dev.lintel.controller.console;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.ReferenceResource;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.reference.ReferenceReader;
import java.lang.ref.SoftReference;

/// `/docs`: the API's description to read, and `/docs/openapi.yaml` to keep. Nobody has to sign in for it: it says what
/// any box of this version does, and nothing of this one.
final class ReferencePage {
    private final Pages pages;
    private final Sessions sessions;

    /// Made when it is first asked for, a tenth of a second's work, and given up when memory is short.
    private SoftReference<String> content = new SoftReference<>(null);

    ReferencePage(Pages pages, Sessions sessions) {
        this.pages = pages;
        this.sessions = sessions;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/docs", this::page);
        endpoints.on(
                Method.GET,
                "/docs/openapi.yaml",
                _ -> pages.guarded(new Reply.Text(200, "application/yaml", ReferenceResource.text())));
    }

    private Reply page(Request request) {
        return pages.reference(content(), sessions.of(request));
    }

    private synchronized String content() {
        String made = content.get();
        if (made == null) {
            made = pages.content(ReferenceReader.read(ReferenceResource.text()));
            content = new SoftReference<>(made);
        }
        return made;
    }
}
