package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.Packages;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image for PCs in QEMU's: what it shows on its screen and on its serial port, that it is found by who
/// browses for services, and that it comes back from a data partition that a start does not mend by itself.
@Tag("slow")
class PcBoardTest {
    private static final Map<String, String> INSTALLER =
            Map.of("email", "ines@example.com", "password", "quiet hinges by the hundred");
    private static final Pattern DATA = Pattern.compile("\"start\": ?([0-9]+),[^}]*\"name\": ?\"lintel-data\"");

    @TempDir
    Path folder;

    private Path image() throws IOException {
        Sources sources = Sources.at(Path.of(".."), "0.1.0");
        Packages packages = new Packages(sources, new SystemTime(), _ -> {});
        packages.make(folder.resolve("packages"), List.of(Arch.AMD64));
        Path image = folder.resolve("image");
        Images.Made made = new Images(sources, new SystemTime(), _ -> {})
                .make(Board.AMD64, Card.PLAIN, new Origin(null, 365, 1L), image);
        System.out.printf(
                "amd64 image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                made.bytes() / VirtBox.MB,
                made.usedBytes() / VirtBox.MB,
                made.rootBytes() / VirtBox.MB,
                made.seconds());
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");
        return image;
    }

    /// Without what ends its lines.
    private static String screen(VirtBox box) {
        return box.inside("cat /dev/vcs1").replaceAll("\\s+", "");
    }

    @Test
    void aPcShowsItsLinkOnEachScreenIsSetUpByItAndComesBackFromABrokenDisk() throws Exception {
        VirtBox box = VirtBox.flashed(folder, image(), "serial_console: on\n");
        try (PcQemu pc = box.startPc()) {
            box.started("a PC's first boot");
            isShown(box);
            isAnnounced(box, pc.wire());
            Visitor installer = new Visitor(box, "ines");
            String link = box.identity.link();
            assertThat(installer.fillsIn(link.substring(link.indexOf("/setup")), INSTALLER))
                    .contains("<h1>Commissioning</h1>");
            box.until(
                    "nothing is shown any more",
                    () -> box.inside("ls /run/issue.d").isBlank());
            box.inside("mkdir /var/lib/lost && touch /var/lib/lost/found && sync");
            box.inside("systemctl poweroff");
            pc.awaitOff();
        }
        isBroken(box.folder.resolve("disk"));
        try (PcQemu _ = box.startPc()) {
            box.started("a PC with a broken directory");
            assertThat(box.inside("journalctl --boot --output cat --unit 'systemd-fsck@*'"))
                    .as("what a start does not mend unless it is told to")
                    .contains("FILE SYSTEM WAS MODIFIED");
            assertThat(box.inside("lintel doctor || true")).contains("lintel.db");
            assertThat(box.get("/sign-in")).contains("name=\"password\"");
        }
    }

    /// On the first screen, which is what its own memory of it has, and on the serial port.
    private static void isShown(VirtBox box) throws Exception {
        String token = box.identity.link().replaceFirst(".*token=", "");
        box.until("the link is on the screen", () -> screen(box).contains("token=" + token));
        assertThat(screen(box)).contains("becomesthefirst:https://north-gate.local:8443/setup?token=");
        String console = Files.readString(box.folder.resolve("console"), StandardCharsets.ISO_8859_1);
        assertThat(console).contains("/setup?token=" + token);
    }

    /// In a cable without a server of addresses, too, with its name and port.
    private static void isAnnounced(VirtBox box, Wire wire) throws Exception {
        assertThat(wire.asks("_nothing._tcp", Duration.ofSeconds(5))).isNull();
        box.until("it answers who browses for services", () -> {
            String answer = wire.asks("_lintel._tcp", Duration.ofSeconds(5));
            return answer != null
                    && answer.contains(Wire.labels("Lintel north-gate"))
                    && answer.contains("\0\0\0\0" + (char) (8443 >> 8) + (char) (8443 & 0xFF));
        });
    }

    /// Loses a directory's inode, as a worn card or a disk without power does.
    private static void isBroken(Path disk) {
        Matcher data = DATA.matcher(Programs.run("sfdisk", "--json", disk.toString()));
        assertThat(data.find()).as("a data partition").isTrue();
        String part = disk + "?offset=" + Long.parseLong(data.group(1)) * Partitions.SECTOR;
        Programs.run("debugfs", "-w", "-R", "clri /lib/lost", part);
    }
}
