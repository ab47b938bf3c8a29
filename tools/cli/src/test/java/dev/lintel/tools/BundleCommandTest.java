package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.BundleWriter.About;
import dev.lintel.controller.update.Manifest.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleCommandTest {
    @TempDir
    Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private CommandRun run(String words) {
        String[] arguments = words.split(" ", -1);
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].startsWith("@")) continue;
            var files = new java.util.StringJoiner(",");
            for (String name : arguments[i].substring(1).split(",", -1)) files.add(file(name));
            arguments[i] = files.toString();
        }
        return CommandRun.of(arguments);
    }

    private CommandRun done(String words) {
        CommandRun run = run(words);
        assertThat(run.exit()).as(words + ": " + run.err()).isZero();
        return run;
    }

    private void refused(String words, String why) {
        CommandRun run = run(words);
        assertThat(run.exit()).as(words).isEqualTo(1);
        assertThat(run.err()).contains(why);
        assertThat(run.out()).isEmpty();
    }

    private void bundle(String name) throws IOException {
        Path part = Files.write(folder.resolve("part"), new byte[100_000]);
        BundleWriter.write(
                new About(
                        "0.2.0",
                        2,
                        "amd64",
                        Instant.parse("2026-11-01T00:00:00Z"),
                        Instant.parse("2027-11-01T00:00:00Z"),
                        "root=PARTUUID=@ROOT@ ro",
                        Map.of("lintel.db", 11)),
                Map.of(Part.ROOT, part, Part.LINUX, part, Part.INITRD, part),
                folder.resolve(name));
    }

    @Test
    void fromTheFirstKeyToABundleThatIsTrusted() throws IOException {
        assertThat(done("bundle key @release.pem").out())
                .contains("release.pem: the key itself")
                .contains("release.pub: its public half");
        assertThat(done("bundle trust --keys @release.pub --sign-with @release.pem --out @trust.json")
                        .out())
                .contains("trusted keys number 1, 1 of 1 sign: release (")
                .contains("signed by itself");
        bundle("b");
        refused("bundle verify @b --trust @trust.json", "not signed by 1 of the 1 keys");
        assertThat(done("bundle sign @b --key @release.pem").out()).contains("Lintel 0.2.0 for amd64, 1 signature");
        assertThat(done("bundle verify @b --trust @trust.json").out())
                .contains("whole, Lintel 0.2.0 for amd64")
                .contains("signed by keys of");
        assertThat(done("bundle verify @b --json").json())
                .containsEntry("release", 2L)
                .containsEntry("schemas", Map.of("lintel.db", 11L))
                .containsEntry("signatures", 1L)
                .containsEntry("trusted", null);
    }

    @Test
    void keysAreReplacedByWhatIsLeftOfThem() throws IOException {
        for (String name : new String[] {"a", "b", "c", "d"}) done("bundle key @" + name + ".pem");
        done("bundle trust --keys @a.pub,b.pub,c.pub --threshold 2 --sign-with @a.pem,b.pem --out @1.json");
        // c is lost. Its place is taken by d; a signs here, b on another machine.
        assertThat(done("bundle trust --after @1.json --keys @a.pub,b.pub,d.pub --threshold 2"
                                + " --sign-with @a.pem --out @2.json")
                        .out())
                .contains("not yet signed by 2 of its own keys")
                .contains("not yet signed by as many of the old keys");
        refused("image build --board amd64 --trust @2.json", "is not signed by 2 of its own keys yet");
        assertThat(done("bundle trust --after @1.json --sign-with @b.pem --out @2.json --json")
                        .json())
                .containsEntry("number", 2L)
                .containsEntry("complete", true);
        bundle("u");
        done("bundle sign @u --key @b.pem,d.pem --trust @2.json");
        done("bundle verify @u --trust @1.json");
        done("bundle verify @u --trust @2.json");
    }

    @Test
    void nothingIsWrittenOver() {
        done("bundle key @release.pem");
        refused("bundle key @release.pem", "is there already");
        refused("bundle key @release.key", "release.pub is there already");
        done("bundle trust --keys @release.pub --sign-with @release.pem --out @trust.json");
        refused("bundle trust --keys @release.pub --out @trust.json", "is there already");
    }

    @Test
    void aMistakeIsNamed() throws IOException {
        done("bundle key @release.pem");
        Files.writeString(folder.resolve("text"), "no key");
        Files.setPosixFilePermissions(folder.resolve("text"), PosixFilePermissions.fromString("rw-------"));
        bundle("b");
        refused("bundle trust", "say FILE on a box, or --keys and --out");
        refused("bundle trust --keys @release.pub --threshold 2 --out @t.json", "--threshold is 1 to 1");
        refused("bundle trust --keys @text --out @t.json", "holds no public key in PEM");
        refused("bundle trust --keys @nowhere --out @t.json", "the public key cannot be read");
        refused("bundle sign @b --key @text", "holds no private key in PEM");
        refused("bundle sign @text --key @release.pem", "is too short for a bundle");
        refused("bundle sign @nowhere --key @release.pem", "cannot be read");
        refused("bundle verify @nowhere", "cannot be read");
        refused("image build --board amd64 --trust @text", "not valid JSON");
        refused("image build --board amd64 --expires 0", "--expires is 1 to 3650 days");
        refused("bundle build --board toaster", "there is no 'toaster'");
    }

    @Test
    void aDamagedBundleIsNotWhole() throws IOException {
        bundle("b");
        byte[] bytes = Files.readAllBytes(folder.resolve("b"));
        bytes[bytes.length - 30] ^= 1;
        Files.write(folder.resolve("b"), bytes);
        refused("bundle verify @b", "file 'initrd' is not the one that its manifest lists");
    }

    @Test
    void thisMachineIsNoBoxOfAnImage() throws IOException {
        bundle("b");
        refused("bundle install @b", "say --yes");
        refused("bundle install @b --yes", "does not run from a Lintel image");
        refused("bundle rollback --yes", "does not run from a Lintel image");
        refused("bundle status", "does not run from a Lintel image");
        refused("bundle settle", "does not run from a Lintel image");
    }
}
