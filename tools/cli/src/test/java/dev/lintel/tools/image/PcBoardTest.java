package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Manifest;
import dev.lintel.tools.box.SyncFiles;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image for PCs in QEMU's: what it shows on its screen and on its serial port, that it is found by who
/// browses for services, that it comes back from a data partition that a start does not mend by itself, which start-up
/// cache it uses, how large its log gets, and that a card's own network and hub are enough.
@Tag("slow")
class PcBoardTest {
    private static final Map<String, String> INSTALLER =
            Map.of("email", "ines@example.com", "password", "quiet hinges by the hundred");
    private static final Pattern DATA = Pattern.compile("\"start\": ?([0-9]+),[^}]*\"name\": ?\"lintel-data\"");

    private static final String CAME_ALONG = "/usr/lib/lintel/start.aot";
    private static final String OWN = "/var/cache/lintel/start.aot";
    private static final String PID = "systemctl show --property MainPID --value lintel";
    /// What the running box has mapped of a start-up cache: its file, or nothing.
    private static final String USED = "sed -n 's|.* \\(/.*/start[.]aot\\)$|\\1|p' /proc/$(" + PID + ")/maps | sort -u";
    /// The service as a start of the box starts it, to its end; it may be at work already.
    private static final String MAKE_CACHE = "systemctl start lintel-cache"
            + " || { journalctl --boot --no-pager --lines 10 --unit lintel-cache; exit 1; }";

    /// What docs/operations.md says of the log, and the file that is written to, which comes on top of it.
    private static final long LOG_BYTES_MAX = (64L + 8) << 20;
    /// Twice as much of what cannot be made much smaller.
    private static final String STORM = "{ head -c 100000000 /dev/urandom | base64 --wrap 48000; echo the last of it; }"
            + " | systemd-cat --identifier storm";

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final String ADDRESS = "10.0.2.77";
    private static final String NETWORK =
            "network: {address: " + ADDRESS + "/24, gateway: 10.0.2.2, dns: [10.0.2.3]}\n";
    private static final int PEOPLE_AT_HUB = 20;

    @TempDir
    static Path built;

    @TempDir
    Path folder;

    private static Path image = Path.of("image");

    @BeforeAll
    static void build() {
        image = built.resolve("image");
        Images.Made made = new Images(Sources.at(Path.of("../.."), "0.1.0"), new SystemTime(), _ -> {})
                .make(Board.AMD64, Card.PLAIN, new Origin(null, 365, 1L), image);
        System.out.printf(
                "amd64 image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                made.bytes() / VirtBox.MB,
                made.usedBytes() / VirtBox.MB,
                made.rootBytes() / VirtBox.MB,
                made.seconds());
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");
    }

    @Test
    void imageAndBundle_haveAnSbomOfTheirRoot() throws IOException {
        Path root = folder.resolve("root");
        Images.Bundled bundled = new Images(Sources.at(Path.of("../.."), "0.1.0"), new SystemTime(), _ -> {})
                .bundle(Board.AMD64, new Origin(null, 365, 2L), folder.resolve("bundle"));
        try (Bundle bundle = Bundle.open(bundled.bundle());
                var out = FileChannel.open(root, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            bundle.unpack(Manifest.Part.ROOT, bytes -> {
                while (bytes.hasRemaining()) out.write(bytes);
            });
        }
        requireSbom(root.toString(), bundled.sbom());
        requireSbom(image + "?offset=" + Partitions.rootAt(), Path.of(image + ".cdx.json"));
    }

    /// Compares it with the list that dpkg made in the root, and with the SBOM there.
    private static void requireSbom(String root, Path sbom) throws IOException {
        String text = Files.readString(sbom);
        var named = new ArrayList<String>();
        for (Object one :
                (List<?>) Objects.requireNonNull(Json.parseObject(text).get("components"))) {
            Map<?, ?> component = (Map<?, ?>) one;
            boolean debian = String.valueOf(component.get("purl")).contains("distro=trixie");
            if (debian || "lintel".equals(component.get("name")))
                named.add(component.get("name") + " " + component.get("version"));
        }
        assertThat(named).hasSizeGreaterThan(100).anyMatch(one -> one.startsWith("linux-image-"));
        assertThat(cat(root, "packages").lines()).containsExactlyInAnyOrderElementsOf(named);
        assertThat(text).contains("/vertx-core@").isEqualTo(cat(root, "sbom.cdx.json"));
    }

    private static String cat(String root, String file) {
        String printed = Programs.run("debugfs", "-R", "cat /usr/lib/lintel-os/" + file, root);
        return printed.substring(printed.indexOf('\n') + 1); // its own version is first
    }

    @Test
    void aPcShowsItsLinkOnEachScreenIsSetUpByItAndComesBackFromABrokenDisk() throws Exception {
        VirtBox box = VirtBox.flashed(folder, image, "serial_console: on\n");
        try (PcQemu pc = box.startPc()) {
            box.started("a PC's first boot");
            isShown(box);
            isAnnounced(box, pc.wire());
            isSetUp(box);
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

    @Test
    void aPcMakesAStartUpCacheWhereNoneFitsLeavesADamagedOneAndKeepsItsLogSmall() throws Exception {
        VirtBox box = VirtBox.flashed(folder, image, "");
        try (PcQemu _ = box.startPc()) {
            box.started("a PC's first boot");
            usesTheCacheThatCameAlong(box);
            makesItsOwnWhereThatDoesNotFit(box);
            doesWithoutADamagedOneAndMakesItAnew(box);
            keepsItsLogSmall(box);
        }
    }

    @Test
    void aCardsOwnNetworkAndHubAreEnoughForAPcThatNobodySetsUp() throws Exception {
        try (var hub = VirtHub.start(folder, PEOPLE_AT_HUB)) {
            VirtBox box = VirtBox.flashed(folder, image, NETWORK + hub.onCard());
            try (PcQemu pc = box.startPc(ADDRESS)) {
                box.started("a PC's first boot in a network of its own");
                isFoundByTheAddressOnItsPaper(box);
                box.until("the hub has it, and it has all", hub::isComplete);
                var boxes = new SyncFiles(box.database());
                assertThat(boxes.held()).isEqualTo(hub.files().givenTo(VirtHub.BOX));
                box.inside("systemctl poweroff");
                pc.awaitOff();
            }
            keepsNoSecretsWhereAnybodyCanReadThem(box);
        }
    }

    /// On the first screen, which is what its own memory of it has, and on the serial port.
    private static void isShown(VirtBox box) throws Exception {
        String token = box.identity.link().replaceFirst(".*token=", "");
        box.until("the link is on the screen", () -> screen(box).contains("token=" + token));
        assertThat(screen(box)).contains("becomesthefirst:https://north-gate.local:8443/setup?token=");
        Path console = box.folder.resolve("console");
        box.until(
                "the link is on the serial port",
                () -> Files.readString(console, StandardCharsets.ISO_8859_1).contains("/setup?token=" + token));
    }

    /// Without what ends its lines.
    private static String screen(VirtBox box) {
        return box.inside("cat /dev/vcs1").replaceAll("\\s+", "");
    }

    /// In a cable without a server of addresses, too: by its name, and as a service with its port.
    private static void isAnnounced(VirtBox box, Wire wire) throws Exception {
        assertThat(wire.asks("_nothing._tcp", Wire.PTR, ANSWER)).isNull();
        box.until("its name has an address", () -> wire.asks("north-gate", Wire.AAAA, ANSWER) != null);
        box.until("it answers who browses for services", () -> {
            String answer = wire.asks("_lintel._tcp", Wire.PTR, ANSWER);
            return answer != null && answer.contains(Wire.labels("Lintel north-gate"));
        });
        String there = "\0\0\0\0" + (char) (8443 >> 8) + (char) (8443 & 0xFF) + Wire.labels("north-gate");
        box.until("it says where that is", () -> {
            String answer = wire.asks("Lintel north-gate._lintel._tcp", Wire.SRV, ANSWER);
            return answer != null && answer.contains(there);
        });
    }

    private static void isSetUp(VirtBox box) throws Exception {
        Visitor installer = new Visitor(box, "ines");
        String link = box.identity.link();
        assertThat(installer.fillsIn(link.substring(link.indexOf("/setup")), INSTALLER))
                .contains("<h1>Commissioning</h1>");
        box.until(
                "nothing is shown any more", () -> box.inside("ls /run/issue.d").isBlank());
    }

    /// Loses a directory's inode, as a worn card or a disk without power does, and says so of itself, as the kernel
    /// does that meets the loss: a file system that is called clean is not looked at.
    private static void isBroken(Path disk) {
        Matcher data = DATA.matcher(Programs.run("sfdisk", "--json", disk.toString()));
        assertThat(data.find()).as("a data partition").isTrue();
        String part = disk + "?offset=" + Long.parseLong(data.group(1)) * Partitions.SECTOR;
        Programs.run("debugfs", "-w", "-R", "clri /lib/lost", part);
        Programs.run("debugfs", "-w", "-R", "set_super_value state 2", part);
    }

    private static void usesTheCacheThatCameAlong(VirtBox box) {
        makesCache(box);
        assertThat(box.inside("journalctl --boot --output cat --unit lintel-cache"))
                .contains("the start-up cache that came along fits this machine");
        assertThat(box.inside("ls /var/cache/lintel")).isEqualTo("start.aot.of\n");
        assertThat(box.inside(USED)).isEqualTo(CAME_ALONG + "\n");
        assertThat(box.inside("systemctl --failed --no-legend; ls /var/lib/lintel"))
                .as("what broke down by a cache of a newer processor than this")
                .doesNotContain("failed", "crash.log");
    }

    /// As on a board of another architecture than that of the machine that made the image.
    private static void makesItsOwnWhereThatDoesNotFit(VirtBox box) throws Exception {
        box.inside("head -c 4096 /dev/urandom >/var/tmp/other && mount --bind /var/tmp/other " + CAME_ALONG);
        makesCache(box);
        assertThat(box.inside("stat --format '%U %a' " + OWN)).isEqualTo("root 644\n");
        restarts(box);
        assertThat(box.inside(USED)).isEqualTo(OWN + "\n");
    }

    /// Half of it is gone: the start that uses it breaks down.
    private static void doesWithoutADamagedOneAndMakesItAnew(VirtBox box) throws Exception {
        makesCache(box); // the restart has begun one as well, which would find the damage
        // A file of its own: what runs has the whole one before it still.
        box.inside("cd /var/cache/lintel && cp -p start.aot damaged && mb=$(($(stat --format %s damaged) >> 20))"
                + " && dd if=/dev/zero of=damaged bs=1M seek=$((mb / 4)) count=$((mb / 2)) conv=notrunc status=none"
                + " && mv damaged start.aot");
        String damaged = box.inside("sha256sum " + OWN);
        restarts(box);
        assertThat(box.inside(USED)).as("used of the damaged cache").isEmpty();
        makesCache(box);
        assertThat(box.inside("sha256sum " + OWN)).isNotEqualTo(damaged);
        restarts(box);
        assertThat(box.inside(USED)).isEqualTo(OWN + "\n");
    }

    private static void makesCache(VirtBox box) {
        box.inside(MAKE_CACHE);
        // A service that was not to run at all is none that failed.
        assertThat(box.inside("systemctl show --property Result --value lintel-cache"))
                .isEqualTo("success\n");
    }

    /// Whatever becomes of its first try.
    private static void restarts(VirtBox box) throws Exception {
        box.inside("systemctl restart lintel || true");
        System.out.printf("restart to HTTPS: %.0f s%n", box.answering());
    }

    private static void keepsItsLogSmall(VirtBox box) throws Exception {
        box.inside(STORM);
        box.until(
                "the log has all of it",
                () -> box.inside("journalctl --identifier storm --lines 1 --output cat")
                        .equals("the last of it\n"));
        long bytes = Long.parseLong(
                box.inside("du --bytes --summarize /var/log/journal | cut -f 1").strip());
        System.out.printf("log after a storm: %.1f MB%n", bytes / VirtBox.MB);
        assertThat(bytes).isBetween(LOG_BYTES_MAX / 2, LOG_BYTES_MAX);
        assertThat(box.get("/health")).contains("status");
    }

    /// By its authority alone, which is on the paper as well.
    private static void isFoundByTheAddressOnItsPaper(VirtBox box) {
        assertThat(box.identity.link()).startsWith("https://" + ADDRESS + ":8443/");
        assertThat(box.byAddress(ADDRESS, "/health")).contains("status");
    }

    /// Whoever takes the disk out reads this partition anywhere.
    private static void keepsNoSecretsWhereAnybodyCanReadThem(VirtBox box) {
        String boot = box.folder.resolve("disk") + "@@" + Partitions.bootAt();
        assertThat(Programs.run("mdir", "-/", "-b", "-i", boot, "::/lintel"))
                .contains("::/lintel/a/linux")
                .doesNotContain("::/lintel/card/join", "::/lintel/card/ca.key", "::/lintel/card/claim");
    }
}
