package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.time.HandTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Google's wallet: the link as a library of others reads it, and messages that are signed as Google's are.
class GoogleWalletsTest {
    private static final String ISSUER = "3388000000012345678";
    private static final By BY = new By("ops@example.com", "api_key 1");

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private final AtomicInteger asked = new AtomicInteger();
    private Database database;
    private WalletDesk desk;
    private GooglePass google;
    private GoogleWallets wallets;
    private HttpServer keys;
    private KeyPair account;
    private KeyPair root;
    private KeyPair between;
    private Path file;
    private long id;

    @BeforeEach
    void start() throws Exception {
        account = pair("RSA");
        root = pair("EC");
        between = pair("EC");
        file = Files.writeString(path.resolve("google.json"), account());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        var folder = DataFolder.open(path.resolve("data"));
        database = TestDatabase.open(folder, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        var config = new WalletConfig("https://doors.example.com", null, new WalletConfig.Google(ISSUER, file));
        desk = WalletRig.desk(database, folder, WalletRig.With.of(database, folder, config, time), time);
        google = Objects.requireNonNull(desk.parts().google());
        keys = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("::1"), 0), 0);
        keys.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            byte[] said = published().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
        });
        keys.start();
        URI address = URI.create("http://[::1]:" + keys.getAddress().getPort() + "/keys");
        wallets = new GoogleWallets(desk, google, new GoogleKeys(address, time));
        id = desk.inviteAnew(1, BY).credentialId();
    }

    @AfterEach
    void stop() {
        keys.stop(0);
        database.close();
    }

    private static KeyPair pair(String kind) throws Exception {
        var generator = KeyPairGenerator.getInstance(kind);
        if (kind.equals("EC")) generator.initialize(new ECGenParameterSpec("secp256r1"));
        else generator.initialize(2_048);
        return generator.generateKeyPair();
    }

    private String account() {
        String key = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(account.getPrivate().getEncoded());
        return Json.write(Map.of(
                "type", "service_account",
                "client_email", "doors@example.iam.gserviceaccount.com",
                "private_key_id", "k1",
                "private_key", "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n"));
    }

    private String published() {
        return Json.write(Map.of(
                "keys",
                List.of(
                        Map.of(
                                "keyValue", base64(root.getPublic().getEncoded()),
                                "protocolVersion", "ECv2SigningOnly",
                                "keyExpiration", Long.toString(time.nowMs() + 86_400_000L * 400)),
                        Map.of("keyValue", "????", "protocolVersion", "ECv1"))));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private Credential credential() {
        return Objects.requireNonNull(desk.credential(id));
    }

    private String link() {
        return WalletRig.link(Objects.requireNonNull(desk.url(credential())));
    }

    private String serial() {
        return database.read(
                sql -> Objects.requireNonNull(WalletStore.ofCredential(sql, id)).serial());
    }

    // ---- the link

    @SuppressWarnings("unchecked")
    private static Map<String, Object> first(Map<String, Object> payload, String name) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(payload.get(name))).getFirst();
    }

    private @Nullable Long given() {
        return database.<@Nullable Long>read(sql -> CredentialStore.number(sql, id));
    }

    @Test
    void theLinkIsAJwtThatOthersVerify() throws Exception {
        URI uri = desk.google(link());
        assertThat(uri.toString())
                .startsWith("https://pay.google.com/gp/v/save/")
                .hasSizeLessThan(1_800);
        SignedJWT jwt = SignedJWT.parse(uri.toString().substring(GooglePass.SAVE.length()));
        assertThat(jwt.verify(new RSASSAVerifier((RSAPublicKey) account.getPublic())))
                .isTrue();
        assertThat(jwt.verify(new RSASSAVerifier((RSAPublicKey) pair("RSA").getPublic())))
                .isFalse();
        assertThat(jwt.getHeader().getKeyID()).isEqualTo("k1");
        JWTClaimsSet claims = jwt.getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo("doors@example.iam.gserviceaccount.com");
        assertThat(claims.getAudience()).containsExactly("google");
        assertThat(claims.getStringClaim("typ")).isEqualTo("savetowallet");
        Map<String, Object> payload = claims.getJSONObjectClaim("payload");
        var kind = first(payload, "genericClasses");
        var object = first(payload, "genericObjects");
        assertThat(kind.get("id")).isEqualTo(object.get("classId"));
        assertThat(kind.get("multipleDevicesAndHoldersAllowedStatus")).isEqualTo("ONE_USER_ALL_DEVICES");
        assertThat(kind.get("callbackOptions"))
                .isEqualTo(Map.of("url", "https://doors.example.com/wallet/google/callback"));
        assertThat(object.get("id")).isEqualTo(ISSUER + "." + serial());
        long number = Objects.requireNonNull(given());
        assertThat(object.get("barcode")).isEqualTo(Map.of("type", "QR_CODE", "value", Long.toString(number)));
        assertThat(credential().status()).isEqualTo("invited");
    }

    @Test
    void aFileThatIsNoKeyIsToldAndNoNumberIsGivenOut() throws Exception {
        assertThat(google.fault()).isNull();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(google.fault()).contains("wallet.google.service_account:", "chmod 600");
        assertThatThrownBy(() -> desk.google(link())).hasMessageContaining("cannot make the pass just now");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(file, "{}");
        assertThat(google.fault()).contains("lacks client_email");
        Files.writeString(file, "nothing");
        assertThat(google.fault()).contains("is no JSON");
        Files.writeString(file, account().replace("MII", "XXX"));
        assertThat(google.fault()).contains("damaged");
        Files.delete(file);
        assertThat(google.fault()).contains("is not there");
        assertThat(given()).isNull();
    }

    // ---- what Google tells

    private static String sign(KeyPair by, String... parts) throws Exception {
        var signature = java.security.Signature.getInstance("SHA256withECDSA");
        signature.initSign(by.getPrivate());
        signature.update(GoogleMessages.parts(parts));
        return base64(signature.sign());
    }

    /// As Google sends it.
    private Map<String, @Nullable Object> message(String type, String nonce, long expires) throws Exception {
        String signedKey = Json.write(Map.of(
                "keyValue", base64(between.getPublic().getEncoded()),
                "keyExpiration", Long.toString(time.nowMs() + 3_600_000)));
        var said = new LinkedHashMap<String, Object>();
        said.put("classId", ISSUER + ".lintel");
        said.put("objectId", ISSUER + "." + serial());
        said.put("expTimeMillis", expires);
        said.put("eventType", type);
        said.put("nonce", nonce);
        String signedMessage = Json.write(said);
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("protocolVersion", "ECv2SigningOnly");
        body.put("signature", sign(between, "GooglePayPasses", ISSUER, "ECv2SigningOnly", signedMessage));
        body.put(
                "intermediateSigningKey",
                Map.of(
                        "signedKey",
                        signedKey,
                        "signatures",
                        List.of(sign(root, "GooglePayPasses", "ECv2SigningOnly", signedKey))));
        body.put("signedMessage", signedMessage);
        return body;
    }

    private Map<String, @Nullable Object> message(String type, String nonce) throws Exception {
        return message(type, nonce, time.nowMs() + 600_000);
    }

    @Test
    void savedIsAddedAndDeletedIsRemoved() throws Exception {
        desk.google(link());
        wallets.hear(message("save", "n1"));
        assertThat(credential().status()).isEqualTo("added_to_wallet");
        assertThat(credential().value()).isEqualTo("google");
        Map<String, @Nullable Object> removed = message("del", "n2");
        wallets.hear(removed);
        assertThat(credential().status()).isEqualTo("removed");
        wallets.hear(message("save", "n3"));
        assertThat(credential().status()).isEqualTo("added_to_wallet");
        wallets.hear(removed); // sent once more
        assertThat(credential().status()).isEqualTo("added_to_wallet");
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatGoogleHasNotSignedForThisIssuerChangesNothing() throws Exception {
        desk.google(link());
        Map<String, @Nullable Object> changed = message("save", "n1");
        changed.put(
                "signedMessage", String.valueOf(changed.get("signedMessage")).replace("save", "del"));
        Map<String, @Nullable Object> otherProtocol = message("save", "n2");
        otherProtocol.put("protocolVersion", "ECv1");
        KeyPair right = between;
        Map<String, @Nullable Object> unsigned = message("save", "n3");
        unsigned.remove("signature");
        Map<String, @Nullable Object> stranger = message("save", "n4");
        between = pair("EC");
        Map<String, @Nullable Object> mixed = message("save", "n5");
        mixed.put("intermediateSigningKey", stranger.get("intermediateSigningKey")); // vouches for another key
        between = right;
        KeyPair published = root;
        root = pair("EC");
        Map<String, @Nullable Object> ofNobody = message("save", "n6");
        root = published;
        Map<String, @Nullable Object> old = message("save", "n7", time.nowMs() - 1);
        Map<String, @Nullable Object> other = message("paint", "n8");
        for (Map<String, @Nullable Object> bad : List.of(
                changed, otherProtocol, unsigned, mixed, ofNobody, old, other, Map.<String, @Nullable Object>of())) {
            assertThatThrownBy(() -> wallets.hear(bad))
                    .isInstanceOf(MobileException.class)
                    .hasMessage("not a message of Google's for this box");
        }
        assertThat(credential().status()).isEqualTo("invited");
        assertThat(asked).as("asked once in five minutes").hasValue(1);
        time.advance(Duration.ofHours(2));
        assertThatThrownBy(() -> wallets.hear(stranger)).as("its key is over").isInstanceOf(MobileException.class);
    }

    /// Google changes its keys now and then.
    @Test
    void aNewKeyOfGooglesIsFetched() throws Exception {
        desk.google(link());
        wallets.hear(message("save", "n1"));
        time.advance(Duration.ofMinutes(6));
        root = pair("EC");
        wallets.hear(message("del", "n2"));
        assertThat(credential().status()).isEqualTo("removed");
        assertThat(asked).hasValue(2);
    }

    @Test
    void whileGooglesKeysAreNotToBeHadNothingIsBelieved() throws Exception {
        keys.stop(0);
        desk.google(link());
        Map<String, @Nullable Object> good = message("save", "n1");
        assertThatThrownBy(() -> wallets.hear(good)).hasMessage("Google's keys are not to be had");
        assertThat(credential().status()).isEqualTo("invited");
    }

    /// A message by a key that came since: Google is to send it again, not told that it is none of its own.
    @Test
    void whereNewKeysAreNotToBeHadAMessageIsToComeAgain() throws Exception {
        desk.google(link());
        wallets.hear(message("save", "n1"));
        keys.stop(0);
        root = pair("EC");
        Map<String, @Nullable Object> later = message("del", "n2");
        time.advance(Duration.ofMinutes(6));
        assertThatThrownBy(() -> wallets.hear(later)).hasMessage("Google's keys are not to be had");
        assertThat(credential().status()).isEqualTo("added_to_wallet");
    }

    @Test
    void aPublishedKeyThatIsOverVouchesForNothing() throws Exception {
        desk.google(link());
        wallets.hear(message("save", "n1"));
        keys.stop(0);
        time.advance(Duration.ofDays(401));
        Map<String, @Nullable Object> later = message("del", "n2");
        assertThatThrownBy(() -> wallets.hear(later)).isInstanceOf(MobileException.class);
        assertThat(credential().status()).isEqualTo("added_to_wallet");
    }

    /// What was not kept is heard when Google sends it again.
    @Test
    void aMessageThatCouldNotBeKeptIsHeardAgain() throws Exception {
        desk.google(link());
        Map<String, @Nullable Object> good = message("save", "n1");
        database.write(sql -> sql.run("CREATE TRIGGER full BEFORE UPDATE ON credential"
                + " BEGIN SELECT raise(ABORT, 'database or disk is full'); END"));
        assertThatThrownBy(() -> wallets.hear(good)).isInstanceOf(StoreException.class);
        database.write(sql -> sql.run("DROP TRIGGER full"));
        wallets.hear(good);
        assertThat(credential().status()).isEqualTo("added_to_wallet");
    }
}
