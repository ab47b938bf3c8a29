package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxStore.Known;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Finds out which box asks, by the certificate of the connection. Any thread that may block.
final class BoxDoor {
    private final Database database;
    private final Contacts contacts;
    private final BooleanSupplier hub;
    private final Confirming confirming;
    private final Time time;
    private final ClonedBoxes cloned;

    /// `hub`: whether this is one.
    BoxDoor(Contacts contacts, BooleanSupplier hub, Confirming confirming, ClonedBoxes cloned, Hub.Parts parts) {
        this.database = parts.database();
        this.contacts = contacts;
        this.hub = hub;
        this.confirming = confirming;
        this.time = parts.time();
        this.cloned = cloned;
    }

    /// Lets a box follow that has joined and now comes for the first time. Null: it was forgotten.
    @FunctionalInterface
    interface Confirming {
        @Nullable
        Box confirm(Box planned);
    }

    /// A box that follows, and the certificate it has shown.
    ///
    /// @param run as [dev.lintel.sync.wire.Wire#RUN]; empty: an older box's, which does not say
    record Caller(Box box, X509Certificate certificate, Bytes fingerprint, String run) {}

    /// Answers a box.
    @FunctionalInterface
    interface ForBoxes {
        Reply answer(Caller caller, Request request);
    }

    /// Lets boxes in that follow.
    Handler in(ForBoxes next) {
        return request -> answered(() -> {
            Caller caller = caller(request);
            if (time.now().isAfter(caller.certificate.getNotAfter().toInstant())) {
                return new Reply.Json(
                        401, error("certificate_ended", "the certificate has ended: it is only good to be renewed"));
            }
            Caller known = confirmed(caller);
            cloned.shown(known);
            contacts.heard(known.box);
            cloned.heard(known.box.id(), known.run, request.remoteAddress());
            return next.answer(known, request);
        });
    }

    /// Whoever comes has kept its certificate: a person has looked at the plan and confirmed it.
    private Caller confirmed(Caller caller) {
        if (!caller.box.isPlanned()) return caller;
        Box joined = confirming.confirm(caller.box);
        if (joined == null) throw unknown("this hub does not know the certificate");
        return new Caller(joined, caller.certificate, caller.fingerprint, caller.run);
    }

    /// As [#in], also by a certificate that has ended, and without joining by it.
    Handler inWithAnyCertificate(ForBoxes next) {
        return request -> answered(() -> next.answer(caller(request), request));
    }

    /// Lets anybody in while this is a hub.
    Handler anybody(Handler next) {
        return request -> answered(() -> {
            requireHub();
            return next.handle(request);
        });
    }

    private interface Answer {
        Reply give();
    }

    private static Reply answered(Answer answer) {
        try {
            return answer.give();
        } catch (WireException e) {
            return new Reply.BadRequest(String.valueOf(e.getMessage()));
        }
    }

    private void requireHub() {
        if (!hub.getAsBoolean()) throw new RefusedException(new Reply.NotFound("hub"));
    }

    private Caller caller(Request request) {
        requireHub();
        X509Certificate certificate = request.peerCertificate();
        if (certificate == null) throw unknown("show the certificate that this hub has signed for you");
        Bytes fingerprint = fingerprint(certificate);
        Box box = database.read(sql -> BoxStore.of(sql, fingerprint));
        if (box == null) box = byKey(certificate);
        if (box == null) throw unknown("this hub does not know the certificate");
        if (!box.isJoined() && !box.isPlanned()) {
            String why = box.state().equals("left") ? "the box has left this hub" : "the box was turned away here";
            throw new RefusedException(new Reply.Forbidden("dismissed", why));
        }
        var caller = new Caller(box, certificate, fingerprint, ClonedBoxes.run(request.header(Wire.RUN)));
        cloned.admit(caller, request.remoteAddress());
        return caller;
    }

    /// A renewal keeps the box's key. The handshake has seen that this hub's authority signed the certificate: where
    /// it is not known, its answer was lost, or this database is older than it. It is known again.
    private @Nullable Box byKey(X509Certificate certificate) {
        Known known = known(certificate, time.nowMs());
        Box box = database.read(sql -> BoxStore.ofKey(sql, known.publicKey()));
        if (box == null || !(box.isJoined() || box.isPlanned())) return box;
        long id = box.id();
        database.writeLater(sql -> {
            BoxStore.addCertificate(sql, id, known, known.fingerprint());
            return true;
        });
        return box;
    }

    static Known known(X509Certificate certificate, long nowMs) {
        return new Known(
                fingerprint(certificate),
                Bytes.copyOf(certificate.getPublicKey().getEncoded()),
                nowMs,
                certificate.getNotAfter().toInstant().toEpochMilli());
    }

    private static RefusedException unknown(String why) {
        return new RefusedException(new Reply.Json(401, error("certificate_unknown", why)));
    }

    static Map<String, Object> error(String code, String description) {
        return Map.of("error", code, "error_description", description);
    }

    static Bytes fingerprint(X509Certificate certificate) {
        try {
            return Bytes.copyOf(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("every JDK has SHA-256, and every certificate was read from bytes", e);
        }
    }
}
