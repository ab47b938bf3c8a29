package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.update.Manifest.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
    private static final String HASH = "0".repeat(64);

    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private Bundles bundles;

    @BeforeEach
    void begin() {
        bundles = new Bundles(temp, key);
    }

    private static byte[] unpacked(Bundle bundle, Part part) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bundle.unpack(part, piece -> {
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            bytes.writeBytes(copy);
        });
        return bytes.toByteArray();
    }

    @Test
    void holdsWhatWasPutIn() throws IOException {
        try (Bundle bundle = Bundle.open(bundles.signed(2))) {
            bundle.requireWhole(_ -> {});
            for (Part part : Part.values()) assertThat(unpacked(bundle, part)).isEqualTo(Bundles.content(part, 2));
            Manifest manifest = bundle.manifest();
            assertThat(Manifest.parse(manifest.write())).isEqualTo(manifest);
            assertThat(manifest.version()).isEqualTo("0.2");
            assertThat(manifest.schemas()).as("it does not say").isEmpty();
            assertThat(bundle.signatureCount()).isOne();
        }
    }

    @Test
    void itSaysWhatItsTablesAre() throws IOException {
        Map<String, Integer> schemas = Map.of("lintel.db", 12, "oauth.db", 2, "webhooks.db", 1);
        try (Bundle bundle = Bundle.open(bundles.signed(2, schemas))) {
            assertThat(bundle.manifest().schemas()).isEqualTo(schemas);
            assertThat(bundle.manifest().write()).containsSubsequence("\"lintel.db\" : 12", "oauth.db", "webhooks.db");
        }
    }

    @Test
    void theSameFilesMakeTheSameBundle() throws IOException {
        byte[] first = Files.readAllBytes(bundles.signed(2));
        assertThat(bundles.signed(2)).hasBinaryContent(first);
    }

    @Test
    void anyoneCanLookAtItWithOtherTools() throws IOException {
        byte[] bytes = Files.readAllBytes(bundles.signed(2));
        assertThat(new String(bytes, 0, 300, StandardCharsets.UTF_8))
                .startsWith("LINTEL BUNDLE 1\n{\n")
                .contains("\"version\" : \"0.2\"");
    }

    @Test
    void aDamagedBundleIsNotSigned() throws IOException {
        Path bundle = bundles.unsigned(Bundles.about("0.2", 2, "virt-arm64", Bundles.EXPIRES));
        Bundles.patch(bundle, Bundle.FILES_AT + 1000, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> Bundle.sign(bundle, List.of(key), List.of()))
                .hasMessageContaining("file 'root' is not the one that its manifest lists");
    }

    @Test
    void aKeyIsItsOwnersAlone() throws IOException {
        Path file = temp.resolve("release.pem");
        key.write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(SigningKey.read(file).trusted()).isEqualTo(key.trusted());
        assertThatThrownBy(() -> key.write(file)).hasMessageContaining("cannot be written");
    }

    @Test
    void opensslReadsItsKeysAndItReadsThoseOfOpenssl() throws IOException, InterruptedException {
        Path own = temp.resolve("release.pem");
        key.write(own);
        assertThat(openssl("pkey", "-in", own.toString(), "-pubout").replaceAll("\\s", ""))
                .isEqualTo(key.trusted().pem().replaceAll("\\s", ""));
        Path theirs = temp.resolve("theirs.pem");
        openssl("genpkey", "-algorithm", "ed25519", "-out", theirs.toString());
        assertThat(SigningKey.read(theirs).trusted().pem().replaceAll("\\s", ""))
                .isEqualTo(openssl("pkey", "-in", theirs.toString(), "-pubout").replaceAll("\\s", ""));
    }

    @Test
    void aKeyOfAnotherKindIsRefused() throws IOException, InterruptedException {
        Path file = temp.resolve("ec.pem");
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", file.toString());
        assertThatThrownBy(() -> SigningKey.read(file)).hasMessageContaining("holds no Ed25519 key");
        Files.writeString(file, "nothing");
        assertThatThrownBy(() -> SigningKey.read(file)).hasMessageContaining("holds no private key in PEM");
    }

    private static String openssl(String... arguments) throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    /// RFC 8032, section 7.1, test 3.
    @Test
    void signaturesAreThoseOfRfc8032() {
        var vector = TrustedKey.of(
                "vector",
                java.util.HexFormat.of()
                        .parseHex("302a300506032b6570032100"
                                + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"));
        assertThat(vector.base64()).isEqualTo("/FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU=");
        byte[] signature = java.util.HexFormat.of()
                .parseHex("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
        assertThat(vector.verifies("bundle", new byte[] {(byte) 0xaf, (byte) 0x82}, signature))
                .as("the vector's text has no purpose before it")
                .isFalse();
        assertThat(vector.verifiesRaw(new byte[] {(byte) 0xaf, (byte) 0x82}, signature))
                .isTrue();
    }

    @Test
    void whatIsWrongInAManifestIsNamed() {
        String text = """
                {"format":1,"version":"0.2","release":2,"board":"amd64","built":"2026-01-01T00:00:00Z",
                 "expires":"2027-01-01T00:00:00Z","options":"root=@ROOT@","files":[#root,#linux,#initrd]}""";
        String right = text.replace("#root", file("root"))
                .replace("#linux", file("linux"))
                .replace("#initrd", file("initrd"));
        assertThat(Manifest.parse(right).release()).isEqualTo(2);
        String[][] wrongs = {
            {"\"format\":1", "\"format\":2", "manifest: format is 2, and this version reads 1"},
            {"\"release\":2", "\"release\":0", "manifest: release is 0, outside 1 to"},
            {"\"release\":2", "\"release\":\"2\"", "manifest: release is missing or no whole number"},
            {"\"0.2\"", "\"0 2\"", "manifest: version is not of the shape"},
            {"root=@ROOT@", "root=/dev/sda", "manifest: options is not of the shape"},
            {"root=@ROOT@", "root=@ROOT@\\ninit=/x", "manifest: options is not of the shape"},
            {"2027-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "manifest: expires is not after built"},
            {"2027-01-01T00:00:00Z", "soon", "manifest: expires is no time like"},
            {"\"linux\"", "\"root\"", "manifest: files: name is there twice: root"},
            {"\"linux\"", "\"etc\"", "manifest: files: name is 'etc', which this version does not know"},
            {"," + file("initrd"), "", "manifest: files are not root, linux and initrd"},
            {"\"bytes\":10", "\"bytes\":99999999999999", "manifest: files: bytes is 99999999999999, outside"},
            {"\"bytes\":10", "\"bytes\":-1", "manifest: files: bytes is -1, outside"},
            {"\"files\"", "\"schemas\":[],\"files\"", "manifest: schemas is no object"},
            {"\"files\"", "\"schemas\":{\"../a.db\":1},\"files\"", "manifest: schemas has a name that is not of"},
            {"\"files\"", "\"schemas\":{\"a.db\":0},\"files\"", "manifest: schemas: a.db is 0, outside 1 to"},
            {"\"files\"", "\"schemas\":{\"a.db\":\"1\"},\"files\"", "manifest: schemas: a.db is missing or no whole"},
            {HASH, "xyz", "manifest: files: sha256 is not of the shape"},
        };
        for (String[] wrong : wrongs) {
            String changed =
                    right.replaceFirst(java.util.regex.Pattern.quote(wrong[0]), wrong[1].replace("\\", "\\\\"));
            assertThat(changed).as(wrong[2]).isNotEqualTo(right);
            assertThatThrownBy(() -> Manifest.parse(changed))
                    .isInstanceOf(UpdateException.class)
                    .hasMessageContaining(wrong[2]);
        }
    }

    private static String file(String name) {
        return "{\"name\":\"" + name + "\",\"bytes\":10,\"sha256\":\"" + HASH
                + "\",\"packed_bytes\":10,\"packed_sha256\":\"" + HASH + "\"}";
    }

    @Property
    void anyTextIsAManifestOrRefusedInWords(@ForAll @StringLength(max = 400) String text) {
        assertThatThrownBy(() -> Manifest.parse(text)).isInstanceOf(UpdateException.class);
        assertThatThrownBy(() -> Seal.parse(text)).isInstanceOf(UpdateException.class);
        assertThatThrownBy(() -> Trust.parse(text)).isInstanceOf(UpdateException.class);
    }
}
