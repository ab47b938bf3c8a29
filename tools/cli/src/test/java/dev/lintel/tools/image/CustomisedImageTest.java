package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.CommandRun;
import dev.lintel.tools.pack.Programs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `image flash` of an image that was customised when it was built: what is on the disk then, and what is printed. The
/// image ends behind its boot partition, whose firmware and kernel hold nothing.
class CustomisedImageTest {
    private static final String KEY = "ssh-ed25519 " + "A".repeat(68) + " me@office";
    private static final String NETWORK = "network: {address: 192.168.7.20/24, gateway: 192.168.7.1}\n";

    @TempDir
    Path folder;

    private Path disk = Path.of("disk");
    private Path image = Path.of("image");

    @BeforeEach
    void disk() throws IOException {
        Installed.require("mformat", "mcopy");
        disk = folder.resolve("disk");
        try (var file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(Partitions.diskBytesMin());
        }
    }

    private Path yaml(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /// As `image build --customise` makes it of such a file.
    private void build(Board board, String customised) throws IOException {
        Path parts = Files.createDirectories(folder.resolve("parts"));
        Files.createDirectories(parts.resolve("firmware"));
        for (String file : List.of("linux", "initrd", "boot.efi")) Files.writeString(parts.resolve(file), file);
        Path boot = folder.resolve("boot.fat");
        FileTime when = FileTime.from(Instant.parse("2026-11-01T00:00:00Z"));
        new BootPartition(board, Partitions.of("test"), Path.of("../image/src/main/image"))
                .make(parts, "0.1.0", Card.read(yaml("built.yaml", customised)), when, boot);
        image = folder.resolve("image");
        Files.deleteIfExists(image);
        Programs.run("dd", "if=" + boot, "of=" + image, "bs=" + Partitions.bootAt(), "seek=1", "conv=sparse");
    }

    private CommandRun flash(String... more) {
        var arguments = new ArrayList<>(List.of("image", "flash", disk.toString(), "--image", image.toString()));
        arguments.addAll(List.of("--yes-overwrite", "disk"));
        arguments.addAll(List.of(more));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isZero();
        return run;
    }

    private Card customised() {
        try (Personal personal = Personal.of(image)) {
            return personal.customised();
        }
    }

    private String onDisk(String file) {
        return Programs.run("mtype", "-i", disk + "@@" + Partitions.bootAt(), "::/" + file);
    }

    private String options(String entry) {
        return onDisk(entry)
                .lines()
                .filter(line -> line.startsWith("options"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAnImageWasCustomisedWithIsTheBoxs() throws Exception {
        build(Board.AMD64, "host_name: north-gate\n" + NETWORK + "ssh_keys: [\"" + KEY + "\"]\n");
        CommandRun run = flash();
        assertThat(options(BootPartition.ENTRY_A))
                .endsWith(" systemd.hostname=north-gate")
                .containsOnlyOnce("systemd.hostname=");
        assertThat(run.out())
                .contains("Set up     https://192.168.7.20:8443/setup?token=" + onDisk("lintel/card/claim"))
                .contains("Authority  " + fingerprint(onDisk("lintel/card/ca.crt")) + "\n");
        assertThat(onDisk("lintel/card/network")).contains("Address=192.168.7.20/24\nGateway=192.168.7.1\n");
        assertThat(onDisk("lintel/card/authorized_keys")).isEqualTo(KEY + "\n");
        assertThat(onDisk("lintel/card/ca.key")).contains("PRIVATE KEY");
    }

    @Test
    void theLinkLeadsToThePortOfTheImagesOwnWiring() throws Exception {
        String wiring = "hardware: board\nlisten: {https: 443}\nchannels: []\n";
        Files.writeString(folder.resolve("wiring.yaml"), wiring);
        build(Board.AMD64, "host_name: north-gate\ncontroller: wiring.yaml\n");
        assertThat(flash().out()).contains("https://north-gate.local:443/setup?token=");
        assertThat(onDisk("lintel/card/controller.yaml")).isEqualTo(wiring);
    }

    @Test
    void whatTheCardIsGivenGoesBeforeWhatItsImageHas() throws IOException {
        build(Board.RPI, "host_name: north-gate\n" + NETWORK);
        Path other = yaml("other.yaml", "host_name: south-gate\n");
        assertThat(flash("--json", "--customise", other.toString()).json().get("setup_link"))
                .asString()
                .as("what it leaves out is the image's")
                .startsWith("https://192.168.7.20:8443/");
        assertThat(options(BootPartition.PI_ENTRY_A))
                .endsWith(" systemd.hostname=south-gate")
                .doesNotContain("north-gate");
        assertThat(onDisk("lintel/card/network")).contains("Address=192.168.7.20/24\n");
        Card elsewhere = Card.read(yaml("elsewhere.yaml", "network: {address: \"fd00::5/64\"}\n"));
        assertThat(elsewhere.over(customised())).isEqualTo(new Card("north-gate", "[fd00::5]", elsewhere.files()));
    }

    @ParameterizedTest
    @EnumSource(names = {"AMD64", "RPI"})
    void nameAndAddressAreReadFromTheImage(Board board) throws IOException {
        build(board, "");
        assertThat(customised()).isEqualTo(Card.PLAIN);
        build(board, "host_name: north-gate\n");
        assertThat(customised()).isEqualTo(new Card("north-gate", null, Map.of()));
        build(board, NETWORK);
        assertThat(customised()).isEqualTo(new Card(null, "192.168.7.20", Map.of()));
    }

    /// Another system's image, say.
    @Test
    void whatHasTheSizeOfAnImageAndIsNoneIsNamedSo() throws IOException {
        build(Board.AMD64, "");
        Programs.run("mdel", "-i", image + "@@" + Partitions.bootAt(), "::/" + BootPartition.ENTRY_A);
        assertThatThrownBy(this::customised)
                .isInstanceOf(ImageException.class)
                .hasMessage(image + " is no image of Lintel: its boot partition has no loader/entries/lintel-a.conf");
        Files.delete(image);
        try (var file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(Partitions.bytes());
        }
        assertThatThrownBy(this::customised)
                .isInstanceOf(ImageException.class)
                .hasMessage(image + " is no image of Lintel: its boot partition cannot be read");
    }

    private static String fingerprint(String pem) throws Exception {
        var in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
        byte[] der =
                CertificateFactory.getInstance("X.509").generateCertificate(in).getEncoded();
        return HexFormat.ofDelimiter(":")
                .withUpperCase()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(der));
    }
}
