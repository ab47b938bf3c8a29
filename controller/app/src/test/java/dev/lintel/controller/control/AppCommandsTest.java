package dev.lintel.controller.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.store.ApplicationStore;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppCommandsTest {
    @TempDir
    Path path;

    private DataFolder folder;
    private SideDatabase database;
    private AppCommands commands;

    private record Answers(List<Map<String, @Nullable Object>> sent) implements Responses {
        @Override
        public void send(Map<String, ? extends @Nullable Object> answer) {
            sent.add(new LinkedHashMap<>(answer));
        }

        @Override
        public boolean open() {
            return true;
        }
    }

    @BeforeEach
    void begin() {
        folder = DataFolder.open(path.resolve("data"));
        database = SideDatabase.oauth(folder);
        commands = new AppCommands(new Applications(database, new MemoryLog(), new HandTime("2026-11-22T10:00:00Z")));
    }

    @AfterEach
    void end() {
        database.close();
        folder.close();
    }

    private interface Command {
        void run(Request request, Responses out);
    }

    private static List<Map<String, @Nullable Object>> ask(Command command, Map<String, Object> fields) {
        var answers = new Answers(new ArrayList<>());
        command.run(new Request(new LinkedHashMap<>(fields)), answers);
        return answers.sent;
    }

    private Map<String, @Nullable Object> create(Map<String, Object> more) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", "Desk");
        fields.put("redirect_uris", List.of("https://desk.example/back"));
        fields.putAll(more);
        return ask(commands::create, fields).getFirst();
    }

    @Test
    void whatIsMadeIsShownOnceAndListedWithoutSecrets() {
        var made = create(Map.of());
        assertThat(made.keySet()).containsExactly("client_id", "client_secret", "webhook_secret");
        assertThat(String.valueOf(made.get("client_secret"))).hasSize(43);
        var listed = ask(commands::list, Map.of()).getFirst();
        assertThat(listed)
                .containsEntry("client_id", made.get("client_id"))
                .containsEntry("state", "inactive")
                .containsEntry("shape", "documented")
                .containsEntry("listing", "A")
                .containsEntry("public", false)
                .doesNotContainKeys("client_secret", "webhook_secret");
        assertThat(create(Map.of("public", true))).containsEntry("client_secret", null);
    }

    @Test
    void itIsMovedOnGetsANewSecretAndEnds() {
        var made = create(Map.of("state", "testing", "shape", "sdk", "listing", "B"));
        Object id = made.get("client_id");
        assertThat(ask(commands::setState, Map.of("client_id", id, "state", "live"))
                        .getFirst())
                .containsEntry("state", "live");
        var rotated = ask(commands::rotateSecret, Map.of("client_id", id)).getFirst();
        assertThat(rotated.get("client_secret")).isNotNull().isNotEqualTo(made.get("client_secret"));
        assertThat(ask(commands::delete, Map.of("client_id", id)).getFirst()).containsEntry("name", "Desk");
        assertThat(ask(commands::list, Map.of())).isEmpty();
        assertThatThrownBy(() -> ask(commands::delete, Map.of("client_id", id)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("there is no application with the client id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            redirect_uris | http://desk.example/  | redirect_uri: http://desk.example/: A redirect address must
            webhook_url   | desk                  | webhook_url: A webhook address must be a whole address
            shape         | round                 | shape: The shape is documented or sdk.
            listing       | C                     | listing is A or B, not C
            state         | gone                  | state is inactive, testing or live, not gone
            name          | ' '                   | name: An application needs a name
            """)
    void whatIsWrongIsNamed(String field, String value, String said) {
        Object given = field.equals("redirect_uris") ? List.of(value) : value;
        assertThatThrownBy(() -> create(Map.of(field, given)))
                .isInstanceOf(Refused.class)
                .hasMessageStartingWith(said);
        assertThat(ask(commands::list, Map.of())).isEmpty();
    }

    @Test
    void aPublicOneHasNoSecretToChange() {
        Object id = create(Map.of("public", true)).get("client_id");
        assertThatThrownBy(() -> ask(commands::rotateSecret, Map.of("client_id", id)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("has no secret");
    }

    @Test
    void aNewWebhookSecretSignsBesideTheOldOneForADayOrAtOnceAlone() {
        var made = create(Map.of());
        Object id = made.get("client_id");
        var next = ask(commands::rotateSecret, Map.of("client_id", id, "webhook", true))
                .getFirst();
        assertThat(next.keySet()).containsExactly("client_id", "webhook_secret", "until");
        assertThat(next).containsEntry("client_id", id).containsEntry("until", "2026-11-23T10:00:00Z");
        assertThat(String.valueOf(next.get("webhook_secret"))).hasSize(43);
        var secrets = stored(String.valueOf(id)).secrets();
        assertThat(secrets.webhook()).isEqualTo(made.get("webhook_secret"));
        assertThat(secrets.rotation()).isNotNull();

        var alone = ask(commands::rotateSecret, Map.of("client_id", id, "webhook", true, "now", true))
                .getFirst();
        assertThat(alone).containsEntry("until", null);
        secrets = stored(String.valueOf(id)).secrets();
        assertThat(secrets.webhook()).isEqualTo(alone.get("webhook_secret"));
        assertThat(secrets.rotation()).isNull();
    }

    private Application stored(String clientId) {
        Application found = database.read(sql -> ApplicationStore.find(sql, clientId));
        return Objects.requireNonNull(found);
    }
}
