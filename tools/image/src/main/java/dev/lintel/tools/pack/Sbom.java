package dev.lintel.tools.pack;

import dev.lintel.controller.json.Json;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The software bill of materials of a package, as CycloneDX 1.6 in JSON: each jar, each native library and the Java
/// runtime in the folder that is packed, with version, licence and SHA-256. Made from the files themselves, so that it
/// cannot name anything else than what is shipped. The same folder gives the same text.
final class Sbom {
    /// Where it is in Lintel's folder on a board.
    static final String FILE = "sbom.cdx.json";

    private static final String OWN_GROUP = "dev.lintel";
    private static final String OWN_LICENCE = "Apache-2.0";
    private static final String JDK_LICENCE = "GPL-2.0-only WITH Classpath-exception-2.0";

    /// The licence of each group of libraries as an SPDX expression. Poms name them in many ways, and some in none. One
    /// that is not named here is a finding, not a guess.
    private static final Map<String, String> LICENCES = Map.ofEntries(
            Map.entry(OWN_GROUP, OWN_LICENCE),
            Map.entry("com.fasterxml.jackson.core", "Apache-2.0"),
            Map.entry("com.fazecast", "Apache-2.0 OR LGPL-3.0-or-later"),
            Map.entry("gg.jte", "Apache-2.0"),
            Map.entry("info.picocli", "Apache-2.0"),
            Map.entry("io.nayuki", "MIT"),
            Map.entry("io.netty", "Apache-2.0"),
            Map.entry("io.vertx", "Apache-2.0 OR EPL-2.0"),
            Map.entry("org.bouncycastle", "MIT"),
            Map.entry("org.snakeyaml", "Apache-2.0"),
            Map.entry("org.xerial", "Apache-2.0"));

    private final String version;
    private final Instant built;
    private final Map<String, Library> libraries;

    /// A library as Maven knows it.
    ///
    /// @param file the original jar; null for a module of ours
    private record Library(
            String group,
            String name,
            String version,
            @Nullable Path file) {
        String purl() {
            return "pkg:maven/" + group + "/" + name + "@" + version + "?type=jar";
        }
    }

    private Sbom(String version, Instant built, Map<String, Library> libraries) {
        this.version = version;
        this.built = built;
        this.libraries = libraries;
    }

    /// @param version of Lintel
    /// @param classPath of the module that is packed, as Maven wrote it: files in a Maven repository
    /// @param repository that repository
    static Sbom of(String version, Instant built, String classPath, Path repository) {
        var libraries = new TreeMap<String, Library>();
        Path root = repository.toAbsolutePath().normalize();
        for (String each : classPath.strip().split(File.pathSeparator, -1)) {
            Path jar = Path.of(each).toAbsolutePath().normalize();
            if (!jar.startsWith(root)) continue; // a module of ours
            // group/as/folders/name/version/name-version.jar
            Path inside = root.relativize(jar);
            int names = inside.getNameCount();
            String group = inside.subpath(0, names - 3).toString().replace('/', '.');
            String name = inside.getName(names - 3).toString();
            libraries.put(
                    jar.getFileName().toString(),
                    new Library(group, name, inside.getName(names - 2).toString(), jar));
        }
        return new Sbom(version, built, libraries);
    }

    /// For a folder that is packed. Throws [PackException] for a jar of which the build knows nothing, or whose licence
    /// nobody looked up.
    ///
    /// @param arch of the package
    /// @param jdk as [Jdk#version()]
    String write(Path tree, Arch arch, String jdk) throws IOException {
        var components = new ArrayList<@Nullable Object>();
        var references = new ArrayList<@Nullable Object>();
        Path runtime = tree.resolve("jre"); // it has a jar of its own, and counts as a whole
        for (Path jar : files(tree, ".jar")) {
            if (!jar.startsWith(runtime)) add(jar(tree, jar), components, references);
        }
        for (Path library : files(tree.resolve("native"), ".so"))
            add(nativeLibrary(tree, library), components, references);
        add(runtime(tree, jdk), components, references);
        Map<String, @Nullable Object> own = component("application", "lintel", version);
        own.put("bom-ref", "lintel");
        own.put("licenses", licences(OWN_LICENCE));
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("timestamp", built.toString());
        metadata.put("lifecycles", List.of(Map.of("phase", "build")));
        metadata.put("component", own);
        metadata.put("properties", List.of(property("lintel:architecture", arch.debian())));
        return document(metadata, components, List.of(dependency("lintel", references)));
    }

    /// The whole text.
    ///
    /// @param dependencies of [#dependency]
    static String document(
            Map<String, @Nullable Object> metadata, List<@Nullable Object> components, List<?> dependencies) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json");
        json.put("bomFormat", "CycloneDX");
        json.put("specVersion", "1.6");
        json.put("serialNumber", serialNumber(metadata, components));
        json.put("version", 1);
        json.put("metadata", metadata);
        json.put("components", components);
        json.put("dependencies", dependencies);
        return Json.pretty(json) + "\n";
    }

    /// What `ref` is made of, each by its `bom-ref`.
    static Map<String, @Nullable Object> dependency(String ref, List<@Nullable Object> references) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("ref", ref);
        json.put("dependsOn", references);
        return json;
    }

    /// Other contents have another number.
    private static String serialNumber(Map<String, @Nullable Object> metadata, List<@Nullable Object> components) {
        String what = Json.write(metadata) + Json.write(List.of(components));
        return "urn:uuid:" + UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8));
    }

    private static void add(
            Map<String, @Nullable Object> component,
            List<@Nullable Object> components,
            List<@Nullable Object> references) {
        components.add(component);
        references.add(component.get("bom-ref"));
    }

    private Map<String, @Nullable Object> jar(Path tree, Path jar) throws IOException {
        Library library = library(jar.getFileName().toString());
        Map<String, @Nullable Object> json = component("library", library.name(), library.version());
        json.put("bom-ref", library.purl());
        json.put("group", library.group());
        String licence = LICENCES.get(library.group());
        if (licence == null) {
            throw new PackException(
                    "the licence of " + library.group() + ":" + library.name() + " is not known: add it");
        }
        json.put("licenses", licences(licence));
        String sha256 = hash(tree, jar, json);
        json.put("purl", library.purl());
        Path original = library.file();
        if (original != null && !Trees.sha256(original).equals(sha256)) {
            json.put("pedigree", Map.of("notes", "Packed again without the parts that a box does not use (ADR 7)"));
        }
        return json;
    }

    private Library library(String file) {
        Library known = libraries.get(file);
        if (known != null) return known;
        if (file.equals("lintel.jar")) return new Library(OWN_GROUP, "tools", version, null);
        String end = "-" + version + ".jar";
        if (file.endsWith(end)) return new Library(OWN_GROUP, file.replace(end, ""), version, null);
        throw new PackException("the build does not know where " + file + " is from");
    }

    private Map<String, @Nullable Object> nativeLibrary(Path tree, Path file) throws IOException {
        Map<String, @Nullable Object> json =
                component("file", file.getFileName().toString(), null);
        json.put("bom-ref", tree.relativize(file).toString());
        hash(tree, file, json);
        return json;
    }

    private static Map<String, @Nullable Object> runtime(Path tree, String jdk) throws IOException {
        String purl = "pkg:deb/debian/openjdk-25@" + jdk.replace("+", "%2B") + "?arch=source&distro=debian";
        Map<String, @Nullable Object> json = component("platform", "openjdk-25", jdk);
        json.put("bom-ref", purl);
        json.put("licenses", licences(JDK_LICENCE));
        // Of all files: one that is not as Debian's modules have it is fitted to an older C library (ADR 35).
        json.put(
                "properties",
                List.of(
                        property("lintel:folder", "jre"),
                        property("lintel:tree-sha256", Trees.hash(tree.resolve("jre")))));
        json.put("purl", purl);
        return json;
    }

    static Map<String, @Nullable Object> component(String type, String name, @Nullable String version) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", type);
        json.put("name", name);
        if (version != null) json.put("version", version);
        return json;
    }

    private static String hash(Path tree, Path file, Map<String, @Nullable Object> json) throws IOException {
        String sha256 = Trees.sha256(file);
        Map<String, @Nullable Object> hash = new LinkedHashMap<>(); // Map.of has another order in each process
        hash.put("alg", "SHA-256");
        hash.put("content", sha256);
        json.put("hashes", List.of(hash));
        json.put(
                "properties",
                List.of(property("lintel:file", tree.relativize(file).toString())));
        return sha256;
    }

    static Map<String, @Nullable Object> property(String name, String value) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("value", value);
        return json;
    }

    private static List<Map<String, @Nullable Object>> licences(String expression) {
        boolean one = !expression.contains(" ");
        return List.of(one ? Map.of("license", Map.of("id", expression)) : Map.of("expression", expression));
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Trees::isFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
