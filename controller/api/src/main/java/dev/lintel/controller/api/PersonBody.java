package dev.lintel.controller.api;

import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.people.ImageShelfException;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.people.Upload;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.StoreException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The body of a request that writes a person: its fields in memory, its image on the disk already. To be closed
/// when the person is written or refused: then the image that no row wants is removed, and the worker hears of
/// the other.
final class PersonBody implements AutoCloseable {
    private static final String WRAPPER = "person";
    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Images images;
    private final Database database;
    private final ImageCut cut;
    private final Fields fields;

    private PersonBody(Images images, Database database, ImageCut cut, Fields fields) {
        this.images = images;
        this.database = database;
        this.cut = cut;
        this.fields = fields;
    }

    /// Reads all of the body. Throws [RefusedException] with the 400 or 413 that says what is wrong with it, and
    /// [ImageShelfException] when the disk does not take the image.
    static PersonBody read(Request request, Images images, Database database) {
        var cut = new ImageCut(request.bodyStream(), () -> new Base64Upload(new Upload(images.shelf())));
        try {
            Map<String, @Nullable Object> json = json(cut);
            return new PersonBody(images, database, cut, Fields.within(withImages(json, cut), WRAPPER));
        } catch (RuntimeException | OutOfMemoryError e) { // a refusal, a disk that is full, or what nobody thought of
            for (Base64Upload image : cut.images()) image.upload().drop();
            throw e;
        }
    }

    Fields fields() {
        return fields;
    }

    private static Map<String, @Nullable Object> json(ImageCut cut) {
        try {
            return Json.parseObject(new InputStreamReader(cut, StandardCharsets.UTF_8.newDecoder()));
        } catch (JsonException e) {
            if (cut.isBlank()) return Map.of();
            throw RefusedException.badRequest("the body cannot be read: " + e.getMessage());
        } catch (CharacterCodingException | CharConversionException e) {
            throw RefusedException.badRequest("the body is not UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the body's stream throws none of its own
        }
    }

    /// With each image in the place of its mark, in the body itself or one object in.
    private static Map<String, @Nullable Object> withImages(Map<String, @Nullable Object> json, ImageCut cut) {
        List<Base64Upload> images = cut.images();
        if (images.isEmpty()) return json;
        var with = new LinkedHashMap<String, @Nullable Object>();
        json.forEach((name, value) -> {
            if (name.equals(WRAPPER) && value instanceof Map<?, ?> inner) {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                inner.forEach((key, one) -> fields.put(String.valueOf(key), image(String.valueOf(key), one, images)));
                with.put(name, fields);
            } else {
                with.put(name, image(name, value, images));
            }
        });
        return with;
    }

    private static @Nullable Object image(String name, @Nullable Object value, List<Base64Upload> images) {
        if (!name.equals(ImageCut.FIELD) || !(value instanceof String mark)) return value;
        for (int i = 0; i < images.size(); i++) {
            if (mark.equals("#" + i)) return images.get(i).upload();
        }
        return value;
    }

    @Override
    public void close() {
        try {
            for (Base64Upload image : cut.images()) {
                String name = image.upload().name();
                boolean wanted = database.read(sql -> PersonImageStore.isWanted(sql, name));
                if (!wanted) images.shelf().deleteIncoming(name);
            }
        } catch (ImageShelfException
                | StoreException e) { // the person is written all the same; the next start removes it
            LOG.log(Level.WARNING, String.valueOf(e.getMessage()));
        }
        images.worker().wake();
    }
}
