package dev.lintel.controller.api;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/people/:id/image`: the person's picture, and a small square of it. Where `image_url` and
/// `image_thumbnail_url` lead; [SignIn] lets in operators of the console, too.
final class ImagesResource {
    /// All of this resource's routes begin with it, and none of another's.
    static final String PATTERN = "/api/3/people/:id/image";

    /// Nothing that is named by a person can be made to run, framed or embedded elsewhere; it is kept by nobody but the
    /// client itself.
    private static final List<Reply.Header> HEADERS = List.of(
            new Reply.Header("Cache-Control", "private, no-cache"),
            new Reply.Header("Content-Security-Policy", "default-src 'none'; sandbox"),
            new Reply.Header("Cross-Origin-Resource-Policy", "same-origin"));

    private final ApiParts parts;
    private final Images images;

    ImagesResource(ApiParts parts, Images images) {
        this.parts = parts;
        this.images = images;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, PATTERN, PeopleResource.READ, request -> show(request, false));
        endpoints.on(Method.GET, PATTERN + "/thumbnail", PeopleResource.READ, request -> show(request, true));
    }

    private Reply show(Request request, boolean small) {
        long id = request.id();
        String name = parts.database()
                .read(sql -> PersonImageStore.shown(sql, List.of(id)))
                .get(id);
        if (name == null) return new Reply.NotFound("image");
        Bytes image = images.shelf().read(name, small);
        if (image == null) return new Reply.NotFound("image");
        return new Reply.Binary("image/jpeg", image)
                .with("ETag", '"' + name + (small ? "-small" : "") + '"')
                .with(HEADERS);
    }

    /// Puts the two addresses of a person's picture; null where none is shown. They change with the picture.
    static void addresses(Map<String, @Nullable Object> json, String base, long personId, @Nullable String name) {
        String url = base + "/api/3/people/" + personId + "/image";
        json.put("image_url", name == null ? null : url + "?v=" + name);
        json.put("image_thumbnail_url", name == null ? null : url + "/thumbnail?v=" + name);
    }
}
