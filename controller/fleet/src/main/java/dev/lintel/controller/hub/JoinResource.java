package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxStore.Known;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.Admission.Admitted;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.controller.hub.Codes.Invitation;
import dev.lintel.controller.hub.Codes.Match;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.BoxCertificates.Csr;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.JoinAnswer;
import dev.lintel.sync.wire.JoinProof;
import dev.lintel.sync.wire.JoinRequest;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// `POST /sync/1/join`, `/sync/1/renew` and `/sync/1/leave`: how a box comes to have a certificate, and ceases
/// to follow. One joins at a time: each attempt is compared with every code. Who has joined follows from its first
/// request on; until then a box that follows under its name goes on.
final class JoinResource {
    /// A request for a certificate, and some units.
    private static final int BODY_MAX = 64 * 1024;

    private final Hub hub;
    private final Attempts attempts;
    private final Admission admission;
    /// Who waits for it holds one of the few places of those without a certificate, and none of a box.
    private final ReentrantLock one = new ReentrantLock();

    JoinResource(Hub hub) {
        this.hub = hub;
        this.attempts = new Attempts(hub.time());
        this.admission = new Admission(hub);
    }

    void mount(Endpoints endpoints) {
        endpoints.bodyMax(Wire.JOIN, BODY_MAX);
        endpoints.bodyMax(Wire.RENEW, BODY_MAX);
        endpoints.bodyMax(Wire.LEAVE, BODY_MAX);
        endpoints.on(Method.POST, Wire.JOIN, hub.door().anybody(this::join));
        endpoints.on(Method.POST, Wire.RENEW, hub.door().inWithAnyCertificate(this::renew));
        endpoints.on(Method.POST, Wire.LEAVE, hub.door().inWithAnyCertificate(this::leave));
    }

    private Reply join(Request request) {
        attempts.count(request.remoteAddress(), hub.codes().all().size());
        hub.requireAlone();
        var asked = JoinRequest.parse(request.bodyText());
        byte[] salt = hex("salt", asked.salt());
        if (salt.length != JoinProof.SALT_BYTES) throw new WireException("salt has not 16 bytes");
        byte[] proof = hex("proof", asked.proof());
        Csr csr = csr(asked.csr());
        one.lock();
        try {
            X509Certificate authority = hub.certificates().authority();
            Match match =
                    hub.codes().find(salt, proof, der(authority), csr.der().toArray());
            if (match == null) {
                return new Reply.Forbidden(
                        "code_unknown",
                        "the code is not one of this hub's, has been used, or is over: a restart of the hub ends all");
            }
            return joined(match, csr, asked, authority);
        } finally {
            one.unlock();
        }
    }

    private Reply joined(Match match, Csr csr, JoinRequest asked, X509Certificate authority) {
        Invitation by = match.invitation();
        var told = new Told(asked.version(), asked.units(), null, null, null, null, null, null);
        Admitted made = admission.admit(by, csr, told);
        byte[] proof = JoinProof.ofHub(match.key().toArray(), der(authority), der(made.certificate()));
        var answer = new JoinAnswer(
                hub.id(),
                hub.name(),
                made.id(),
                by.box(),
                BoxCertificates.pem(made.certificate()),
                BoxCertificates.pem(authority),
                HexFormat.of().formatHex(proof));
        return Ndjson.json(200, answer.toJson());
    }

    private Reply renew(Caller caller, Request request) {
        Csr csr = csr(request.bodyText());
        boolean other = !csr.key().equals(caller.certificate().getPublicKey());
        // A copy of the box could otherwise take its place with a key of its own.
        if (other && !hub.cloned().needsKey(caller.box().id(), caller.run())) {
            return new Reply.Forbidden(
                    "key_changed",
                    "a renewal keeps the key of the box; only a box that this hub keeps of two makes a new one");
        }
        X509Certificate certificate = hub.certificates().sign(csr, caller.box().id());
        Bytes key = Bytes.copyOf(certificate.getPublicKey().getEncoded());
        hub.database().write(sql -> {
            Known known = BoxDoor.known(certificate, hub.time().nowMs());
            BoxStore.addCertificate(sql, caller.box().id(), known, caller.fingerprint());
            if (other) hub.cloned().sign(sql, caller.box().id(), caller.run(), key);
            return true;
        });
        if (other) hub.cloned().signed(caller.box().id(), caller.run(), key);
        return Ndjson.json(200, Json.write(Map.of("certificate", BoxCertificates.pem(certificate))));
    }

    private Reply leave(Caller caller, Request request) {
        Box box = caller.box();
        if (box.isPlanned()) {
            admission.drop(box.id());
            return new Reply.Ok(Map.of());
        }
        hub.database().write(sql -> {
            BoxStore.end(sql, box.id(), "left", hub.time().nowMs());
            hub.contacts().tellEnded(sql, box.id());
            hub.log().tell(box.name(), "left", "the box");
            return true;
        });
        hub.ended(box.id(), "the box has left this hub");
        return new Reply.Ok(Map.of());
    }

    private static Csr csr(String pem) {
        try {
            return Csr.parse(pem);
        } catch (TlsException e) {
            throw new WireException(String.valueOf(e.getMessage()), e);
        }
    }

    static byte[] hex(String name, String text) {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new WireException(name + " is no hexadecimal text", e);
        }
    }

    private static byte[] der(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("the certificate was read from bytes", e);
        }
    }
}
