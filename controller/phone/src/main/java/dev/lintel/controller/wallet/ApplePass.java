package dev.lintel.controller.wallet;

import dev.lintel.controller.json.Json;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// A pass as Apple's wallet reads it (docs/sources.md#apple-wallet). Pure but for the pictures, which are the box's
/// own.
///
/// ```
///   .pkpass, a zip    pass.json        what it shows, its code, where it asks for changes
///                     icon.png, …      pictures, in three sizes
///                     manifest.json    the SHA-1 of each of these
///                     signature        PKCS #7 of manifest.json, with the certificates
/// ```
final class ApplePass {
    static final String CONTENT_TYPE = "application/vnd.apple.pkpass";
    static final String CODE_FORMAT = "PKBarcodeFormatQR";

    private static final List<String> PICTURES =
            List.of("icon.png", "icon@2x.png", "icon@3x.png", "logo.png", "logo@2x.png", "logo@3x.png");

    private ApplePass() {}

    /// @param service where phones ask for changes; null: nowhere
    static Bytes of(Face face, AppleSigner.Identity signer, @Nullable String service, Instant now) {
        var files = new LinkedHashMap<String, byte[]>();
        files.put("pass.json", Json.write(json(face, signer, service)).getBytes(StandardCharsets.UTF_8));
        for (String name : PICTURES) files.put(name, picture(name));
        byte[] manifest = Json.write(manifest(files)).getBytes(StandardCharsets.UTF_8);
        files.put("manifest.json", manifest);
        files.put("signature", Pkcs7.detached(manifest, signer.pair(), now));
        return zip(files, now);
    }

    private static Map<String, @Nullable Object> json(
            Face face, AppleSigner.Identity signer, @Nullable String service) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("formatVersion", 1);
        json.put("passTypeIdentifier", signer.passType());
        json.put("teamIdentifier", signer.team());
        json.put("serialNumber", face.serial());
        json.put("organizationName", face.place());
        json.put("description", "Key to the doors of " + face.place());
        json.put("logoText", face.place());
        json.put("foregroundColor", "rgb(255, 255, 255)");
        json.put("labelColor", "rgb(205, 228, 222)");
        json.put("backgroundColor", "rgb(15, 107, 92)");
        json.put("sharingProhibited", true);
        if (service != null) {
            json.put("webServiceURL", service);
            json.put("authenticationToken", face.token());
        }
        if (face.isVoid()) json.put("voided", true);
        else json.put("barcodes", List.of(code(Objects.requireNonNull(face.number()))));
        json.put("generic", fields(face));
        return json;
    }

    private static Map<String, Object> code(long number) {
        return Map.of("format", CODE_FORMAT, "message", Long.toString(number), "messageEncoding", "iso-8859-1");
    }

    private static Map<String, Object> fields(Face face) {
        String whose = face.isVoid() ? "No longer good" : face.person();
        return Map.of(
                "primaryFields", List.of(field("person", face.isVoid() ? "Pass" : "Name", whose)),
                "backFields",
                        List.of(
                                field("how", "At the door", "Hold the code to the reader, with the display bright."),
                                field(
                                        "lost",
                                        "Phone lost?",
                                        "Tell whoever looks after these doors: they take the pass away at once.")));
    }

    private static Map<String, Object> field(String key, String label, String value) {
        return Map.of("key", key, "label", label, "value", value);
    }

    private static Map<String, Object> manifest(Map<String, byte[]> files) {
        var hashes = new LinkedHashMap<String, Object>();
        files.forEach((name, content) -> hashes.put(name, sha1(content)));
        return hashes;
    }

    /// Apple's format wants that one; what guards it is the signature.
    private static String sha1(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    private static byte[] picture(String name) {
        try (InputStream in = ApplePass.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Bytes zip(Map<String, byte[]> files, Instant now) {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTime(now.toEpochMilli());
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a zip in memory", e);
        }
        return Bytes.copyOf(out.toByteArray());
    }
}
