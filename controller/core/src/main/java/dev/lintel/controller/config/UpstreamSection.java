package dev.lintel.controller.config;

import dev.lintel.controller.config.UpstreamConfig.Api;
import dev.lintel.controller.config.UpstreamConfig.Hub;
import dev.lintel.controller.yaml.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads `upstream` of `controller.yaml`.
///
/// ```
///   kind: hub   url
///   kind: api   url, client_id, client_secret_file, authorities, account, redirect, scope
/// ```
final class UpstreamSection {
    /// A page that need not be there: the operator copies the address that the browser ends at.
    private static final String REDIRECT = "http://127.0.0.1/lintel";
    /// What following reads, in words that every service of this API has (5.6 of its specification): the first lets
    /// reservations be read as well; without the others, sentences have numbers in place of names.
    private static final String SCOPE = "account.person.readonly account.role.readonly account.channel.readonly";

    private static final URI NONE = URI.create("https://localhost");

    private UpstreamSection() {}

    /// Null: there is none, or it is at fault. File names are from `folder`, which the configuration is in.
    static @Nullable UpstreamConfig read(Section root, Path folder) {
        Section upstream = root.section("upstream").orNull();
        if (upstream == null) return null;
        Boolean hub = upstream.choice("kind", Map.of("hub", true, "api", false)).required(true);
        return hub ? hub(upstream) : api(upstream, folder);
    }

    private static @Nullable Hub hub(Section upstream) {
        String url = upstream.text("url")
                .that(Addresses::publicUrlFault)
                .that(text -> text.startsWith("https://") ? null : "must begin with https://")
                .or("");
        if (!upstream.has("kind")) return null;
        if (!upstream.has("url")) upstream.fault("url", "is missing");
        return url.isEmpty() ? null : new Hub(URI.create(Addresses.withoutSlash(url)));
    }

    private static Api api(Section upstream, Path folder) {
        String url = upstream.text("url").that(UpstreamSection::serviceFault).required(NONE.toString());
        String client =
                upstream.text("client_id").that(UpstreamSection::visibleFault).required("");
        String secret =
                upstream.text("client_secret_file").that(FileNames::fault).orNull();
        return new Api(
                URI.create(url.replaceFirst("/+$", "")),
                client,
                secret == null ? null : folder.resolve(secret),
                authorities(upstream, folder),
                upstream.text("account").that(UpstreamSection::visibleFault).or(""),
                upstream.text("redirect").that(UpstreamSection::redirectFault).or(REDIRECT),
                upstream.text("scope").or(SCOPE));
    }

    private static List<Path> authorities(Section upstream, Path folder) {
        List<String> named;
        if (upstream.shape("authorities") == Section.Shape.SCALAR) {
            String one = upstream.text("authorities").that(FileNames::fault).orNull();
            named = one == null ? List.of() : List.of(one);
        } else {
            named = upstream.texts("authorities").that(FileNames::faults).or(List.of());
        }
        var files = new ArrayList<Path>();
        for (String name : named) if (FileNames.fault(name) == null) files.add(folder.resolve(name));
        return files;
    }

    private static @Nullable String visibleFault(String text) {
        return text.matches("[!-~]+") ? null : "must be letters, digits and signs without a blank";
    }

    /// As the library that follows a service takes it.
    private static @Nullable String serviceFault(String text) {
        URI uri = uri(text);
        String host = uri == null ? null : uri.getHost();
        boolean isLoopback = host != null && host.matches("localhost|127\\.[0-9.]+|\\[::1]");
        boolean isScheme = uri != null
                && ("https".equalsIgnoreCase(uri.getScheme())
                        || (isLoopback && "http".equalsIgnoreCase(uri.getScheme())));
        if (uri == null || host == null || !isScheme) {
            return "must be like https://api.example.com, not '" + text + "'";
        }
        boolean isBare = uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
        return isBare ? null : "must have neither user, query nor fragment";
    }

    private static @Nullable String redirectFault(String text) {
        URI uri = uri(text);
        return uri != null && uri.isAbsolute() && uri.getRawFragment() == null
                ? null
                : "must be an address, as it is registered at the service, not '" + text + "'";
    }

    private static @Nullable URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
