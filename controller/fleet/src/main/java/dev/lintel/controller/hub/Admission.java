package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Joined;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.hub.Codes.Invitation;
import dev.lintel.controller.tls.BoxCertificates.Csr;
import java.security.cert.X509Certificate;

/// Gives a box a number and a certificate. [JoinResource] calls it once the box has proven that it knows
/// the code; the box follows from its first request on. Any thread but an event loop.
final class Admission {
    private final Hub hub;

    Admission(Hub hub) {
        this.hub = hub;
    }

    /// A box that may follow now.
    ///
    /// @param id the hub's number of the box
    record Admitted(long id, X509Certificate certificate) {}

    /// Throws [RefusedException] where the code was withdrawn or used since it was found.
    Admitted admit(Invitation by, Csr csr, Told told) {
        long nowMs = hub.time().nowMs();
        Admitted admitted = hub.database().write(sql -> {
            long id = BoxStore.plan(sql, by.box(), by.terms(), new Joined(nowMs, by.by()), told);
            X509Certificate certificate = hub.certificates().sign(csr, id);
            BoxStore.addCertificate(sql, id, BoxDoor.known(certificate, nowMs), null);
            return new Admitted(id, certificate);
        });
        plan(by, admitted.id);
        return admitted;
    }

    /// Drops the box that joined by the same code before and has not come: its answer was lost, or it is
    /// somebody else's. Where the code was withdrawn meanwhile, drops the new one.
    private void plan(Invitation by, long boxId) {
        try {
            drop(hub.codes().plan(by, boxId));
        } catch (RefusedException e) {
            drop(boxId);
            throw e;
        }
    }

    /// Forgets a box that has not come yet; 0: none.
    void drop(long boxId) {
        if (boxId == 0) return;
        hub.database().write(sql -> {
            BoxStore.drop(sql, boxId);
            return true;
        });
    }
}
