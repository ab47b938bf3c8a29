package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.json.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The SBOM of a folder with every library of the product, compared with CycloneDX's own schema.
class SbomTest {
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    private static final String JDK = "25.0.5.1+2-1~deb13u1";
    private static final Path REPOSITORY = Path.of("..", "..", "target", "repository");

    @TempDir
    Path tree;

    private String classPath;
    private Sbom sbom;

    @BeforeEach
    void layOut() throws IOException {
        classPath = Files.readString(Path.of("../cli/target/main.classpath")).strip();
        Files.createDirectories(tree.resolve("lib"));
        Files.createDirectories(tree.resolve("native"));
        Files.createDirectories(tree.resolve("jre/lib"));
        Files.writeString(tree.resolve("jre/lib/jrt-fs.jar"), "the JDK's own");
        for (String each : classPath.split(File.pathSeparator, -1)) {
            Path jar = Path.of(each);
            boolean shipped = each.endsWith(".jar") && !each.contains("jspecify");
            if (shipped) Files.copy(jar, tree.resolve("lib").resolve(jar.getFileName()));
        }
        Files.writeString(tree.resolve("lib/controller-0.1.0.jar"), "ours");
        Files.writeString(tree.resolve("lintel.jar"), "ours, too");
        Files.writeString(tree.resolve("native/libsqlitejdbc.so"), "a library");
        Files.writeString(tree.resolve("jre/release"), "JAVA_VERSION=\"25\"");
        sbom = Sbom.of("0.1.0", BUILT, classPath, REPOSITORY);
    }

    private String write() throws IOException {
        return sbom.write(tree, Arch.ARM64, JDK);
    }

    private static List<Map<?, ?>> components(String text) {
        return ((List<?>) Objects.requireNonNull(Json.parseObject(text).get("components")))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    @Test
    void document_fitsTheSchemaOfCycloneDx() throws IOException {
        assertThat(new JsonParser().validate(write(), Version.VERSION_16)).isEmpty();
        String wrong = write().replace("\"application\"", "\"door\"");
        assertThat(new JsonParser().validate(wrong, Version.VERSION_16)).isNotEmpty();
    }

    @Test
    void everyFile_isNamedWithVersionLicenceAndSum() throws IOException {
        List<Map<?, ?>> components = components(write());
        long jars;
        try (var lib = Files.list(tree.resolve("lib"))) {
            jars = lib.count();
        }
        assertThat(components).hasSize((int) jars + 3); // lintel.jar, a native library, the runtime
        assertThat(components)
                .filteredOn(one -> "library".equals(one.get("type")))
                .allSatisfy(one -> assertThat(one.keySet().stream().map(String::valueOf))
                        .contains("group", "name", "version", "licenses", "hashes", "purl"));
        assertThat(components)
                .anySatisfy(one -> {
                    assertThat(one.get("purl")).asString().startsWith("pkg:maven/io.vertx/vertx-core@");
                    assertThat(String.valueOf(one.get("hashes")))
                            .contains(Trees.sha256(tree.resolve("lib/vertx-core-" + one.get("version") + ".jar")));
                    assertThat(String.valueOf(one.get("licenses"))).contains("Apache-2.0 OR EPL-2.0");
                })
                .anySatisfy(
                        one -> assertThat(one.get("purl")).isEqualTo("pkg:maven/dev.lintel/controller@0.1.0?type=jar"))
                .anySatisfy(one -> assertThat(one.get("purl"))
                        .isEqualTo("pkg:deb/debian/openjdk-25@25.0.5.1%2B2-1~deb13u1?arch=source&distro=debian"));
    }

    @Test
    void sameFolder_givesTheSameText() throws IOException {
        assertThat(write()).isEqualTo(write());
        String before = write();
        assertThat(before).doesNotContainPattern("\"content\" : \"[0-9a-f]+\",\\s+\"alg\"");
        Files.writeString(tree.resolve("lintel.jar"), "changed");
        assertThat(Json.parseObject(write()).get("serialNumber"))
                .isNotEqualTo(Json.parseObject(before).get("serialNumber"));
    }

    @Test
    void repackedJar_isMarked() throws IOException {
        assertThat(write()).doesNotContain("pedigree");
        Path jar;
        try (var lib = Files.list(tree.resolve("lib"))) {
            jar = lib.filter(one -> one.toString().contains("sqlite-jdbc"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(jar, "less");
        assertThat(components(write()))
                .filteredOn(one -> one.containsKey("pedigree"))
                .singleElement()
                .satisfies(one -> assertThat(one.get("name")).isEqualTo("sqlite-jdbc"));
    }

    @Test
    void jarThatTheBuildDoesNotKnow_isAFinding() throws IOException {
        Files.writeString(tree.resolve("lib/other-1.jar"), "unknown");
        assertThatThrownBy(this::write)
                .isInstanceOf(PackException.class)
                .hasMessage("the build does not know where other-1.jar is from");
    }

    @Test
    void licenceThatNobodyLookedUp_isAFinding() throws IOException {
        String jar = REPOSITORY.toAbsolutePath().normalize() + "/org/example/other/1/other-1.jar";
        Files.writeString(tree.resolve("lib/other-1.jar"), "unknown");
        Sbom known = Sbom.of("0.1.0", BUILT, classPath + File.pathSeparator + jar, REPOSITORY);
        assertThatThrownBy(() -> known.write(tree, Arch.ARM64, JDK))
                .hasMessage("the licence of org.example:other is not known: add it");
    }
}
