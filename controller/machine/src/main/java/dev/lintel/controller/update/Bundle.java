package dev.lintel.controller.update;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/// An update in one file, laid out as this package's picture shows. Nothing in it is believed before
/// [#requireSigned].
public final class Bundle implements Closeable {
    /// The first bytes of every bundle.
    static final byte[] MAGIC = "LINTEL BUNDLE 1\n".getBytes(StandardCharsets.US_ASCII);
    /// Where the seal begins; what is before it is what is signed.
    public static final int SEAL_AT = 64 * 1024;
    /// Where the first file begins.
    public static final int FILES_AT = 2 * SEAL_AT;

    private static final String PURPOSE = "bundle";
    private static final int PIECE_BYTES = 64 * 1024;

    private final FileChannel file;
    private final byte[] signed;
    private final Seal seal;
    private final Manifest manifest;

    private Bundle(FileChannel file, byte[] head) throws IOException {
        this.file = file;
        this.signed = Arrays.copyOf(head, SEAL_AT);
        if (!Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new UpdateException("this is no bundle: it does not begin with LINTEL BUNDLE 1");
        }
        this.manifest =
                Manifest.parse(new String(signed, MAGIC.length, SEAL_AT - MAGIC.length, StandardCharsets.UTF_8));
        this.seal = Seal.parse(new String(head, SEAL_AT, SEAL_AT, StandardCharsets.UTF_8));
        long bytes = file.size();
        if (bytes != manifest.bundleBytes()) {
            throw new UpdateException(
                    "the bundle has " + bytes + " bytes, and its manifest says " + manifest.bundleBytes());
        }
    }

    /// Reads what stands before the files. Throws [UpdateException] when it is no bundle, or not whole.
    public static Bundle open(Path path) {
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
            try {
                ByteBuffer head = ByteBuffer.allocate(FILES_AT);
                while (head.hasRemaining() && file.read(head, head.position()) > 0) {}
                if (head.hasRemaining()) throw new UpdateException(path + " is too short for a bundle");
                return new Bundle(file, head.array());
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UpdateException("the bundle cannot be read: " + e.getMessage(), e);
        }
    }

    /// What it says of itself.
    public Manifest manifest() {
        return manifest;
    }

    /// How many signatures it has, of whatever keys.
    public int signatureCount() {
        return seal.signatures().byKey().size();
    }

    /// Names of the keys of `trust`, or of newer ones that it brings and that follow these, that have signed it. Throws
    /// [UpdateException] when those do not follow.
    List<String> signers(Trust trust) {
        return trust.follow(seal.trust()).keys().stream()
                .filter(key -> seal.signatures().isBy(key, PURPOSE, signed))
                .map(TrustedKey::name)
                .toList();
    }

    /// Throws [UpdateException] unless it is signed by as many keys as the box asks for: those that it
    /// has, or newer ones that the bundle brings and that follow them.
    ///
    /// @return the newest trusted keys, which the box has to keep before it does anything else
    public Trust requireSigned(Trust trust) {
        Trust newest = trust.follow(seal.trust());
        if (!newest.hasSigned(seal.signatures(), PURPOSE, signed)) {
            throw new UpdateException("the bundle is not signed by " + newest.threshold() + " of the "
                    + newest.keys().size() + " keys that are trusted (number " + newest.number() + ")");
        }
        return newest;
    }

    /// Adds a signature to the file, and the trusted keys it is to bring along. Throws
    /// [UpdateException].
    public static void sign(Path path, List<SigningKey> keys, List<Trust> bring) {
        try (var bundle = open(path)) {
            bundle.requireWhole(_ -> {});
            Signatures signatures = bundle.seal.signatures();
            for (SigningKey key : keys) signatures = signatures.with(key, PURPOSE, bundle.signed);
            var seal = new Seal(bring.isEmpty() ? bundle.seal.trust() : bring, signatures);
            ByteBuffer region = region("seal", seal.write(), SEAL_AT);
            try (var out = FileChannel.open(path, StandardOpenOption.WRITE)) {
                for (int at = SEAL_AT; region.hasRemaining(); ) at += out.write(region, at);
                out.force(true);
            }
        } catch (IOException e) {
            throw new UpdateException("the bundle cannot be signed: " + e.getMessage(), e);
        }
    }

    /// Reads every file, packed as it is, and compares it with the manifest. Throws [UpdateException].
    ///
    /// @param progress hears of bytes as they are read
    public void requireWhole(LongConsumer progress) throws IOException {
        for (Manifest.Packed packed : manifest.files()) {
            MessageDigest hash = sha256();
            try (InputStream in = stream(packed)) {
                drain(in, hash, progress);
            }
            if (!hex(hash).equals(packed.packedSha256())) throw damaged(packed);
        }
    }

    /// Unpacks one file into `out`. Throws [UpdateException] when it is not what the manifest says:
    /// what was written until then is to be thrown away. Never hands on more bytes than the manifest
    /// says.
    public void unpack(Manifest.Part part, Out out) throws IOException {
        Manifest.Packed packed = manifest.file(part);
        MessageDigest hash = sha256();
        long left = packed.bytes();
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream in = new GZIPInputStream(stream(packed), PIECE_BYTES)) {
            while (true) {
                int count = in.readNBytes(piece, 0, piece.length);
                if (count == 0) break;
                left -= count;
                if (left < 0) throw damaged(packed);
                hash.update(piece, 0, count);
                out.write(ByteBuffer.wrap(piece, 0, count).asReadOnlyBuffer());
            }
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw new UpdateException("the bundle's file '" + part.title() + "' cannot be unpacked", e);
        }
        if (left != 0 || !hex(hash).equals(packed.sha256())) throw damaged(packed);
    }

    /// Takes what [#unpack] unpacks.
    @FunctionalInterface
    public interface Out {
        /// The next bytes, 64 KiB each but the last.
        void write(ByteBuffer bytes) throws IOException;
    }

    private static UpdateException damaged(Manifest.Packed packed) {
        return new UpdateException(
                "the bundle's file '" + packed.part().title() + "' is not the one that its manifest lists");
    }

    private InputStream stream(Manifest.Packed packed) throws IOException {
        // A channel of its own place: the file is read at several places by turns.
        var part = new Region(file, manifest.at(packed.part()), packed.packedBytes());
        return new BufferedInputStream(Channels.newInputStream(part), PIECE_BYTES);
    }

    private static void drain(InputStream in, MessageDigest hash, LongConsumer progress) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            hash.update(piece, 0, count);
            progress.accept(count);
        }
    }

    /// A region of the head: `text`, and spaces behind it.
    static ByteBuffer region(String what, String text, int bytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > bytes) throw new UpdateException("the " + what + " has more than " + bytes + " bytes");
        byte[] padded = Arrays.copyOf(utf8, bytes);
        Arrays.fill(padded, utf8.length, bytes, (byte) ' ');
        return ByteBuffer.wrap(padded);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String hex(MessageDigest hash) {
        return HexFormat.of().formatHex(hash.digest());
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UpdateException("the bundle cannot be closed: " + e.getMessage(), e);
        }
    }
}
