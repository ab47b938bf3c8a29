package dev.lintel.controller.hub;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import java.util.regex.Pattern;

/// `GET /sync/1/images/NAME`: a picture of somebody, by the name that their row has. A name is random, and
/// whoever has it was told of the person.
final class ImageResource {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{24}");

    private final Hub hub;
    private final ImageShelf shelf;

    ImageResource(Hub hub, ImageShelf shelf) {
        this.hub = hub;
        this.shelf = shelf;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, Wire.IMAGES + ":name", hub.door().in((_, request) -> show(request)));
    }

    private Reply show(Request request) {
        String name = request.variable("name");
        if (!NAME.matcher(name).matches()) return new Reply.NotFound("image");
        Bytes image = shelf.read(name, request.flag("thumbnail", false));
        return image == null ? new Reply.NotFound("image") : new Reply.Binary("image/jpeg", image);
    }
}
