package dev.lintel.controller.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.console.SlowDown;
import dev.lintel.controller.console.TestPasswords;
import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCommandsTest {
    private static final String PASSWORD = "seven quiet harbours";

    @TempDir
    Path folder;

    private final List<Map<String, @Nullable Object>> answers = new ArrayList<>();
    private DataFolder data;
    private Database database;
    private UserCommands users;
    private KeyCommands keys;

    @BeforeEach
    void open() {
        var time = new HandTime("2026-11-22T10:00:00Z");
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, time);
        database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
        var desk = new UserDesk(
                new UserDesk.Parts(
                        new UserStore(database),
                        new SessionStore(database),
                        new TotpStore(database),
                        database.apiKeys(),
                        new SetupLinks(new SetupLinkStore(database), time),
                        TestPasswords.quick(),
                        new SlowDown(time),
                        _ -> {}),
                database.events(),
                time);
        users = new UserCommands(desk, () -> "https://box.example");
        keys = new KeyCommands(database.apiKeys(), users, database.events(), time);
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private void run(Command command, String... fields) throws Exception {
        Map<String, String> request = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) request.put(fields[i], fields[i + 1]);
        command.run(Request.parse(Json.write(request)), new Responses() {
            @Override
            public void send(Map<String, ? extends @Nullable Object> answer) {
                answers.add(new LinkedHashMap<String, @Nullable Object>(answer));
            }

            @Override
            public boolean open() {
                return true;
            }
        });
    }

    private void refused(Command command, String why, String... fields) {
        assertThatThrownBy(() -> run(command, fields))
                .isInstanceOf(Refused.class)
                .hasMessageContaining(why);
    }

    @Test
    void aUserIsMadeListedAndRemoved() throws Exception {
        run(users::create, "email", "Olga@example.com", "password", PASSWORD);
        assertThat(answers.getLast()).containsEntry("kind", "operator").containsEntry("password", true);
        run(users::create, "email", "dev@example.com", "password", PASSWORD, "kind", "developer");
        run(users::invite, "email", "ulf@example.com", "kind", "user");
        assertThat(answers.getLast()).containsEntry("password", false);
        assertThat(String.valueOf(answers.getLast().get("link")))
                .matches("https://box\\.example/invitation\\?token=[A-Za-z0-9_-]{43}");
        answers.clear();
        run(users::list);
        assertThat(answers)
                .extracting(user -> user.get("email") + " " + user.get("kind"))
                .containsExactly("dev@example.com developer", "olga@example.com operator", "ulf@example.com user");
        run(users::unlock, "email", "ulf@example.com");
        assertThat(answers.getLast()).containsEntry("unlocked", false);
        run(users::remove, "email", "ulf@example.com");
        refused(users::remove, "there is no user", "email", "ulf@example.com");
        run(users::password, "email", "olga@example.com", "password", "eight loud harbours");
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        run(users::create, "email", "olga@example.com", "password", PASSWORD);
        refused(users::remove, "last operator", "email", "olga@example.com");
        refused(users::create, "already", "email", "OLGA@example.com", "password", PASSWORD);
        refused(users::create, "kind is operator", "email", "a@example.com", "password", PASSWORD, "kind", "root");
        refused(users::create, "at least 10", "email", "a@example.com", "password", "short");
        refused(users::invite, "not an email address", "email", "a example.com");
        refused(users::invite, "not an email address", "email", "a\u200Bda@example.com");
        refused(users::password, "there is no user", "email", "b@example.com", "password", PASSWORD);
        refused(users::unlock, "there is no user", "email", "b@example.com");
    }

    /// An earlier version took it.
    @Test
    void aUserWhoseAddressNoOtherCouldGetIsFound() throws Exception {
        String email = "o\u00ADlga@x.example";
        var stored = new UserStore(database);
        stored.create(new NewUser(Kind.OPERATOR, email, "", "", null, 0));
        stored.create(new NewUser(Kind.OPERATOR, "ulf@x.example", "", "", null, 0));
        run(users::unlock, "email", email);
        run(keys::create, "email", email);
        run(users::remove, "email", email);
        refused(users::remove, "not an email address", "email", email);
        refused(keys::create, "not an email address", "email", email);
    }

    @Test
    void aDeveloperGetsNoKey() throws Exception {
        run(users::create, "email", "dev@example.com", "password", PASSWORD, "kind", "developer");
        refused(keys::create, "has no API keys", "email", "dev@example.com");
        run(keys::create, "email", "till@example.com");
        assertThat(answers.getLast()).containsKey("api_key");
        assertThat(database.apiKeys().list()).hasSize(1);
    }
}
