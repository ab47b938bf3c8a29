package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The signed list of all files of one release: `lintel-VERSION.release`. One signature covers names, kinds, sizes and
/// SHA-256 of all of them, so that nobody can put files of two releases together, or have a signature count for a file
/// of another kind. Used by `lintel release sign` and `lintel verify`.
///
/// ```
///   {"format": 1, "release": "{\"format\":1,\"version\":\"0.2.0\",\"number\":1796000000,\"files\":[…]}",
///    "trust": […], "signatures": [{"key": "0123456789abcdef", "signature": "…"}]}
/// ```
public final class ReleaseList {
    /// How the file's name ends.
    public static final String SUFFIX = ".release";

    /// More than all files of a release, with its keys.
    public static final int BYTES_MAX = 512 * 1024;

    private static final String PURPOSE = "release";
    /// Packages, images, bundles and their SBOMs for each architecture and board are some 20.
    private static final int FILES_MAX = 256;

    private static final long FILE_BYTES_MAX = 1L << 40;
    private static final int PIECE_BYTES = 64 * 1024;

    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+~-]{1,64}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+~-]{0,127}");
    private static final Pattern WORD = Pattern.compile("[a-z.]{1,16}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern BROWSERS_NUMBER = Pattern.compile(" ?[(][0-9]{1,3}[)]");
    private static final Pattern TEXT = Pattern.compile("(?s).{1,262144}");

    private final String text;
    private final Seal seal;
    private final String version;
    private final long number;
    private final Instant built;
    private final Instant expires;
    private final List<Listed> files;

    /// What a file is, by the end of its name.
    public enum Kind {
        DEB(".deb"),
        TAR(".tar.gz"),
        IMAGE(".img"),
        BUNDLE(".bundle"),
        SBOM(".cdx.json");

        private final String suffix;

        Kind(String suffix) {
            this.suffix = suffix;
        }

        /// Null for a name that no file of a release has.
        public static @Nullable Kind of(String name) {
            for (Kind kind : values()) if (name.endsWith(kind.suffix)) return kind;
            return null;
        }

        /// How the file's name ends.
        public String suffix() {
            return suffix;
        }

        String word() {
            return suffix.substring(1);
        }
    }

    /// One file of the release.
    ///
    /// @param name without a folder
    /// @param sha256 hexadecimal
    public record Listed(String name, Kind kind, long bytes, String sha256) {
        /// Of a file as it is. Throws [UpdateException] when its name is not one of a release.
        public static Listed of(Path file) {
            String name = String.valueOf(file.getFileName());
            Kind kind = Kind.of(name);
            if (kind == null || !NAME.matcher(name).matches()) {
                throw new UpdateException(file + " is not named like a file of a release");
            }
            try {
                return new Listed(name, kind, Files.size(file), hash(file));
            } catch (IOException e) {
                throw new UpdateException(file + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    private ReleaseList(String text, Seal seal) {
        this.text = text;
        this.seal = seal;
        Fields fields = Fields.parse("release list", text);
        this.version = fields.text("version", VERSION);
        this.number = fields.number("number", 1, Long.MAX_VALUE);
        this.built = fields.time("built");
        this.expires = fields.time("expires");
        var listed = new ArrayList<Listed>();
        var names = new HashSet<String>();
        for (Fields file : fields.objects("files", FILES_MAX)) {
            Listed one = listed(file);
            if (!names.add(one.name())) throw file.wrong("name", "is there twice: " + one.name());
            listed.add(one);
        }
        if (listed.isEmpty()) throw fields.wrong("files", "are none");
        if (!expires.isAfter(built)) throw fields.wrong("expires", "is not after built");
        this.files = List.copyOf(listed);
    }

    private static Listed listed(Fields file) {
        String name = file.text("name", NAME);
        String word = file.text("kind", WORD);
        Kind kind = Kind.of(name);
        if (kind == null || !kind.word().equals(word)) {
            throw file.wrong("kind", "is '" + word + "', which does not fit the name " + name);
        }
        return new Listed(name, kind, file.number("bytes", 1, FILE_BYTES_MAX), file.text("sha256", SHA256));
    }

    /// An unsigned one. Throws [UpdateException] when a file is of another version than `version`.
    ///
    /// @param number orders releases: seconds of the build
    public static ReleaseList make(String version, long number, Instant built, Instant expires, List<Listed> files) {
        for (Listed file : files) {
            String name = file.name();
            if (!name.startsWith("lintel-" + version + "-") && !name.startsWith("lintel_" + version + "_")) {
                throw new UpdateException(file.name() + " is not named as a file of the version " + version);
            }
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("version", version);
        json.put("number", number);
        json.put("built", built.toString());
        json.put("expires", expires.toString());
        json.put("files", files.stream().map(ReleaseList::json).toList());
        return new ReleaseList(Json.write(json), Seal.NONE);
    }

    private static Map<String, @Nullable Object> json(Listed file) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", file.name());
        json.put("kind", file.kind().word());
        json.put("bytes", file.bytes());
        json.put("sha256", file.sha256());
        return json;
    }

    /// From its file. Throws [UpdateException] when it is damaged; nothing in it is believed before
    /// [#requireSigned].
    public static ReleaseList read(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > BYTES_MAX) throw new UpdateException(file + " has more than " + BYTES_MAX + " bytes");
            Fields fields = Fields.parse(file.toString(), Files.readString(file));
            return new ReleaseList(fields.text("release", TEXT), Seal.of(fields));
        } catch (IOException e) {
            throw new UpdateException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// As [#read] reads it.
    public String write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("release", text);
        json.putAll(seal.json());
        return Json.pretty(json) + "\n";
    }

    /// The same with one more signature.
    public ReleaseList sign(SigningKey key) {
        return new ReleaseList(text, new Seal(seal.trust(), seal.signatures().with(key, PURPOSE, bytes())));
    }

    /// The same with newer trusted keys, for boxes that do not have them yet.
    public ReleaseList bring(List<Trust> newer) {
        return new ReleaseList(text, new Seal(newer, seal.signatures()));
    }

    /// Throws [UpdateException] unless as many of the trusted keys have signed it as there must be. Newer keys that it
    /// brings count if they follow `trust`.
    public void requireSigned(Trust trust) {
        if (seal.signatures().byKey().isEmpty()) {
            throw new UpdateException("the release list of " + version + " has no signature");
        }
        Trust newest = trust.follow(seal.trust());
        if (newest.hasSigned(seal.signatures(), PURPOSE, bytes())) return;
        long known = newest.keys().stream()
                .filter(key -> seal.signatures().byKey().containsKey(key.id()))
                .count();
        throw new UpdateException(
                known == 0
                        ? "the release list of " + version + " is signed by another key: "
                                + String.join(", ", seal.signatures().byKey().keySet()) + " is not trusted"
                        : "the release list of " + version + " is not signed by " + newest.threshold() + " of the "
                                + newest.keys().size() + " trusted keys, or it was changed after that");
    }

    /// Throws [UpdateException] when the release is past its date, or older than what is installed: somebody may
    /// offer an old release whose faults are known.
    ///
    /// @param installed null: nothing to compare with
    public void requireCurrent(Instant now, @Nullable Release installed) {
        Instant atLeast = now.isBefore(built) ? built : now;
        if (!atLeast.isBefore(expires)) {
            throw new UpdateException(
                    "the release " + version + " was to be installed before " + expires + ": download a newer one");
        }
        if (installed != null && number < installed.number()) {
            throw new UpdateException("the release " + version + " of " + built + " is older than what is installed ("
                    + installed.version() + " of " + installed.built() + ")");
        }
    }

    /// The entry that `file` is. Throws [UpdateException] that says what is wrong: the file is of another release, was
    /// changed, is cut short, or has the name of another file or kind of file. A name that a browser made, such as
    /// `lintel_0.2.0_arm64 (1).deb`, counts as the name that it downloaded.
    public Listed check(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            long bytes = Files.size(file);
            String sha256 = hash(file);
            for (Listed one : files) {
                if (!one.sha256().equals(sha256) || one.bytes() != bytes) continue;
                requireName(file, name, one);
                return one;
            }
            for (Listed one : files) {
                if (one.name().equals(name)) throw new UpdateException(different(file, bytes, one));
            }
            throw new UpdateException(file + " is not a file of the release " + version);
        } catch (IOException e) {
            throw new UpdateException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void requireName(Path file, String name, Listed one) {
        if (Kind.of(name) != one.kind()) {
            throw new UpdateException(file + " is " + one.name() + " under a name of another kind of file");
        }
        String downloaded = BROWSERS_NUMBER.matcher(name).replaceFirst("");
        for (Listed other : files) {
            if (other.name().equals(one.name()) || !other.name().equals(downloaded)) continue;
            if (other.sha256().equals(one.sha256())) continue; // the same content under both names
            throw new UpdateException(file + " is " + one.name() + ", not " + other.name() + " as its name says");
        }
    }

    private static String different(Path file, long bytes, Listed one) {
        if (bytes < one.bytes()) return file + " is cut short: it has " + bytes + " of " + one.bytes() + " bytes";
        return file + " was changed: it is not the file that was signed";
    }

    /// Whether this lists the same files of the same build as `other`, whatever has signed them.
    public boolean lists(ReleaseList other) {
        return version.equals(other.version) && number == other.number && files.equals(other.files);
    }

    /// How many signatures it has, of whatever keys.
    public int signatureCount() {
        return seal.signatures().byKey().size();
    }

    /// For people: `0.2.0`.
    public String version() {
        return version;
    }

    /// As [Release#number()].
    public long number() {
        return number;
    }

    /// When the newest of its files was built.
    public Instant built() {
        return built;
    }

    /// Not to be installed from then on.
    public Instant expires() {
        return expires;
    }

    /// All of the release's files.
    public List<Listed> files() {
        return files;
    }

    /// The name of the list of what is in a file of the release, next to it: `lintel-0.2.0-rpi.img.cdx.json`, and
    /// `lintel-0.2.0-linux-arm64.cdx.json` for both packages. Null where the release has none for it.
    public @Nullable String sbomOf(Listed file) {
        if (file.kind() == Kind.SBOM) return null;
        String name = file.name();
        String stem = switch (file.kind()) {
            case IMAGE, BUNDLE, SBOM -> name;
            case TAR -> name.replace(Kind.TAR.suffix, "");
            case DEB -> name.replaceFirst("_([^_]*)_([^_]*)[.]deb$", "-$1-linux-$2");
        };
        return files.stream()
                .map(Listed::name)
                .filter(one -> one.equals(stem + Kind.SBOM.suffix))
                .findFirst()
                .orElse(null);
    }

    private byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = Bundle.sha256();
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) digest.update(piece, 0, count);
        }
        return Bundle.hex(digest);
    }
}
