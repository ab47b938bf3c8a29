package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.BundleWriter.About;
import dev.lintel.controller.update.Manifest.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel release sign` and `lintel verify`, with the key's passphrase in a file.
class ReleaseCommandTest {
    /// 2026-11-01T00:00:00Z
    private static final long BUILT = 1_793_491_200L;

    private static final String SIGN = "release sign @release --key @key.pem --passphrase-file @secret --expires 3650";

    /// What each case gets a copy of: to open a key takes half a second of processor time, on purpose.
    @TempDir
    private static Path prepared;

    /// What was printed when the release in `prepared` was signed.
    private static String signed;

    @TempDir
    Path folder;

    private Path release;
    private Path deb;

    @BeforeAll
    static void prepare() throws IOException {
        Path release = Files.createDirectory(prepared.resolve("release"));
        Files.writeString(prepared.resolve("secret"), "correct horse battery\n");
        done(prepared, "bundle key @key.pem --passphrase-file @secret");
        done(prepared, "bundle trust --keys @key.pub --sign-with @key.pem --passphrase-file @secret --out @trust.json");
        deb(release, "lintel_0.2.0_arm64.deb", BUILT);
        Files.writeString(release.resolve("lintel-0.2.0-linux-arm64.tar.gz"), "an archive");
        Files.writeString(release.resolve("SHA256SUMS"), "not listed");
        signed = done(prepared, SIGN).out();
    }

    /// The prepared files but for the signature.
    @BeforeEach
    void copy() throws IOException {
        for (String file : List.of("secret", "key.pem", "key.pub", "trust.json")) copy(file);
        release = Files.createDirectory(folder.resolve("release"));
        for (String file : List.of("lintel_0.2.0_arm64.deb", "lintel-0.2.0-linux-arm64.tar.gz", "SHA256SUMS"))
            copy("release/" + file);
        deb = release.resolve("lintel_0.2.0_arm64.deb");
    }

    private void copy(String file) throws IOException {
        Files.copy(prepared.resolve(file), folder.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /// The head of a Debian package (`man 5 deb`), as dpkg-deb writes it.
    private static Path deb(Path release, String name, long seconds) throws IOException {
        String head = "!<arch>\n%-16s%-12d%-6d%-6d%-8s%-10d`\n".formatted("debian-binary", seconds, 0, 0, "100644", 4);
        return Files.writeString(release.resolve(name), head + "2.0\n", StandardCharsets.US_ASCII);
    }

    private static CommandRun run(Path folder, String words) {
        String[] arguments = words.split(" ", -1);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith("@"))
                arguments[i] = folder.resolve(arguments[i].substring(1)).toString();
        }
        return CommandRun.of(arguments);
    }

    private static CommandRun done(Path folder, String words) {
        CommandRun run = run(folder, words);
        assertThat(run.exit()).as(words + ": " + run.err()).isZero();
        return run;
    }

    private CommandRun done(String words) {
        return done(folder, words);
    }

    private void refused(String words, String why) {
        CommandRun run = run(folder, words);
        assertThat(run.exit()).as(words).isEqualTo(1);
        assertThat(run.err()).contains(why);
        assertThat(run.out()).isEmpty();
    }

    /// Puts the signature of the prepared files to their copies.
    private void sign() throws IOException {
        copy("release/lintel-0.2.0.release");
    }

    @Test
    void signedRelease_isVerifiedFileByFile() throws IOException {
        sign();
        assertThat(signed).contains("lintel-0.2.0.release: Lintel 0.2.0, 2 files, 1 signature");
        assertThat(done("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json")
                        .out())
                .contains("lintel_0.2.0_arm64.deb: signed, whole, Lintel 0.2.0 of 2026-11-01T00:00:00Z");
        assertThat(done("verify @release/lintel-0.2.0-linux-arm64.tar.gz --trust @trust.json --json")
                        .json())
                .containsEntry("version", "0.2.0")
                .containsEntry("number", BUILT);
    }

    @Test
    void sbomOfAFile_isNamedWithIt() throws IOException {
        String image = "lintel-0.2.0-rpi.img";
        String packages = "lintel-0.2.0-linux-arm64.cdx.json";
        Files.writeString(release.resolve(image), "an image");
        Files.writeString(release.resolve(image + ".cdx.json"), "its contents");
        Files.writeString(release.resolve("lintel-0.2.0-amd64.img"), "an image without one");
        Files.writeString(release.resolve(packages), "the contents of packages");
        done(SIGN);
        assertThat(done("verify @release/" + image + " --trust @trust.json").out())
                .contains("of 2026-11-01T00:00:00Z; its SBOM is lintel-0.2.0-rpi.img.cdx.json");
        for (String file : List.of("lintel_0.2.0_arm64.deb", "lintel-0.2.0-linux-arm64.tar.gz")) {
            assertThat(done("verify @release/" + file + " --trust @trust.json --json")
                            .json())
                    .containsEntry("sbom", packages);
        }
        for (String file : List.of("lintel-0.2.0-amd64.img", packages)) {
            assertThat(done("verify @release/" + file + " --trust @trust.json").out())
                    .doesNotContain("SBOM");
        }
    }

    @Test
    void nothingThatIsWrong_isVerified() throws IOException {
        refused("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json", "has no signature: download");
        sign();
        refused("verify @release/SHA256SUMS --trust @trust.json", "is not a file of the release 0.2.0");
        refused("verify @release/none.deb --trust @trust.json", "none.deb is not a file");
        done("bundle key @other.pem");
        done("bundle trust --keys @other.pub --sign-with @other.pem --out @others.json");
        refused("verify @release/lintel_0.2.0_arm64.deb --trust @others.json", "is signed by another key");
        Files.writeString(deb, "?", java.nio.file.StandardOpenOption.APPEND);
        refused("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json", "was changed");
        Files.writeString(deb, "!<arch>");
        refused("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json", "is cut short: it has 7 of 72 bytes");
    }

    @Test
    void filesOfTwoReleases_areNotSignedAndNotVerifiedTogether() throws IOException {
        sign();
        deb(release, "lintel_0.3.0_arm64.deb", BUILT + 1);
        refused(
                "release sign @release --key @key.pem --passphrase-file @secret",
                "has files of more than one version: 0.2.0, 0.3.0");
        CommandRun both = CommandRun.of(
                "verify",
                deb.toString(),
                release.resolve("lintel_0.3.0_arm64.deb").toString(),
                "--trust",
                folder.resolve("trust.json").toString());
        assertThat(both.exit()).isEqualTo(1);
        assertThat(both.out()).isEmpty();
        assertThat(both.err()).contains("lintel_0.3.0_arm64.deb is not a file of the release 0.2.0");
    }

    @Test
    void releasePastItsDate_isRefusedUnlessAsked() throws IOException {
        deb(release, "lintel_0.2.0_arm64.deb", 1_000_000_000);
        done("release sign @release --key @key.pem --passphrase-file @secret --expires 1");
        refused("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json", "was to be installed before 2001-09-10");
        done("verify @release/lintel_0.2.0_arm64.deb --trust @trust.json --allow-older");
    }

    @Test
    void keyThatOthersCanRead_isRefused() throws IOException {
        Files.setPosixFilePermissions(folder.resolve("key.pem"), PosixFilePermissions.fromString("rw-r-----"));
        String why = "can be read by others: take their rights away (chmod 600), and use a new key";
        refused("release sign @release --key @key.pem --passphrase-file @secret", why);
        refused("bundle trust --sign-with @key.pem --passphrase-file @secret --out @trust.json", why);
    }

    @Test
    void keyWithoutOrWithAnotherPassphrase_isRefused() throws IOException {
        done("bundle key @plain.pem");
        refused("release sign @release --key @plain.pem", "plain.pem has no passphrase. Give it one:");
        Files.writeString(folder.resolve("wrong"), "wrong horse battery\n");
        refused("release sign @release --key @key.pem --passphrase-file @wrong", "the passphrase is wrong");
        assertThat(release.resolve("lintel-0.2.0.release")).doesNotExist();
    }

    @Test
    void secondSigner_addsASignature() throws IOException {
        done("bundle key @second.pem --passphrase-file @secret");
        sign();
        assertThat(done("release sign @release --key @second.pem --passphrase-file @secret")
                        .out())
                .contains("2 files, 2 signatures");
        Files.writeString(release.resolve("lintel-0.2.0-rpi.img"), "an image");
        refused("release sign @release --key @key.pem --passphrase-file @secret", "lists other files than those");
    }

    @Test
    void bundleOfTheRelease_isSignedAsBoxesTakeIt() throws IOException {
        Path part = Files.write(folder.resolve("part"), new byte[1000]);
        BundleWriter.write(
                new About(
                        "0.2.0",
                        BUILT + 5,
                        "amd64",
                        Instant.ofEpochSecond(BUILT + 5),
                        Instant.ofEpochSecond(BUILT + 1000),
                        "root=PARTUUID=@ROOT@ ro",
                        Map.of()),
                Map.of(Part.ROOT, part, Part.LINUX, part, Part.INITRD, part),
                release.resolve("lintel-0.2.0-amd64.bundle"));
        assertThat(done(SIGN).out()).contains("3 files");
        done("bundle verify @release/lintel-0.2.0-amd64.bundle --trust @trust.json");
        assertThat(done("verify @release/lintel-0.2.0-amd64.bundle --trust @trust.json --json")
                        .json())
                .containsEntry("number", BUILT + 5);
    }

    @Test
    void folderWithoutFilesOfARelease_isNamed() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        refused(
                "release sign @empty --key @key.pem",
                "there is no package, image or bundle in " + folder.resolve("empty"));
        Files.delete(deb);
        refused("release sign @release --key @key.pem --passphrase-file @secret", "a release needs a .deb or a bundle");
    }
}
