package dev.lintel.controller.sync;

import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The fields through which a request to a followed service sets PINs, and the PINs that the person had before, as
/// this box knows them. Read before the request is sent. Used by [CloudLine] for [AnsweredPins]. Immutable.
final class PinTarget {
    private static final String VALUE = "value";
    private static final int CREATED = 201;
    private static final int ERROR_MIN = 400;
    private static final String ID = "([1-9][0-9]{0,17})";
    private static final Pattern CREATES =
            Pattern.compile("/api/3/(?:people|(people/" + ID + "/)?(credentials))(?:\\.json)?/?(?:\\?.*)?");
    private static final Pattern CHANGES = Pattern.compile(
            "/api/3/(?:people/" + ID + "|(?:people/[0-9]+/)?credentials/" + ID + ")(?:\\.json)?/?(?:\\?.*)?");

    private enum Fields {
        NONE,
        VALUE,
        SLUGS
    }

    private final Fields fields;
    private final boolean creates;
    private final Set<String> before;

    private PinTarget(Fields fields, boolean creates, Set<String> before) {
        this.fields = fields;
        this.creates = creates;
        this.before = Set.copyOf(before);
    }

    static PinTarget of(ForwardRequest request, Database database) {
        return database.read(sql -> AccountStore.arePinsMasked(sql) ? of(request, sql) : none());
    }

    private static PinTarget none() {
        return new PinTarget(Fields.NONE, false, Set.of());
    }

    private static PinTarget of(ForwardRequest request, Sql sql) {
        Matcher path = (request.method().equals("POST") ? CREATES : CHANGES).matcher(request.path());
        if (!path.matches()) return none();
        return switch (request.method()) {
            case "POST" -> new PinTarget(path.group(3) == null ? Fields.SLUGS : Fields.VALUE, true, Set.of());
            case "PUT", "PATCH" -> change(sql, path.group(1), path.group(2));
            default -> none();
        };
    }

    /// A person or a credential that this box does not know may have any PIN: none is shown.
    private static PinTarget change(Sql sql, @Nullable String person, @Nullable String credential) {
        if (credential != null) {
            Credential held = CredentialStore.get(sql, Long.parseLong(credential));
            return held == null ? none() : new PinTarget(Fields.VALUE, false, Set.of(held.value()));
        }
        long id = Long.parseLong(String.valueOf(person));
        if (PersonStore.get(sql, id) == null) return none();
        var pins = new HashSet<String>();
        for (Credential held : CredentialStore.of(sql, id)) if (held.type().isPin()) pins.add(held.value());
        return new PinTarget(Fields.SLUGS, false, pins);
    }

    /// Whether an answer with that status says that the service has set PINs. A service answers 200 where a person has
    /// a credential of the type already: it has set nothing.
    boolean sets(int status) {
        return fields != Fields.NONE && (creates ? status == CREATED : status < ERROR_MIN);
    }

    /// @param slugs fields of people that hold PINs
    boolean isField(String name, Set<String> slugs) {
        return switch (fields) {
            case NONE -> false;
            case VALUE -> name.equals(VALUE);
            case SLUGS -> slugs.contains(name);
        };
    }

    boolean had(String pin) {
        return before.contains(pin);
    }
}
