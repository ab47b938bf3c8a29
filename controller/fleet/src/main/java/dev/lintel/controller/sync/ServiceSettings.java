package dev.lintel.controller.sync;

import dev.lintel.controller.config.UpstreamConfig.Api;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.secret.SecretFile;
import dev.lintel.controller.sync.ServiceFiles.Allowed;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.cloud.CloudFollower.Settings;
import dev.lintel.sync.cloud.CloudPermission;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What `controller.yaml` says of a service, as the library takes it; and what an operator's browser brings back.
final class ServiceSettings {
    private ServiceSettings() {}

    /// Throws [TargetException] for a file that cannot be read, [IllegalArgumentException] for what the library
    /// refuses.
    ///
    /// @param stored the client secret where `controller.yaml` names no file of it
    /// @param webhookSecret empty: no webhooks are taken
    static Settings of(Api api, Supplier<@Nullable String> stored, Supplier<String> webhookSecret) {
        Path file = api.secretFile();
        Supplier<String> secret = () -> {
            String now = file == null ? stored.get() : read(file);
            if (now == null) throw new TargetException("the client secret is missing: 'lintel sync authorise'");
            return now;
        };
        return new Settings(
                api.url(), api.clientId(), secret, webhookSecret, api.account(), authorities(api.authorities()));
    }

    private static String read(Path file) {
        try {
            return SecretFile.read("client_secret_file", file);
        } catch (IllegalArgumentException e) {
            throw new TargetException(String.valueOf(e.getMessage()), e);
        }
    }

    /// Names the service to the store.
    static String hub(Api api) {
        return "api:" + api.url();
    }

    /// Why these are not the people that this box follows or is to follow, in a sentence; null: they are, or the
    /// service does not tell. People of another account have the same numbers.
    static @Nullable String otherAccount(Api api, @Nullable Allowed allowed, CloudPermission.Seen seen) {
        String account = seen.account();
        if (account == null) return null;
        String shown =
                "the permission is of the account " + account + (seen.name() == null ? "" : " (" + seen.name() + ")");
        if (!api.account().isEmpty() && !api.account().equals(account)) {
            return shown + ", and controller.yaml names account " + api.account();
        }
        String before = allowed == null ? null : allowed.account();
        if (before == null || before.equals(account)) return null;
        return shown + ", and this box follows account " + before + ": 'lintel leave' first";
    }

    /// What people call the service: its account's name, else its host's.
    static String name(Api api, CloudPermission.Seen seen) {
        String named = seen.name();
        return named == null || named.isBlank() ? String.valueOf(api.url().getHost()) : named;
    }

    /// What is kept of a permission.
    ///
    /// @param before whose account it is where the service does not tell this time; null: nobody was followed
    static Allowed allowed(Api api, CloudPermission.Seen seen, @Nullable Allowed before, long nowMs, String by) {
        String account = seen.account() != null || before == null ? seen.account() : before.account();
        return new Allowed(api.url(), api.clientId(), name(api, seen), account, nowMs, by);
    }

    /// What this box's place there holds for: no other box of ours is at the service as this one is.
    static String membership(Api api) {
        return FollowStore.membership(hub(api), Whom.service("", api.url()).box());
    }

    private static List<X509Certificate> authorities(List<Path> files) {
        var all = new ArrayList<X509Certificate>();
        for (Path file : files) {
            try {
                all.addAll(BoxKey.certificates(Files.readString(file)));
            } catch (IOException | TlsException e) {
                throw new TargetException("authorities: " + file + " cannot be read: " + e.getMessage(), e);
            }
        }
        return all;
    }

    /// The code in the address that a browser was sent back to. Throws [UplineException] in words where there is none.
    static String code(String address, String state) {
        Map<String, String> query = query(address);
        String error = query.get("error");
        if ("access_denied".equals(error)) throw new UplineException("the service says that it was not allowed");
        if (error != null) {
            String help = error.equals("invalid_scope")
                    ? ": write the scopes that it has as upstream.scope in controller.yaml"
                    : "";
            throw new UplineException("the service refuses: " + shown(error, query) + help);
        }
        String code = query.get("code");
        if (code == null) {
            throw new UplineException("the address has no code: copy all of it from the browser, once it was allowed");
        }
        if (!state.equals(query.get("state"))) {
            throw new UplineException("the address is of another attempt than this one: begin again");
        }
        return code;
    }

    private static String shown(String error, Map<String, String> query) {
        String more = query.get("error_description");
        String text = more == null ? error : error + " (" + more + ")";
        return text.replaceAll("\\p{Cntrl}", " ").substring(0, Math.min(300, text.length()));
    }

    private static Map<String, String> query(String address) {
        var query = new HashMap<String, String>();
        try {
            String raw = URI.create(address).getRawQuery();
            if (raw == null) return query;
            for (String pair : raw.split("&", -1)) {
                String[] parts = pair.split("=", 2);
                String value = parts.length == 2 ? parts[1] : "";
                query.put(parts[0], URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
            return query;
        } catch (IllegalArgumentException e) {
            throw new UplineException("what was given is no address of a browser", e);
        }
    }

    /// Why what `controller.yaml` names is not what has allowed this box; null: it is.
    static @Nullable String mismatch(@Nullable Api api, Allowed allowed) {
        if (api == null) {
            return "controller.yaml names no service any more, and people are the service's " + allowed.name()
                    + ": name it again, or 'lintel leave'";
        }
        if (!api.url().equals(allowed.url()) || !api.clientId().equals(allowed.clientId())) {
            return "controller.yaml has another service or client_id than the one that has allowed this box ("
                    + allowed.url() + "): 'lintel leave', then 'lintel sync authorise'";
        }
        return null;
    }

    /// For the log: that the box left the service.
    ///
    /// @param allowed null: the files that said which are gone, or cannot be read
    static EventDraft left(@Nullable Allowed allowed, String by, Time time) {
        return allowed == null ? Upstream.left(null, by, time) : told(allowed, "left", by, time);
    }

    /// For the log: what was done about a service, and by whom.
    static EventDraft told(Allowed allowed, String action, String by, Time time) {
        Map<String, Object> what = Map.of(
                "what",
                "sync",
                "action",
                action,
                "service",
                allowed.name(),
                "url",
                allowed.url().toString(),
                "by",
                by);
        return new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what);
    }
}
