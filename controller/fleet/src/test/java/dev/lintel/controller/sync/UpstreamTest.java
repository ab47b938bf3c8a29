package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.Certificates;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpstreamTest {
    @TempDir
    Path path;

    private Upstream.Joined joined(DataFolder folder) throws Exception {
        // Any key with a certificate of an authority: here this box's own server's.
        var served =
                new Certificates(folder.folder("tls"), new SystemTime()).ensure(new TreeSet<>(List.of("localhost")));
        var chain = BoxKey.certificates(Files.readString(served.certificate()));
        BoxKey key = BoxKey.read(Files.readAllBytes(served.key()), chain);
        var authority =
                BoxKey.certificates(Files.readString(served.authority())).getFirst();
        return new Upstream.Joined(
                URI.create("https://hub.example:8443"), "hub-1", "Head Office", 4, "Lobby", 5, key, chain, authority);
    }

    @Test
    void whomABoxFollowsOutlastsARestartAndLeavingForgetsIt() throws Exception {
        try (var folder = DataFolder.open(path)) {
            var upstream = new Upstream(folder);
            assertThat(upstream.joined()).isNull();
            assertThat(upstream.elsewhere()).isNull();
            var joined = joined(folder);
            upstream.join(joined);
            var again = Objects.requireNonNull(new Upstream(folder).joined());
            assertThat(again.hub()).isEqualTo("hub-1");
            assertThat(again.boxName()).isEqualTo("Lobby");
            assertThat(again.chain()).isEqualTo(joined.chain());
            assertThat(again.authority()).isEqualTo(joined.authority());
            assertThat(again.key().secret()).isEqualTo(joined.key().secret());
            assertThat(again.elsewhere()).contains("Head Office").contains("lintel leave");
            assertThat(Files.getPosixFilePermissions(path.resolve("sync/box.key")))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            upstream.leave();
            assertThat(upstream.joined()).isNull();
            assertThat(path.resolve("sync")).doesNotExist();
            assertThat(new Upstream(folder).joined()).isNull();
        }
    }

    @Test
    void filesThatCannotBeReadAreAFaultAndNobodyIsFollowed() throws Exception {
        try (var folder = DataFolder.open(path)) {
            new Upstream(folder).join(joined(folder));
            Files.writeString(path.resolve("sync/upstream.json"), "{\"url\":1}");
            var upstream = new Upstream(folder);
            assertThat(upstream.joined()).isNull();
            assertThat(upstream.fault()).contains("has no url");
            Files.delete(path.resolve("sync/upstream.json"));
            assertThat(new Upstream(folder).fault()).contains("cannot be read");
            upstream.leave();
            assertThat(upstream.fault()).isNull();
        }
    }
}
