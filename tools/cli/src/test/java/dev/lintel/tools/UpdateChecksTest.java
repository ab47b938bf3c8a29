package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateChecksTest {
    private static final String ID = "aaaaaaaa-0000-8000-8000-00000000000";
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    Path root;

    private List<Finding> at(String now) {
        return UpdateChecks.all(root, new Installer(root, new SystemTime(), _ -> {}), Instant.parse(now));
    }

    @Test
    void aMachineThatNoImageMadeHasNothingToSay() {
        assertThat(at("2026-11-02T00:00:00Z")).isEmpty();
    }

    @Test
    void aBoxSaysWhatRunsAndWhenItIsPastItsDate() throws IOException {
        var release = new Release("amd64", "0.1.0", 1, BUILT, BUILT.plusSeconds(1000));
        Files.createDirectories(root.resolve(Release.FILE).getParent());
        Files.writeString(root.resolve(Release.FILE), release.write());
        assertThat(at("2026-11-01T00:00:00Z").getFirst().state()).isEqualTo(Finding.State.WARN);
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/mountinfo"), "22 1 8:2 / / ro - ext4 /dev/root ro\n");
        Files.createDirectories(root.resolve("sys/dev/block"));
        Files.createDirectories(root.resolve("dev/disk/by-partuuid"));
        String[] names = {"boot", "root-a", "root-b", "data"};
        for (int i = 0; i < names.length; i++) {
            String name = "sda" + (i + 1);
            Path block = Files.createDirectories(root.resolve("sys/devices/sda/" + name));
            Files.writeString(block.resolve("uevent"), "PARTNAME=lintel-" + names[i] + "\n");
            Files.writeString(block.resolve("size"), "2048\n");
            Files.createSymbolicLink(root.resolve("sys/dev/block/8:" + (i + 1)), block);
            Files.createSymbolicLink(root.resolve("dev/disk/by-partuuid/" + ID + (i + 1)), Path.of("../../" + name));
        }
        Files.createDirectories(root.resolve("efi/loader/entries"));
        Files.writeString(root.resolve("efi/loader/entries/lintel-a.conf"), "title Lintel 0.1.0 (a)\nversion 1\n");
        assertThat(at("2026-11-01T00:00:01Z").getFirst().sentence())
                .startsWith("ok")
                .contains("Lintel 0.1.0 of 2026-11-01T00:00:00Z in slot a");
        assertThat(at("2026-11-01T01:00:00Z").getFirst().sentence())
                .startsWith("warn")
                .contains("is past its date");
    }
}
