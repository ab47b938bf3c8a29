package dev.lintel.controller.config;

import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.yaml.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads `tls` of `controller.yaml`. What the files hold is looked at when they are used, and while the box runs.
///
/// ```
///   certificate, key                      files, from the configuration's folder
///   acme: directory, email                names, challenge, trust
/// ```
final class TlsSection {
    /// Let's Encrypt takes 100; a door controller has one or two.
    private static final int NAMES_MAX = 20;

    private static final TlsConfig NONE = new TlsConfig.Own();
    private static final String NOWHERE = "https://localhost/directory";

    private TlsSection() {}

    /// @param plain whether the box answers plain HTTP
    static TlsConfig read(Section root, Path folder, @Nullable String publicUrl, boolean plain) {
        Section tls = root.section("tls").orNull();
        if (tls == null) return NONE;
        Section acme = tls.section("acme").orNull();
        if (tls.has("acme")) {
            for (String key : List.of("certificate", "key")) {
                if (tls.has(key)) tls.fault(key, "cannot stand beside 'acme': it is one or the other");
                tls.known(key);
            }
            return acme == null ? NONE : acme(acme, folder, publicUrl, plain);
        }
        String certificate = tls.text("certificate").that(FileNames::fault).required("");
        String key = tls.text("key").that(FileNames::fault).required("");
        return certificate.isEmpty() || key.isEmpty()
                ? NONE
                : new TlsConfig.Given(folder.resolve(certificate), folder.resolve(key));
    }

    private static TlsConfig acme(Section acme, Path folder, @Nullable String publicUrl, boolean plain) {
        String directory =
                acme.text("directory").that(TlsSection::directoryFault).required(NOWHERE);
        String email = acme.text("email").that(TlsSection::emailFault).required("");
        List<String> named = acme.texts("names").that(TlsSection::namesFault).or(List.of());
        acme.choice("challenge", Map.of("http-01", true)).or(true);
        String trust = acme.text("trust").that(FileNames::fault).orNull();
        if (!plain)
            acme.fault("", "needs plain HTTP (listen.http), by which the authority looks whether it is this box");
        var names = new LinkedHashSet<String>();
        for (String name : named) names.add(name.toLowerCase(Locale.ROOT));
        if (!acme.has("names")) {
            String host = host(publicUrl);
            String fault =
                    host == null ? "is missing, and there is no public_url to take it from" : HostNames.fault(host);
            if (fault != null) acme.fault("names", host == null ? fault : "from public_url: " + fault);
        }
        return new TlsConfig.Acme(
                URI.create(directory), email, List.copyOf(names), trust == null ? null : folder.resolve(trust));
    }

    private static @Nullable String host(@Nullable String publicUrl) {
        return publicUrl == null ? null : URI.create(publicUrl).getHost();
    }

    private static @Nullable String namesFault(List<String> names) {
        if (names.isEmpty()) return "must name at least one";
        if (names.size() > NAMES_MAX) return "are more than " + NAMES_MAX;
        for (String name : names) {
            String fault = HostNames.fault(name);
            if (fault != null) return fault;
        }
        return null;
    }

    private static @Nullable String directoryFault(String text) {
        try {
            var uri = new URI(text);
            if ("https".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && uri.getRawUserInfo() == null) {
                return null;
            }
        } catch (URISyntaxException e) { // told below
        }
        return "must be like https://acme-v02.api.letsencrypt.org/directory, not '" + text + "'";
    }

    private static @Nullable String emailFault(String text) {
        return EmailAddress.isContact(text) ? null : "must be an email address, not '" + text + "'";
    }
}
