package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.update.ReleaseList.Kind;
import dev.lintel.controller.update.ReleaseList.Listed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseListTest {
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant EXPIRES = Instant.parse("2027-11-01T00:00:00Z");
    private static final String DEB = "lintel_0.2.0_arm64.deb";

    private final SigningKey key = SigningKey.make("release");
    private final Trust trust = Trust.make(1, 1, List.of(key.trusted())).sign(key);

    @TempDir
    Path folder;

    private Path deb;
    private Path image;
    private ReleaseList list;

    @BeforeEach
    void sign() throws IOException {
        deb = Files.writeString(folder.resolve(DEB), "a package");
        image = Files.writeString(folder.resolve("lintel-0.2.0-rpi.img"), "an image");
        list = unsigned("0.2.0", 200).sign(key);
    }

    private ReleaseList unsigned(String version, long number) {
        return ReleaseList.make(version, number, BUILT, EXPIRES, List.of(Listed.of(deb), Listed.of(image)));
    }

    private ReleaseList written(ReleaseList list) throws IOException {
        return ReleaseList.read(Files.writeString(folder.resolve("lintel-0.2.0.release"), list.write()));
    }

    @Test
    void signedList_namesEachFileOfTheRelease() throws IOException {
        ReleaseList read = written(list);
        read.requireSigned(trust);
        assertThat(read.check(deb))
                .isEqualTo(new Listed(DEB, Kind.DEB, 9, Listed.of(deb).sha256()));
        assertThat(read.check(image).kind()).isEqualTo(Kind.IMAGE);
        assertThat(read.version()).isEqualTo("0.2.0");
        assertThat(read.signatureCount()).isEqualTo(1);
    }

    @Test
    void listWithoutSignature_isRefused() throws IOException {
        ReleaseList read = written(unsigned("0.2.0", 200));
        assertThatThrownBy(() -> read.requireSigned(trust)).hasMessage("the release list of 0.2.0 has no signature");
    }

    @Test
    void otherKey_isNamed() throws IOException {
        SigningKey other = SigningKey.make("other");
        ReleaseList read = written(unsigned("0.2.0", 200).sign(other));
        assertThatThrownBy(() -> read.requireSigned(trust))
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining(
                        "signed by another key: " + other.trusted().id() + " is not trusted");
    }

    @Test
    void changedList_isRefused() throws IOException {
        Path file = folder.resolve("lintel-0.2.0.release");
        Files.writeString(file, list.write().replace("2027-11-01", "2037-11-01"));
        ReleaseList read = ReleaseList.read(file);
        assertThat(read.expires()).isEqualTo(Instant.parse("2037-11-01T00:00:00Z"));
        assertThatThrownBy(() -> read.requireSigned(trust)).hasMessageContaining("or it was changed after that");
    }

    @Test
    void signatureForAnotherPurpose_doesNotCount() throws IOException {
        String written = list.write();
        String inner = String.valueOf(Json.parseObject(written).get("release"));
        for (String purpose : List.of("bundle", "trust")) {
            // The key signed the same text, as a bundle or as trusted keys.
            byte[] signature = key.sign(purpose, inner.getBytes(StandardCharsets.UTF_8));
            Path file = folder.resolve("other.release");
            Files.writeString(
                    file,
                    written.replaceFirst(
                            "[A-Za-z0-9+/]{86}==", Base64.getEncoder().encodeToString(signature)));
            ReleaseList read = ReleaseList.read(file);
            assertThat(read.signatureCount()).isEqualTo(1);
            assertThatThrownBy(() -> read.requireSigned(trust)).as(purpose).isInstanceOf(UpdateException.class);
        }
    }

    @Test
    void twoOfThreeKeys_haveToSign() throws IOException {
        SigningKey second = SigningKey.make("second");
        SigningKey third = SigningKey.make("third");
        Trust two = Trust.make(1, 2, List.of(key.trusted(), second.trusted(), third.trusted()));
        assertThatThrownBy(() -> written(list).requireSigned(two)).hasMessageContaining("not signed by 2 of the 3");
        written(list.sign(third)).requireSigned(two);
    }

    @Test
    void newerKeysThatFollow_areBroughtAlong() throws IOException {
        SigningKey next = SigningKey.make("next");
        Trust newer = Trust.make(2, 1, List.of(next.trusted())).sign(next).sign(key);
        written(unsigned("0.2.0", 200).bring(List.of(newer)).sign(next)).requireSigned(trust);
        Trust foreign = Trust.make(2, 1, List.of(next.trusted())).sign(next);
        ReleaseList read =
                written(unsigned("0.2.0", 200).bring(List.of(foreign)).sign(next));
        assertThatThrownBy(() -> read.requireSigned(trust))
                .hasMessageContaining("are not signed by those that this box has");
    }

    @Test
    void changedAndShortenedFiles_areToldApart() throws IOException {
        Files.writeString(deb, "b package");
        assertThatThrownBy(() -> list.check(deb)).hasMessage(deb + " was changed: it is not the file that was signed");
        Files.writeString(deb, "a pack");
        assertThatThrownBy(() -> list.check(deb)).hasMessage(deb + " is cut short: it has 6 of 9 bytes");
    }

    @Test
    void fileOfAnotherRelease_isRefused() throws IOException {
        Path other = Files.writeString(folder.resolve("lintel_0.1.0_arm64.deb"), "an older package");
        assertThatThrownBy(() -> list.check(other)).hasMessage(other + " is not a file of the release 0.2.0");
        assertThatThrownBy(() -> ReleaseList.make("0.2.0", 200, BUILT, EXPIRES, List.of(Listed.of(other))))
                .hasMessage("lintel_0.1.0_arm64.deb is not named as a file of the version 0.2.0");
    }

    @Test
    void packageUnderTheNameOfAnImage_isRefused() throws IOException {
        Path renamed = Files.copy(deb, folder.resolve("lintel.img"));
        assertThatThrownBy(() -> list.check(renamed))
                .hasMessage(renamed + " is " + DEB + " under a name of another kind of file");
        Path download = Files.copy(deb, folder.resolve("lintel_0.2.0_arm64 (1).deb"));
        assertThat(list.check(download).name()).isEqualTo(DEB);
    }

    @Test
    void packageUnderTheNameOfAnotherOfTheRelease_isRefused() throws IOException {
        Path amd64 = Files.writeString(folder.resolve("lintel_0.2.0_amd64.deb"), "b package");
        ReleaseList both = ReleaseList.make("0.2.0", 200, BUILT, EXPIRES, List.of(Listed.of(deb), Listed.of(amd64)));
        for (String name :
                List.of("lintel_0.2.0_amd64.deb", "lintel_0.2.0_amd64 (1).deb", "lintel_0.2.0_amd64(12).deb")) {
            Path swapped = folder.resolve("downloads").resolve(name);
            Files.createDirectories(swapped.getParent());
            Files.copy(deb, swapped);
            assertThatThrownBy(() -> both.check(swapped))
                    .hasMessage(swapped + " is " + DEB + ", not lintel_0.2.0_amd64.deb as its name says");
        }
        assertThat(both.check(amd64).name()).isEqualTo("lintel_0.2.0_amd64.deb");
    }

    @Test
    void olderReleaseThanInstalled_isRefused() {
        var newer = new Release("linux-arm64", "0.3.0", 201, BUILT, EXPIRES);
        assertThatThrownBy(() -> list.requireCurrent(BUILT, newer))
                .hasMessageContaining("is older than what is installed (0.3.0 of ");
        list.requireCurrent(BUILT, new Release("linux-arm64", "0.2.0", 200, BUILT, EXPIRES));
        list.requireCurrent(BUILT, null);
    }

    @Test
    void releasePastItsDate_isRefusedAndAClockThatIsBehindDoesNotCount() {
        assertThatThrownBy(() -> list.requireCurrent(EXPIRES, null))
                .hasMessageContaining("was to be installed before " + EXPIRES);
        list.requireCurrent(Instant.EPOCH, null);
    }

    @Test
    void damagedLists_nameTheField() throws IOException {
        String text = "{\"format\":1,\"release\":\"%s\",\"trust\":[],\"signatures\":[]}";
        String good = "{'format':1,'version':'1','number':1,'built':'2026-11-01T00:00:00Z',"
                + "'expires':'2027-11-01T00:00:00Z','files':[{'name':'lintel_1_a.deb','kind':'deb','bytes':1,'sha256':'"
                + "0".repeat(64) + "'}]}";
        Path file = folder.resolve("l.release");
        Files.writeString(file, text.formatted(good.replace("'", "\\\"")));
        assertThat(ReleaseList.read(file).files()).hasSize(1);
        for (var wrong : List.of(
                List.of("'version':'1'", "'version':'../1'", "version"),
                List.of("'number':1", "'number':0", "number"),
                List.of("'kind':'deb'", "'kind':'img'", "kind"),
                List.of("lintel_1_a.deb", "../lintel_1_a.deb", "name"),
                List.of("'bytes':1", "'bytes':-1", "bytes"),
                List.of("0".repeat(64), "0".repeat(63), "sha256"),
                List.of("2027-11", "2026-11", "expires"))) {
            String bad = good.replace(wrong.get(0), wrong.get(1));
            Files.writeString(file, text.formatted(bad.replace("'", "\\\"")));
            assertThatThrownBy(() -> ReleaseList.read(file))
                    .as(bad)
                    .isInstanceOf(UpdateException.class)
                    .hasMessageContaining(": " + wrong.get(2) + " ");
        }
        Files.writeString(file, " ".repeat(ReleaseList.BYTES_MAX + 1));
        assertThatThrownBy(() -> ReleaseList.read(file)).hasMessageContaining("has more than");
    }
}
