package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.update.Release;
import dev.lintel.tools.box.Box;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `lintel bundle settle` on a folder in place of a machine with two slots, as the image's script runs it after a
/// restart: its exit code is what the script goes by.
class BundleSettleTest {
    private static final String GOOD = "lintel-a.conf";
    private static final String TRIAL = "lintel-b+2-1.conf";

    @TempDir
    Path folder;

    private Path root;
    private Path data;

    /// Release 2 runs from slot b, on trial; release 1 is in slot a.
    @BeforeEach
    void machine() throws IOException {
        root = Files.createDirectories(folder.resolve("root"));
        data = folder.resolve("data");
        String[] names = {"lintel-boot", "lintel-root-a", "lintel-root-b", "lintel-data"};
        for (int i = 0; i < names.length; i++) {
            Path real = root.resolve("sys/devices/vda" + (i + 1));
            put(real.resolve("uevent"), "DEVTYPE=partition\nPARTN=" + (i + 1) + "\nPARTNAME=" + names[i] + "\n");
            put(real.resolve("size"), "1024\n");
            Files.createDirectories(root.resolve("sys/dev/block"));
            Files.createSymbolicLink(root.resolve("sys/dev/block/254:" + (i + 1)), real);
            put(root.resolve("dev/vda" + (i + 1)), "");
            Path links = Files.createDirectories(root.resolve("dev/disk/by-partuuid"));
            Files.createSymbolicLink(links.resolve("id-" + (i + 1)), Path.of("../../vda" + (i + 1)));
        }
        put(root.resolve("proc/self/mountinfo"), """
                22 1 254:3 / / ro,relatime shared:1 - ext4 /dev/root ro
                23 22 254:4 / /var rw,nosuid shared:2 - ext4 /dev/vda4 rw
                """);
        entry(GOOD, "a", 1, "id-2");
        entry(TRIAL, "b", 2, "id-3");
        Files.createDirectories(root.resolve("var/lib"));
        var release = new Release(
                "virt-arm64", "0.2", 2, Instant.parse("2026-11-01T00:00:00Z"), Instant.parse("2027-11-01T00:00:00Z"));
        put(root.resolve(Release.FILE), release.write());
    }

    private void entry(String name, String slot, int version, String id) throws IOException {
        for (String part : new String[] {"linux", "initrd"}) put(root.resolve("efi/lintel/" + slot + "/" + part), part);
        put(root.resolve("efi/loader/entries/" + name), """
                title Lintel 0.%d (%s)
                version %d
                sort-key lintel
                linux /lintel/%s/linux
                initrd /lintel/%s/initrd
                options root=PARTUUID=%s ro quiet
                """.formatted(version, slot, version, slot, slot, id));
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private int settle(int seconds) {
        return new CommandLine(new BundleSettleCommand(root))
                .execute("--data", data.toString(), "--seconds", String.valueOf(seconds), "--json");
    }

    private String entries() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("efi/loader/entries"))) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.joining(" "));
        }
    }

    @Test
    void aVersionThatWorksIsKept() throws IOException {
        try (Box _ = Box.start(data)) {
            assertThat(settle(20)).isZero();
            assertThat(entries()).isEqualTo(GOOD + " lintel-b.conf");
            assertThat(settle(20)).as("and nothing is on trial").isZero();
        }
    }

    @Test
    void oneThatDoesNotIsLeftAndTheMachineIsToRestart() throws IOException {
        assertThat(settle(2)).as("no box answers").isEqualTo(1);
        assertThat(entries()).as("the boot loader tries it no more").isEqualTo(GOOD + " lintel-b+0-1.conf");
        assertThat(settle(2)).as("until somebody has restarted it").isEqualTo(1);
    }
}
