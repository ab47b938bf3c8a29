package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A reader's key is changed and removed over the API while the box runs, its reader on the other end of the wire.
class EncryptionKeyBoxTest {
    private static final String SECURE = """
            hardware: simulated
            buses: {one: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: one, address: 3, key: secret:reader-1, formats: [raw]}}
                strike: {line: 17, active: high, fail: secure}
                egress: mechanical
            """;

    @TempDir
    Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private Box start() throws IOException {
        Path data = data();
        Path config = Files.writeString(folder.resolve("controller.yaml"), SECURE);
        if (!Files.exists(data)) {
            CommandRun made = CommandRun.of("osdp", "key", "reader-1", "--data", data.toString());
            assertThat(made.exit()).as(made.err()).isZero();
        }
        return Box.start(data, "--config", config.toString());
    }

    private String key() throws IOException {
        return Files.readString(data().resolve("keys/reader-1"));
    }

    private static HttpResponse<String> post(Box box, BoxApi api, String action) {
        return api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/channels/1/" + action))
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private static CommandRun present(Box box) {
        return box.lintel("present --channel 1 --card 7 --json");
    }

    @Test
    void aReaderReadsUnderItsNewKeyAndNotAtAllOnceItIsRemoved() throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            assertThat(present(box).json()).containsEntry("decision", "rejected");
            String before = key();
            HttpResponse<String> renewed = post(box, api, "regenerate_encryption_key");
            assertThat(renewed.statusCode()).as(renewed.body()).isEqualTo(200);
            assertThat(key()).isNotEqualTo(before);
            assertThat(renewed.body()).doesNotContain(key().strip()).contains("\"encryption_key\":\"\"");
            assertThat(present(box).json()).as("under its new key").containsEntry("decision", "rejected");
            assertThat(api.events("event_code=90&level=debug"))
                    .as("no tampering")
                    .isEmpty();
        }
        try (Box box = start()) {
            BoxApi api = box.api();
            assertThat(present(box).json()).as("after a restart").containsEntry("decision", "rejected");
            HttpResponse<String> removed = post(box, api, "remove_encryption_key");
            assertThat(removed.statusCode()).as(removed.body()).isEqualTo(200);
            assertThat(removed.body()).contains("\"status\":\"pending_encryption\"");
            assertThat(data().resolve("keys/reader-1")).doesNotExist();
            assertThat(post(box, api, "regenerate_encryption_key").body()).contains("pair it on site");
            assertThat(present(box).exit()).as("nobody listens to it").isNotZero();
        }
        try (Box box = start()) {
            BoxApi api = box.api();
            assertThat(api.get("/api/3/channels/1").body()).contains("\"status\":\"pending_encryption\"");
            assertThat(api.get("/health").body()).contains("waits for a key");
            Files.move(data().resolve("keys/reader-1.removed"), data().resolve("keys/reader-1"));
        }
        try (Box box = start()) {
            assertThat(present(box).json()).as("put back").containsEntry("decision", "rejected");
        }
    }
}
