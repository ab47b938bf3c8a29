package dev.lintel.controller.control;

/// `certificate show`, `certificate renew`, `certificate install` (`certificate`, `key`: PEM) and `certificate remove`.
/// Each answers what is shown then.
public final class CertificateCommands {
    private final CertificateDesk desk;

    public CertificateCommands(CertificateDesk desk) {
        this.desk = desk;
    }

    public void show(Request request, Responses out) {
        out.send(desk.show());
    }

    public void renew(Request request, Responses out) {
        desk.renew();
        out.send(desk.show());
    }

    public void install(Request request, Responses out) {
        desk.install(request.text("certificate"), request.text("key"));
        out.send(desk.show());
    }

    public void remove(Request request, Responses out) {
        desk.remove();
        out.send(desk.show());
    }
}
