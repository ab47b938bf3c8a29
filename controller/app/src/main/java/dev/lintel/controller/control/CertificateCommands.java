package dev.lintel.controller.control;

import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.tls.TlsException;

/// `certificate show`, `certificate renew`, `certificate install` (`certificate`, `key`: PEM) and `certificate remove`.
/// Each answers what is shown then.
public final class CertificateCommands {
    private final BoxCertificate certificate;

    public CertificateCommands(BoxCertificate certificate) {
        this.certificate = certificate;
    }

    public void show(Request request, Responses out) {
        act(out, () -> {});
    }

    public void renew(Request request, Responses out) {
        act(out, certificate::renew);
    }

    public void install(Request request, Responses out) {
        act(out, () -> certificate.install(request.text("certificate"), request.text("key")));
    }

    public void remove(Request request, Responses out) {
        act(out, certificate::remove);
    }

    private void act(Responses out, Runnable change) {
        try {
            change.run();
            out.send(certificate.show());
        } catch (TlsException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }
}
