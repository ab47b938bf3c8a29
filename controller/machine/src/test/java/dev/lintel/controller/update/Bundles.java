package dev.lintel.controller.update;

import dev.lintel.controller.update.BundleWriter.About;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/// Makes bundles of a few hundred kilobytes, true in everything but their size.
public final class Bundles {
    static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    public static final Instant EXPIRES = Instant.parse("2027-11-01T00:00:00Z");
    static final String OPTIONS = "root=PARTUUID=@ROOT@ ro quiet boot=@BOOT@ var=@DATA@";
    static final int ROOT_BYTES = 5 * 64 * 1024 + 4096;

    /// By part and release: a start of a board compares with the contents of several releases.
    private static final Map<String, Bytes> CONTENTS = new ConcurrentHashMap<>();

    private final Path folder;
    private final SigningKey key;

    public Bundles(Path folder, SigningKey key) {
        this.folder = folder;
        this.key = key;
    }

    /// One for the board `virt-arm64`, signed, whose files hold what its release number makes of them.
    public Path signed(long release) throws IOException {
        return signed(release, Map.of());
    }

    /// One that says what its tables are.
    public Path signed(long release, Map<String, Integer> schemas) throws IOException {
        About about = about("0." + release, release, "virt-arm64", EXPIRES);
        Path bundle = unsigned(new About(
                about.version(), release, about.board(), about.built(), about.expires(), about.options(), schemas));
        Bundle.sign(bundle, List.of(key), List.of());
        return bundle;
    }

    public Path unsigned(About about) throws IOException {
        Map<Part, Path> parts = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            Path file = folder.resolve(part.title() + "-" + about.release());
            Files.write(file, content(part, about.release()));
            parts.put(part, file);
        }
        Path bundle = folder.resolve("lintel-" + about.version() + "-" + about.board() + ".bundle");
        BundleWriter.write(about, parts, bundle);
        return bundle;
    }

    public static About about(String version, long release, String board, Instant expires) {
        return new About(version, release, board, BUILT.plusSeconds(release), expires, OPTIONS, Map.of());
    }

    /// Half of it is the same in each release, as in a true root.
    static byte[] content(Part part, long release) {
        return CONTENTS.computeIfAbsent(part.title() + " " + release, _ -> Bytes.copyOf(generate(part, release)))
                .toArray();
    }

    private static byte[] generate(Part part, long release) {
        byte[] bytes = new byte[part == Part.ROOT ? ROOT_BYTES : 20_000];
        new Random(part.title().length()).nextBytes(bytes);
        byte[] own = new byte[bytes.length / 2];
        new Random(release * 31 + part.title().length()).nextBytes(own);
        System.arraycopy(own, 0, bytes, 0, own.length);
        return bytes;
    }

    public static Trust trust(long number, long threshold, List<SigningKey> keys, List<SigningKey> signers) {
        Trust trust = Trust.make(
                number, threshold, keys.stream().map(SigningKey::trusted).toList());
        for (SigningKey signer : signers) trust = trust.sign(signer);
        return trust;
    }

    /// Writes over what stands there.
    public static void patch(Path file, long at, byte[] bytes) throws IOException {
        try (var out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.wrap(bytes), at);
        }
    }
}
