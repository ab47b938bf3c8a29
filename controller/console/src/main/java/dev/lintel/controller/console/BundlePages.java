package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.Spool;
import dev.lintel.controller.system.SystemException;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.update.BundleLook;
import dev.lintel.controller.update.UpdateException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Updates from the system's page: a bundle is uploaded, looked at, and installed by root.
///
/// ```
///   POST /system/bundle             the file as application/octet-stream, with X-CSRF-Token; JSON
///   POST /system/bundle/remove      the upload goes
///   GET  /system/install            what that does
///   POST /system/install            {release, restart: on}
/// ```
final class BundlePages {
    private static final String PATH = SystemPages.PATH + "/bundle";
    private static final String INSTALL = SystemPages.PATH + "/install";
    private static final String TYPE = "application/octet-stream";

    private final SystemPages system;
    private final SystemPages.Parts parts;
    private final Spool spool;

    BundlePages(SystemPages system, SystemPages.Parts parts) {
        this.system = system;
        this.parts = parts;
        this.spool = parts.machinery().desk().spool();
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, Spool.BYTES_MAX);
        endpoints.on(Method.POST, PATH, gate.call(Who.OPERATOR, this::take));
        endpoints.on(Method.POST, PATH + "/remove", system.page(gate, (_, _) -> remove()));
        endpoints.on(Method.GET, INSTALL, system.page(gate, (_, session) -> askInstall(session)));
        endpoints.on(Method.POST, INSTALL, system.page(gate, this::install));
    }

    /// As it comes, from the line to the disk: the box has no memory for it.
    private Reply take(Request request, Session session) {
        if (!TYPE.equals(request.header("Content-Type"))) return refused(400, "a bundle is sent as " + TYPE);
        try {
            Image image = system.image();
            if (!image.hindrance().isEmpty()) return refused(409, image.hindrance());
            if (parts.machinery().desk().isBusy()) {
                return refused(409, "something else is being done: wait until it is over");
            }
            InputStream body = request.bodyStream();
            spool.take(body, length(request));
            BundleLook look = parts.machinery().desk().look();
            if (look == null) throw new SystemException("the bundle is gone again");
            String version = look.manifest().version();
            parts.audit().system("uploaded a bundle", version, session.email());
            return new Reply.Ok(Map.of("version", version));
        } catch (UpdateException e) { // no bundle at all: it is of no use to anybody
            spool.clear();
            return refused(422, String.valueOf(e.getMessage()));
        } catch (SystemException e) {
            return refused(409, String.valueOf(e.getMessage()));
        }
    }

    private static long length(Request request) {
        String length = request.header("Content-Length");
        return length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    private static Reply refused(int status, String why) {
        return new Reply.Json(status, Map.of("error", SyncWords.sentence(why)));
    }

    private Reply remove() {
        spool.clear();
        return parts.pages().redirect(SystemPages.PATH + "?done=removed");
    }

    private Reply askInstall(Session session) {
        Image image = system.image();
        return PlanPage.draw(parts.pages(), Place.SYSTEM, session, SystemWords.install(image, acceptable(image)));
    }

    private Reply install(Request request, Session session) {
        BundleLook look = acceptable(system.image());
        long release = look.manifest().release();
        // Somebody may have uploaded another one since.
        if (!Long.toString(release).equals(request.form("release"))) return askInstall(session);
        system.ask(new Install(release, true), look.manifest().version(), session);
        return parts.pages().redirect(SystemPages.PATH);
    }

    /// What root would take, too. Throws [SystemException].
    private BundleLook acceptable(Image image) {
        if (image.onTrial()) {
            throw new SystemException("the version that runs is on trial still: try again in some minutes");
        }
        @Nullable BundleLook look;
        try {
            look = parts.machinery().desk().look();
        } catch (UpdateException e) {
            throw new SystemException(String.valueOf(e.getMessage()), e);
        }
        if (look == null) throw new SystemException("there is no bundle: upload one first");
        String refusal = look.refusal();
        if (refusal != null) throw new SystemException(refusal);
        return look;
    }
}
