package dev.lintel.controller.update;

import dev.lintel.controller.update.Manifest.Packed;
import dev.lintel.controller.update.Manifest.Part;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Makes an unsigned bundle. The file appears under its name when it is whole.
public final class BundleWriter {
    private static final int PIECE_BYTES = 64 * 1024;

    private BundleWriter() {}

    /// What the manifest says of the bundle as a whole; see [Manifest].
    public record About(
            String version,
            long release,
            String board,
            Instant built,
            Instant expires,
            String options,
            Map<String, Integer> schemas) {}

    /// Packs a file for each part. Throws [UpdateException].
    public static Manifest write(About about, Map<Part, Path> parts, Path target) {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            Manifest manifest;
            try (var out = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                manifest = write(about, parts, out);
                out.force(true);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return manifest;
        } catch (IOException e) {
            throw new UpdateException("the bundle cannot be written: " + e.getMessage(), e);
        } finally {
            part.toFile().delete();
        }
    }

    private static Manifest write(About about, Map<Part, Path> parts, FileChannel out) throws IOException {
        out.position(Bundle.FILES_AT);
        var files = new ArrayList<Packed>();
        for (Part part : Part.values()) {
            Path file = parts.get(part);
            if (file == null) throw new UpdateException("a bundle needs the file '" + part.title() + "'");
            files.add(pack(part, file, out));
        }
        var manifest = new Manifest(
                about.version(),
                about.release(),
                about.board(),
                about.built(),
                about.expires(),
                about.options(),
                about.schemas(),
                List.copyOf(files));
        String text = manifest.write();
        Manifest.parse(text); // what a box refuses is refused here
        out.position(0);
        writeAll(out, ByteBuffer.wrap(Bundle.MAGIC));
        writeAll(out, Bundle.region("manifest", text, Bundle.SEAL_AT - Bundle.MAGIC.length));
        writeAll(out, Bundle.region("seal", Seal.NONE.write(), Bundle.SEAL_AT));
        return manifest;
    }

    private static Packed pack(Part part, Path file, FileChannel out) throws IOException {
        long from = out.position();
        MessageDigest plain = Bundle.sha256();
        MessageDigest packed = Bundle.sha256();
        long bytes = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), PIECE_BYTES)) {
            var hashed = new java.security.DigestOutputStream(Channels.newOutputStream(out), packed);
            // Not closed: that closes the channel.
            var zip = new Best(new BufferedOutputStream(hashed, PIECE_BYTES));
            byte[] piece = new byte[PIECE_BYTES];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                plain.update(piece, 0, count);
                zip.write(piece, 0, count);
                bytes += count;
            }
            zip.finish();
            zip.flush();
        }
        long packedBytes = out.position() - from;
        return new Packed(part, bytes, Bundle.hex(plain), packedBytes, Bundle.hex(packed));
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) out.write(bytes);
    }

    /// As small as it gets: a bundle is packed once and carried to many boxes.
    private static final class Best extends GZIPOutputStream {
        Best(OutputStream out) throws IOException {
            super(out, PIECE_BYTES);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
