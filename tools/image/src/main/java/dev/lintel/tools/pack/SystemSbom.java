package dev.lintel.tools.pack;

import dev.lintel.controller.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The software bill of materials of an image or a bundle, as CycloneDX 1.6 in JSON: all that [Sbom] names of Lintel's
/// package, and each package of Debian. The same packages give the same text.
///
/// @param board as `lintel image build --board` names it
/// @param version of Lintel
/// @param suite of Debian, such as `trixie`
/// @param built of the image
public record SystemSbom(String board, String version, String suite, Instant built) {
    /// The text of the SBOM.
    ///
    /// @param ofPackage the text that [Sbom#write] made for the package in the image
    /// @param installed packages of the root file system, without Lintel's own
    /// @param firmware packages whose files are on the boot partition only; a bundle has none
    public String write(String ofPackage, List<DebianPackage> installed, List<DebianPackage> firmware) {
        Map<String, @Nullable Object> own = Json.parseObject(ofPackage);
        Map<?, ?> ownMetadata = (Map<?, ?>) required(own, "metadata");
        Map<?, ?> lintel = (Map<?, ?>) required(ownMetadata, "component");
        var components = new ArrayList<@Nullable Object>();
        var references = new ArrayList<@Nullable Object>();
        components.add(lintel);
        references.add(lintel.get("bom-ref"));
        components.addAll((List<?>) required(own, "components"));
        for (DebianPackage one : installed) add(component("library", one), components, references);
        for (DebianPackage one : firmware) add(component("firmware", one), components, references);
        String name = "lintel-" + board;
        Map<String, @Nullable Object> system = Sbom.component("operating-system", name, version);
        system.put("bom-ref", name);
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("timestamp", built.toString());
        metadata.put("lifecycles", List.of(Map.of("phase", "build")));
        metadata.put("component", system);
        metadata.put("properties", required(ownMetadata, "properties"));
        var dependencies = new ArrayList<@Nullable Object>();
        dependencies.add(Sbom.dependency(name, references));
        dependencies.addAll((List<?>) required(own, "dependencies"));
        return Sbom.document(metadata, components, dependencies);
    }

    private Map<String, @Nullable Object> component(String type, DebianPackage one) {
        String purl = one.purl(suite);
        Map<String, @Nullable Object> json = Sbom.component(type, one.name(), one.version());
        json.put("bom-ref", purl);
        json.put("purl", purl);
        json.put(
                "properties",
                List.of(
                        Sbom.property("lintel:architecture", one.architecture()),
                        Sbom.property("lintel:source", one.source() + " " + one.sourceVersion())));
        return json;
    }

    private static void add(
            Map<String, @Nullable Object> component,
            List<@Nullable Object> components,
            List<@Nullable Object> references) {
        components.add(component);
        references.add(component.get("bom-ref"));
    }

    private static Object required(Map<?, ?> json, String key) {
        Object value = json.get(key);
        if (value == null) throw new PackException("the SBOM of the package has no " + key);
        return value;
    }
}
