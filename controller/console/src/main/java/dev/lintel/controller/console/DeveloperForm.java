package dev.lintel.controller.console;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a developer types of an application, as it stands in the form: shown again when something is wrong with it.
///
/// @param id of the application that is changed; 0 for a new one
/// @param redirects one address a line
/// @param open public: without a secret; only for a new one
/// @param faults sentences by field: `name`, `redirect_uri`, `webhook_url`, `shape`, `scope`, `application`
record DeveloperForm(
        long id,
        String name,
        String redirects,
        String webhookUrl,
        String shape,
        String listing,
        boolean open,
        Set<String> wanted,
        Map<String, String> faults) {
    /// Lines of addresses read from a form: more than may be registered.
    private static final int LINES_MAX = 100;

    static final DeveloperForm EMPTY = new DeveloperForm(0, "", "", "", "documented", "A", false, Set.of(), Map.of());

    /// What may be asked for with an operator's approval only.
    static List<Scope> sensitive() {
        return Arrays.stream(Scope.values()).filter(Scope::sensitive).toList();
    }

    static DeveloperForm of(Application application) {
        Details details = application.details();
        return new DeveloperForm(
                application.id(),
                details.name(),
                String.join("\n", details.redirects()),
                Objects.requireNonNullElse(details.webhookUrl(), ""),
                details.shape(),
                details.listing().name(),
                application.isPublic(),
                details.wanted(),
                Map.of());
    }

    static DeveloperForm read(Request request, long id) {
        return new DeveloperForm(
                id,
                text(request, "name"),
                text(request, "redirect_uris"),
                text(request, "webhook_url"),
                text(request, "shape"),
                text(request, "listing"),
                "public".equals(request.form("kind")),
                new HashSet<>(request.form().getOrDefault("scope", List.of())),
                Map.of());
    }

    private static String text(Request request, String name) {
        return Objects.requireNonNullElse(request.form(name), "").strip();
    }

    DeveloperForm with(Map<String, String> wrong) {
        return new DeveloperForm(id, name, redirects, webhookUrl, shape, listing, open, wanted, wrong);
    }

    /// The sentence for a field, or null.
    @Nullable
    String fault(String field) {
        return faults.get(field);
    }

    Details details() {
        List<String> lines = Arrays.stream(redirects.split("\\s+", LINES_MAX))
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList();
        return new Details(
                name,
                shape,
                listing.equals("B") ? Listing.B : Listing.A,
                webhookUrl.isEmpty() ? null : webhookUrl,
                lines,
                wanted);
    }
}
