package dev.lintel.controller.sync;

/// What there is beside at a hub: doors, pictures and certificates. As [Upline].
public interface HubLine extends Upline {
    /// A door has changed; the hub is told within a second. Does not wait.
    void doorsChanged();

    /// A picture by the hub's name of it, JPEG.
    byte[] image(String name, boolean thumbnail);

    /// Asks for a certificate for the key in `csr` (PKCS #10, PEM), over the old one. Returns it, PEM.
    String renew(String csr);

    /// Whether the hub has said since the last call that the certificate has ended, whatever this box's clock says.
    boolean saidCertificateEnded();

    /// Whether the hub has asked since the last call for a certificate of another key.
    boolean saidNewKey();
}
