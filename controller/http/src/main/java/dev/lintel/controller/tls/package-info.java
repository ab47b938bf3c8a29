/// The box's own certificate authority and the server certificate it signs, as files in the data folder's `tls/`.
///
/// ```
///   ca.key  ca.crt          EC P-256, 10 years; made once. Clients trust ca.crt. One that is replaced stays as
///     |                   ca-replaced-ID.pem (Authorities). Limited to this box (NameLimits)
///     |
///     +-- signs --> server.key  server.crt   397 days, every name and address of the box; made anew 30 days
///                                            before its end, when the box has an address it does not carry, and an
///                                            hour after it lost one (NameMemory)
/// ```
///
/// A certificate that somebody gives, or that is ordered elsewhere, is looked at by [GivenCertificate] and shown beside
/// the own one by [ServerIdentity], to who asks for one of its names.
///
/// A hub's authority also signs the certificates by which boxes are known ([BoxCertificates]), and [BoxTrust] says
/// which of those are taken for good.
///
/// [Certificates#ensure] is called at start and then every [Certificates#CHECK_EVERY] by the wiring, on a thread that
/// may touch files; when it says `made`, the web server takes the new files without a restart.
/// The certificates are put together with the ASN.1 classes of bcprov, which passwords need anyway, and signed by the
/// JDK; nothing of BouncyCastle is loaded while the files stand.
@NullMarked
package dev.lintel.controller.tls;

import org.jspecify.annotations.NullMarked;
