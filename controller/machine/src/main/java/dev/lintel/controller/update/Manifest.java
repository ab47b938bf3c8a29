package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a bundle says of itself; everything in it is signed.
///
/// @param version for people: `0.2.0`
/// @param release orders versions: a box takes only what has a higher one than what runs. Seconds of
/// the build
/// @param board that it is for, as `lintel image build --board` names it
/// @param built when
/// @param expires a box that has not installed it until then does not any more: nobody can hold a box
/// back on old versions by handing it old bundles
/// @param options the kernel's command line, with `@ROOT@`, `@BOOT@` and `@DATA@` for the partitions
/// @param schemas what its tables are, by database, as [dev.lintel.controller.store.SchemaRoom#ofThisVersion] says it;
/// empty: it does not say
/// @param files as they follow in the bundle; each of [Part] once
public record Manifest(
        String version,
        long release,
        String board,
        Instant built,
        Instant expires,
        String options,
        Map<String, Integer> schemas,
        List<Packed> files) {
    /// More databases than a box will ever have.
    static final int SCHEMAS_MAX = 32;

    static final Pattern DATABASE = Pattern.compile("[a-z][a-z0-9-]{0,30}[.]db");

    public Manifest {
        schemas = Collections.unmodifiableMap(new TreeMap<>(schemas)); // in one order: builds are reproducible
    }

    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+~-]{1,64}");
    private static final Pattern BOARD = Pattern.compile("[a-z0-9-]{1,32}");
    /// One line; what the kernel takes is 2,048 bytes on the smallest of its architectures.
    private static final Pattern OPTIONS = Pattern.compile("(?=.*@ROOT@)[\\x20-\\x7E]{1,1500}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern NAME = Pattern.compile("[a-z]{1,16}");

    /// A file that every bundle has.
    public enum Part {
        /// The root file system, as the slot's partition holds it. The bound is that of any slot that
        /// we make.
        ROOT(4L << 30),
        /// The kernel.
        LINUX(64L << 20),
        /// Its first file system.
        INITRD(96L << 20);

        private final long bytesMax;

        Part(long bytesMax) {
            this.bytesMax = bytesMax;
        }

        /// As in the manifest and on the boot partition.
        public String title() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /// It may have so many bytes when unpacked.
        public long bytesMax() {
            return bytesMax;
        }
    }

    /// One file of a bundle.
    ///
    /// @param bytes when unpacked
    /// @param sha256 of these, hexadecimal
    /// @param packedBytes in the bundle
    /// @param packedSha256 of these
    public record Packed(Part part, long bytes, String sha256, long packedBytes, String packedSha256) {}

    /// Of the bundle from the manifest's region, whose padding is taken off. Throws [UpdateException].
    static Manifest parse(String text) {
        Fields fields = Fields.parse("manifest", text.stripTrailing());
        var files = new ArrayList<Packed>();
        var seen = EnumSet.noneOf(Part.class);
        for (Fields file : fields.objects("files", Part.values().length)) {
            Packed packed = packed(file);
            if (!seen.add(packed.part()))
                throw file.wrong("name", "is there twice: " + packed.part().title());
            files.add(packed);
        }
        if (seen.size() != Part.values().length) throw fields.wrong("files", "are not root, linux and initrd");
        var manifest = new Manifest(
                fields.text("version", VERSION),
                fields.number("release", 1, Long.MAX_VALUE),
                fields.text("board", BOARD),
                fields.time("built"),
                fields.time("expires"),
                fields.text("options", OPTIONS),
                fields.numbers("schemas", DATABASE, SCHEMAS_MAX),
                List.copyOf(files));
        if (!manifest.expires.isAfter(manifest.built)) throw fields.wrong("expires", "is not after built");
        return manifest;
    }

    private static Packed packed(Fields file) {
        String name = file.text("name", NAME);
        for (Part part : Part.values()) {
            if (!part.title().equals(name)) continue;
            return new Packed(
                    part,
                    file.number("bytes", 1, part.bytesMax()),
                    file.text("sha256", SHA256),
                    file.number("packed_bytes", 1, part.bytesMax()),
                    file.text("packed_sha256", SHA256));
        }
        throw file.wrong("name", "is '" + name + "', which this version does not know");
    }

    /// Of one part.
    public Packed file(Part part) {
        for (Packed file : files) if (file.part() == part) return file;
        throw new IllegalStateException("parse() lets nothing through without " + part);
    }

    /// Where a part begins in the bundle.
    long at(Part part) {
        long at = Bundle.FILES_AT;
        for (Packed file : files) {
            if (file.part() == part) return at;
            at += file.packedBytes();
        }
        throw new IllegalStateException("parse() lets nothing through without " + part);
    }

    /// Of the whole bundle, in bytes.
    public long bundleBytes() {
        long bytes = Bundle.FILES_AT;
        for (Packed file : files) bytes += file.packedBytes();
        return bytes;
    }

    /// As [#parse] reads it.
    public String write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("version", version);
        json.put("release", release);
        json.put("board", board);
        json.put("built", built.toString());
        json.put("expires", expires.toString());
        json.put("options", options);
        json.put("schemas", schemas);
        json.put("files", files.stream().map(Manifest::json).toList());
        return Json.pretty(json) + "\n";
    }

    private static Map<String, @Nullable Object> json(Packed file) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", file.part().title());
        json.put("bytes", file.bytes());
        json.put("sha256", file.sha256());
        json.put("packed_bytes", file.packedBytes());
        json.put("packed_sha256", file.packedSha256());
        return json;
    }
}
