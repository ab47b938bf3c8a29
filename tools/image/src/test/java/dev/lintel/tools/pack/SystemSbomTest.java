package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The SBOM of an image, compared with CycloneDX's own schema. The database of dpkg has packages as Debian's have them:
/// with an epoch, with signs that a URL has to encode, built again without a new source, and one that was removed.
class SystemSbomTest {
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    private static final String STATUS = """
            Package: libstdc++6
            Status: install ok installed
            Architecture: arm64
            Source: gcc-14
            Version: 14.2.0-19+b1

            Package: openssl
            Status: install ok installed
            Architecture: arm64
            Version: 3.5.1-1+deb13u1

            Package: removed
            Status: deinstall ok config-files
            Architecture: arm64
            Version: 1

            Package: util-linux-extra
            Status: install ok installed
            Architecture: arm64
            Source: util-linux (2.41-5)
            Version: 1:2.41-5+b1

            """;

    @TempDir
    Path folder;

    private String ofPackage;

    @BeforeEach
    void layOut() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.createDirectories(tree.resolve("jre"));
        Files.writeString(tree.resolve("jre/release"), "JAVA_VERSION=\"25\"");
        Files.writeString(tree.resolve("lintel.jar"), "ours");
        ofPackage = Sbom.of("0.1.0", BUILT, "", folder).write(tree, Arch.ARM64, "25.0.5.1+2-1~deb13u1");
    }

    private String write(List<DebianPackage> firmware) throws IOException {
        Path database = Files.createDirectories(folder.resolve("dpkg"));
        Files.writeString(database.resolve("status"), STATUS);
        return new SystemSbom("rpi", "0.1.0", "trixie", BUILT)
                .write(ofPackage, DebianPackage.installed(database), firmware);
    }

    private static List<Map<?, ?>> list(String text, String key) {
        return ((List<?>) Objects.requireNonNull(Json.parseObject(text).get(key)))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    @Test
    void document_fitsTheSchemaOfCycloneDx() throws IOException {
        assertThat(new JsonParser().validate(write(List.of()), Version.VERSION_16))
                .isEmpty();
    }

    @Test
    void everyInstalledPackage_isNamedWithVersionArchitectureAndUrl() throws IOException {
        List<Map<?, ?>> components = list(write(List.of()), "components");
        assertThat(components)
                .filteredOn(one -> String.valueOf(one.get("purl")).contains("distro=trixie"))
                .extracting(one -> one.get("name"), one -> one.get("version"), one -> one.get("purl"))
                .containsExactly(
                        tuple(
                                "libstdc++6",
                                "14.2.0-19+b1",
                                "pkg:deb/debian/libstdc%2B%2B6@14.2.0-19%2Bb1?arch=arm64&distro=trixie"
                                        + "&upstream=gcc-14"),
                        tuple(
                                "openssl",
                                "3.5.1-1+deb13u1",
                                "pkg:deb/debian/openssl@3.5.1-1%2Bdeb13u1?arch=arm64&distro=trixie"),
                        tuple(
                                "util-linux-extra",
                                "1:2.41-5+b1",
                                "pkg:deb/debian/util-linux-extra@1:2.41-5%2Bb1?arch=arm64&distro=trixie"
                                        + "&upstream=util-linux%402.41-5"));
        assertThat(components)
                .filteredOn(one -> "openssl".equals(one.get("name")))
                .allSatisfy(one -> assertThat(String.valueOf(one.get("properties")))
                        .contains("lintel:architecture", "arm64", "openssl 3.5.1-1+deb13u1"));
    }

    @Test
    void contentsOfTheLintelPackage_areInIt() throws IOException {
        String text = write(List.of());
        assertThat(list(text, "components").containsAll(list(ofPackage, "components")))
                .isTrue();
        assertThat(list(text, "components"))
                .anySatisfy(one -> assertThat(one.get("purl")).asString().startsWith("pkg:deb/debian/openjdk-25@"))
                .anySatisfy(one -> assertThat(one.get("purl")).isEqualTo("pkg:maven/dev.lintel/tools@0.1.0?type=jar"));
        assertThat(list(text, "dependencies"))
                .extracting(one -> String.valueOf(one.get("ref")))
                .containsExactly("lintel-rpi", "lintel");
        assertThat(list(text, "dependencies").getFirst().get("dependsOn"))
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .hasSize(4)
                .contains("lintel", "pkg:deb/debian/openssl@3.5.1-1%2Bdeb13u1?arch=arm64&distro=trixie");
    }

    @Test
    void firmwareOfTheBootPartition_isNamedAsFirmware() throws IOException {
        var firmware = DebianPackage.read("raspi-firmware 1:1.20250430+ds-2 all raspi-firmware 1:1.20250430+ds-2");
        String text = write(List.of(firmware));
        assertThat(new JsonParser().validate(text, Version.VERSION_16)).isEmpty();
        assertThat(list(text, "components"))
                .filteredOn(one -> "firmware".equals(one.get("type")))
                .singleElement()
                .satisfies(one -> assertThat(one.get("purl"))
                        .isEqualTo("pkg:deb/debian/raspi-firmware@1:1.20250430%2Bds-2?arch=all&distro=trixie"));
    }

    @Test
    void samePackages_giveTheSameText() throws IOException {
        assertThat(write(List.of())).isEqualTo(write(List.of()));
    }

    @Test
    void lineThatIsNoPackage_isRefused() {
        assertThatThrownBy(() -> DebianPackage.read("dpkg: error"))
                .isInstanceOf(PackException.class)
                .hasMessage("dpkg does not describe a package like this: dpkg: error");
    }
}
