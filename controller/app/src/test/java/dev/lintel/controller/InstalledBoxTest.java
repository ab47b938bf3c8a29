package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.system.DiskFault;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.ClientTrust;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that was just installed: no doors until it has a `controller.yaml` in its data folder.
class InstalledBoxTest {
    private static final String ONE_DOOR = """
            hardware: simulated
            listen: {address: 127.0.0.1}
            channels:
              - unit: 4
                strike: {line: 17, active: high, fail: secure}
                egress: mechanical
            """;
    private static final String TWO_DOORS = ONE_DOOR + """
              - unit: 5
                strike: {line: 18, active: high, fail: secure}
                egress: mechanical
            """;

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private Path data() {
        return folder.resolve("data");
    }

    private Lintel start(@Nullable Path config) {
        var options = new RunOptions(data(), config, null, false, null, 0, 0);
        var around = new Surroundings(null, null, null, null, true, MemoryRoom.of(folder), true, null, DiskFault.NONE);
        return Lintel.start(options, around, new SystemTime());
    }

    private static List<String> doors(Lintel lintel) {
        return lintel.database().read(PolicyStore::policy).channels().stream()
                .map(Channel::name)
                .toList();
    }

    @Test
    void withoutAFileItHasNoDoorsAndIsWell() {
        try (var lintel = start(null)) {
            assertThat(doors(lintel)).isEmpty();
            assertThat(lintel.simulator()).as("nothing is simulated on a board").isNull();
            assertThat(lintel.report().reasons())
                    .as("but for the clock of the machine that tests it")
                    .allMatch(reason -> reason.startsWith("clock: "));
        }
    }

    /// Who reset it, or lost its card's paper, reads the link on its screen, until somebody has used it.
    @Test
    void itsScreenHasTheLinkUntilThereIsAnAdministrator() throws IOException {
        Path screen = folder.resolve("screen");
        var options = new RunOptions(data(), null, null, false, null, 0, 0);
        var around =
                new Surroundings(null, null, null, null, true, MemoryRoom.of(folder), true, screen, DiskFault.NONE);
        try (var lintel = Lintel.start(options, around, new SystemTime())) {
            Await.until("the link is shown", () -> Files.exists(screen));
            assertThat(screen)
                    .content()
                    .contains("becomes the first:")
                    .containsPattern("  https://[a-z0-9.-]+:[0-9]+/setup\\?token=[A-Za-z0-9_-]{43} ");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(screen)))
                    .isEqualTo("rw-------");
            new UserStore(lintel.database())
                    .create(UserStore.NewUser.of(UserStore.Kind.OPERATOR, "ada@example.com", "a hash", 0));
            Await.until("it is not any more", () -> screen.toFile().length() == 0);
        }
        Files.writeString(screen, "of a process that was killed");
        try (var again = Lintel.start(options, around, new SystemTime())) {
            assertThat(doors(again)).isEmpty();
            Await.until("nor after a start", () -> screen.toFile().length() == 0);
        }
    }

    /// A box whose disk broke knows nobody either. Whoever comes first, or has its card's paper still, must not
    /// have it.
    @Test
    void aBoxThatLostItsDiskIsNoNewBox() throws Exception {
        Path screen = folder.resolve("screen");
        Files.createDirectories(data());
        Files.writeString(data().resolve("claim"), "c".repeat(43));
        var disk = new DiskFault(List.of("the data partition cannot be read"), true);
        var around = new Surroundings(null, null, null, null, true, MemoryRoom.of(folder), true, screen, disk);
        var options = new RunOptions(data(), null, null, false, null, 0, 0);
        try (var lintel = Lintel.start(options, around, new SystemTime())) {
            assertThat(lintel.report().reasons()).contains("disk: the data partition cannot be read");
            var welcome = new ByteArrayOutputStream();
            lintel.welcome(new PrintStream(welcome, true, StandardCharsets.UTF_8));
            assertThat(welcome.toString(StandardCharsets.UTF_8)).doesNotContain("/setup");
            Await.until("the screen says so", () -> screen.toFile().length() > 0);
            assertThat(screen)
                    .content()
                    .contains("the data partition cannot be read")
                    .doesNotContain("/setup");
            assertThat(page(lintel, "/sign-in")).contains("the data partition cannot be read");
            assertThat(page(lintel, "/setup?token=" + "c".repeat(43))).contains("This link is spent");
        }
    }

    private String page(Lintel lintel, String path) throws IOException, InterruptedException {
        URI own = URI.create(lintel.url());
        var uri = URI.create("https://localhost:" + own.getPort() + path);
        try (var client = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(data().resolve("tls/ca.crt")))
                .build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void itsFirstFileGivesItDoorsAndALaterOneNoMore() throws IOException {
        start(null).close();
        Files.writeString(data().resolve("controller.yaml"), ONE_DOOR);
        try (var lintel = start(null)) {
            assertThat(doors(lintel)).containsExactly("Door 4");
        }
        Files.writeString(data().resolve("controller.yaml"), TWO_DOORS);
        try (var lintel = start(null)) {
            assertThat(doors(lintel))
                    .as("what a person may have removed does not come back")
                    .containsExactly("Door 4");
        }
    }

    @Test
    void theFileOfTheCommandLineGoesBeforeItsOwn() throws IOException {
        Files.createDirectories(data());
        Files.writeString(data().resolve("controller.yaml"), ONE_DOOR);
        Path other = Files.writeString(elsewhere.resolve("other.yaml"), ONE_DOOR.replace("unit: 4", "unit: 9"));
        try (var lintel = start(other)) {
            assertThat(doors(lintel)).containsExactly("Door 9");
        }
    }

    @Test
    void aFaultInItsFileIsNamedAndNothingIsBegun() throws IOException {
        Files.createDirectories(data());
        Files.writeString(data().resolve("controller.yaml"), ONE_DOOR.replace("active: high", "active: up"));
        assertThatThrownBy(() -> start(null))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("controller.yaml")
                .hasMessageContaining("active");
        assertThat(Files.exists(data().resolve("lintel.db"))).isFalse();
    }
}
