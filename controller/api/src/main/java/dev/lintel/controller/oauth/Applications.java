package dev.lintel.controller.oauth;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.New;
import dev.lintel.controller.store.ApplicationStore.Secrets;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Registering applications and moving them on: by developers on the portal, by operators, and by the command line.
/// Each change is told in the log. Any thread but an event loop.
public final class Applications {
    static final int NAME_CHARS_MAX = 80;
    static final int REDIRECTS_MAX = 10;
    /// Of one developer: more are leftovers.
    static final int APPLICATIONS_MAX = 50;

    /// How long the old webhook secret signs beside the new one.
    public static final Duration ROTATION = Duration.ofDays(1);

    private final SideDatabase database;
    private final EventLog log;
    private final Time time;
    private final Tokens tokens = new Tokens();

    public Applications(SideDatabase database, EventLog log, Time time) {
        this.database = database;
        this.log = log;
        this.time = time;
    }

    /// Who does something, for the log.
    ///
    /// @param userId null: the command line
    public record By(String name, @Nullable Long userId) {
        /// Somebody with a shell on the box.
        public static final By COMMAND_LINE = new By("command line", null);
        /// Nobody: time has come.
        static final By LINTEL = new By("Lintel", null);
    }

    /// An application with the secrets that nobody can read again.
    ///
    /// @param clientSecret null for a public application
    public record Registered(
            Application application, @Nullable String clientSecret, String webhookSecret) {}

    /// Something cannot be as it is wanted.
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String field;

        RefusedException(String field, String reason) {
            super(reason, null, false, false);
            this.field = field;
        }

        /// `name`, `redirect_uri`, `webhook_url`, `shape`, `scope`, `state` or `application`.
        public String field() {
            return field;
        }

        /// A sentence.
        public String reason() {
            return String.valueOf(getMessage());
        }
    }

    /// What is wrong with these details, by field; empty when nothing is.
    public static Map<String, String> faults(Details details) {
        Map<String, String> faults = new LinkedHashMap<>();
        String name = details.name();
        if (name.isBlank()) faults.put("name", "An application needs a name: people read it when they are asked.");
        if (name.length() > NAME_CHARS_MAX) {
            faults.put("name", "The name has at most " + NAME_CHARS_MAX + " characters.");
        }
        if (name.codePoints().anyMatch(Applications::hides)) {
            faults.put("name", "The name has a character in it that does not show.");
        }
        List<String> redirects = details.redirects();
        if (redirects.isEmpty()) faults.put("redirect_uri", "At least one redirect address is needed.");
        if (redirects.size() > REDIRECTS_MAX) {
            faults.put("redirect_uri", "There are at most " + REDIRECTS_MAX + " redirect addresses.");
        }
        for (String redirect : redirects) {
            String fault = RedirectUris.fault(redirect);
            if (fault != null) faults.put("redirect_uri", redirect + ": " + fault);
        }
        String webhook = details.webhookUrl();
        String fault = webhook == null ? null : WebAddress.fault(webhook, "A webhook address");
        if (fault != null) faults.put("webhook_url", fault);
        if (!details.shape().equals("documented") && !details.shape().equals("sdk")) {
            faults.put("shape", "The shape is documented or sdk.");
        }
        for (String text : details.wanted()) {
            Scope scope = Scope.of(text);
            if (scope == null || !scope.sensitive()) faults.put("scope", text + " is no sensitive scope.");
        }
        return faults;
    }

    /// Control characters, and those that turn or hide what stands beside them: people are asked to trust the name.
    private static boolean hides(int character) {
        int type = Character.getType(character);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /// Registers an application. Throws [RefusedException].
    ///
    /// @param open public: without a secret
    public Registered register(Details details, boolean open, State state, By by) {
        refuse(details);
        String secret = open ? null : tokens.make();
        String webhook = tokens.make();
        var secrets = new Secrets(secret == null ? null : Tokens.hash(secret), webhook, null);
        boolean trusted = by.userId == null; // whoever has a shell approves what they ask for
        var made = new New(clientId(), secrets, details, state, trusted, by.userId);
        Application application = database.write(sql -> {
            if (by.userId != null && ApplicationStore.count(sql, by.userId) >= APPLICATIONS_MAX) {
                throw new RefusedException(
                        "application", "There are " + APPLICATIONS_MAX + " already: delete one first.");
            }
            return there(ApplicationStore.get(sql, ApplicationStore.create(sql, made, time.nowMs())));
        });
        tell(application, by, "registered");
        return new Registered(application, secret, webhook);
    }

    /// One that no command line takes for an option.
    private String clientId() {
        while (true) {
            String id = tokens.make();
            if (id.charAt(0) != '-') return id;
        }
    }

    /// Changes what a developer may change. Throws [RefusedException].
    public Application change(long id, Details details, By by) {
        refuse(details);
        Application application = database.write(sql -> {
            there(ApplicationStore.get(sql, id));
            ApplicationStore.change(sql, id, details, time.nowMs());
            if (by.userId != null) ApplicationStore.unseen(sql, id); // it may be another by now
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "changed");
        return application;
    }

    private static void refuse(Details details) {
        Map<String, String> faults = faults(details);
        if (faults.isEmpty()) return;
        var first = faults.entrySet().iterator().next();
        throw new RefusedException(first.getKey(), first.getValue());
    }

    /// Makes a new secret; the old one ends at once. Throws [RefusedException] for a public application.
    public Registered rotate(long id, By by) {
        String secret = tokens.make();
        Application application = database.write(sql -> {
            Application found = there(ApplicationStore.get(sql, id));
            if (found.isPublic()) throw new RefusedException("application", "A public application has no secret.");
            ApplicationStore.rotate(sql, id, Tokens.hash(secret), time.nowMs());
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "got a new secret");
        return new Registered(application, secret, application.secrets().webhook());
    }

    /// Makes another webhook secret. For [#ROTATION] both sign, then the new one alone: the receiver has that long to
    /// learn it. Returns the application with both.
    public Application rotateWebhook(long id, By by) {
        String next = tokens.make();
        Application application = database.write(sql -> {
            there(ApplicationStore.get(sql, id));
            ApplicationStore.rotateWebhook(sql, id, next, time.nowMs());
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "gets a new webhook secret");
        return application;
    }

    /// Ends the time in which both webhook secrets sign; does nothing when there is one only.
    public Application endRotation(long id, By by) {
        boolean ended = database.write(sql -> ApplicationStore.endRotation(sql, id, time.nowMs()));
        Application application = there(get(id));
        if (ended) tell(application, by, "uses its new webhook secret alone");
        return application;
    }

    /// Ends what has lasted for [#ROTATION]. Each minute.
    public void endRotations() {
        long before = time.nowMs() - ROTATION.toMillis();
        for (long id : database.read(sql -> ApplicationStore.rotatedBefore(sql, before))) {
            if (get(id) != null) endRotation(id, By.LINTEL); // else it was deleted meanwhile
        }
    }

    /// Moves it to another state.
    public Application setState(long id, State state, By by) {
        Application application = database.write(sql -> {
            there(ApplicationStore.get(sql, id));
            ApplicationStore.setState(sql, id, state, time.nowMs());
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "is " + state.id());
        return application;
    }

    /// Approves these sensitive scopes of those it asks for, and no others.
    public Application approve(long id, Set<String> scopes, By by) {
        Application application = database.write(sql -> {
            there(ApplicationStore.get(sql, id));
            ApplicationStore.approve(sql, id, scopes, time.nowMs());
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "may ask for: " + (scopes.isEmpty() ? "nothing sensitive" : String.join(" ", scopes)));
        return application;
    }

    /// Its developer asks for the next state.
    public void askReview(long id, By by) {
        Application application = database.write(sql -> {
            ApplicationStore.askReview(sql, id, time.nowMs());
            return there(ApplicationStore.get(sql, id));
        });
        tell(application, by, "asks to be reviewed");
    }

    /// An operator looks at it: it is new no longer.
    public void seen(long id) {
        database.write(sql -> {
            ApplicationStore.seen(sql, id, time.nowMs());
            return null;
        });
    }

    /// Ends it and all that was allowed to it.
    public void delete(long id, By by) {
        Application application = database.write(sql -> {
            Application found = there(ApplicationStore.get(sql, id));
            ApplicationStore.delete(sql, id);
            return found;
        });
        tell(application, by, "deleted");
    }

    public @Nullable Application get(long id) {
        return database.read(sql -> ApplicationStore.get(sql, id));
    }

    public @Nullable Application find(String clientId) {
        return database.read(sql -> ApplicationStore.find(sql, clientId));
    }

    /// All, the newest first.
    public List<Application> list() {
        return database.read(ApplicationStore::list);
    }

    /// Those of one developer, the newest first.
    public List<Application> listOf(long ownerId) {
        return database.read(sql -> ApplicationStore.listOf(sql, ownerId));
    }

    /// How many wait for an operator.
    public long waiting() {
        return database.read(ApplicationStore::waiting);
    }

    private static Application there(@Nullable Application application) {
        if (application == null) throw new RefusedException("application", "There is no such application.");
        return application;
    }

    private void tell(Application application, By by, String action) {
        Map<String, Object> what = Map.of(
                "what",
                "application",
                "new",
                application.details().name(),
                "id",
                application.id(),
                "by",
                by.name,
                "action",
                action);
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }
}
