package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageUrl;
import dev.lintel.controller.people.Upload;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.Sql;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a request says about a person's image, checked.
///
/// ```
///   image_base64        absent, null, ""   nothing           an image    becomes the person's
///   image_remote_url    absent, null       nothing           an address  is fetched from, and becomes the person's
///                       ""                 the person has none any more, unless image_base64 brings one
/// ```
///
/// @param wish what becomes of the image
/// @param name of the image that is to be made
/// @param url where it is fetched from; null when it is here
record PersonImageInput(Wish wish, String name, @Nullable String url) {
    private static final String REMOTE = "image_remote_url";

    /// What becomes of the image.
    enum Wish {
        KEEP,
        REMOVE,
        UPLOAD,
        FETCH
    }

    /// Reads both fields. What is wrong goes to `errors`.
    static PersonImageInput read(Fields fields, Errors errors) {
        Picture picture = Picture.read(fields);
        String remote = fields.text(REMOTE);
        String url = remote == null ? "" : remote.strip();
        if (picture != null && picture.fault() != null) errors.add(ImageCut.FIELD, Errors.INVALID);
        boolean wrong = picture != null || ImageUrl.parse(url) == null;
        if (wrong && !url.isEmpty()) errors.add(REMOTE, Errors.INVALID);
        if (picture != null) return new PersonImageInput(Wish.UPLOAD, picture.name(), null);
        if (!url.isEmpty()) return new PersonImageInput(Wish.FETCH, ImageShelf.newName(), url);
        return new PersonImageInput(remote == null ? Wish.KEEP : Wish.REMOVE, "", null);
    }

    /// An image that came in with the request (see [PersonBody]).
    ///
    /// @param name of its files
    /// @param fault why it is no image; null when it is one
    private record Picture(String name, @Nullable String fault) {
        /// Null when absent, null or empty; a text that is no image of any kind comes back as one that is at fault.
        static @Nullable Picture read(Fields fields) {
            return switch (fields.value(ImageCut.FIELD)) {
                case null -> null;
                case Upload upload when upload.isEmpty() -> null;
                case Upload upload -> new Picture(upload.name(), upload.fault());
                case String text when text.isBlank() -> null;
                case String _ -> new Picture("", "it did not come as an image does");
                default -> throw Fields.wrong(ImageCut.FIELD, "a text");
            };
        }
    }

    /// Whether the image stays as it is.
    boolean isKept() {
        return wish == Wish.KEEP;
    }

    /// Says what becomes of the person's image, and tells `details`. In the transaction that writes the person.
    void write(Sql sql, long personId, long nowMs, Map<String, Object> details) {
        switch (wish) {
            case KEEP -> {}
            case REMOVE -> {
                if (PersonImageStore.remove(sql, personId)) details.put("image", "removed");
            }
            case UPLOAD -> {
                PersonImageStore.want(sql, personId, name, null, nowMs);
                details.put("image", "uploaded");
            }
            case FETCH -> {
                PersonImageStore.want(sql, personId, name, url, nowMs);
                details.put("image", "to be fetched");
            }
        }
    }
}
