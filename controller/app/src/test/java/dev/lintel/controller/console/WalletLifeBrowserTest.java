package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.log.Logged;
import dev.lintel.controller.mail.MailServer;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.tls.ClientTrust;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The whole life of a pass: a whole box with a reader that scans codes, a mail server, Chromium as the phone, and a
/// wallet that speaks to the box as Apple's does.
@Timeout(180)
class WalletLifeBrowserTest {
    private static final Pattern LINK = Pattern.compile("https://[^\\s\"<>]+/pass/([0-9]+-[0-9]+-[A-Za-z0-9_-]{22})");
    private static final String CREDENTIALS = "/api/3/credentials";
    private static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            channels:
              - {id: 1, unit: 1, name: Front Door, site: 1, credentials: [card, qr]}
              - {id: 2, unit: 2, name: Back Door, site: 1, credentials: [card]}
            roles: [{id: 1, name: Always, channels: [1, 2]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            """;
    private static final String ADA = """
            {"first_name": "Ada", "last_name": "North", "email": "ada@example.com", "group_ids": [1]}""";

    @TempDir
    Path folder;

    private MailServer server;
    private WholeLintel box;
    private Browser phone;
    private ApiClient client;
    private final Logged logged = new Logged();
    private long ada;

    @BeforeEach
    void start() throws Exception {
        server = MailServer.withStartTls();
        secret("smtp", MailServer.PASSWORD + "\n");
        secret("google.json", account());
        server.authority(folder.resolve("ca.pem"));
        box = new WholeLintel(folder);
        box.config =
                Files.writeString(folder.resolve("controller.yaml"), """
            name: North gate
            hardware: simulated
            channels:
              - unit: 1
                readers: {entry: {driver: serial, port: /dev/ttyUSB0, protocol: qr, baud: 115200}}
                strike: {line: 17}
                egress: mechanical
              - unit: 2
                readers: {entry: {driver: serial, port: /dev/ttyUSB1, protocol: qr, baud: 115200}}
                strike: {line: 18}
                egress: mechanical
            mail:
              host: localhost
              port: %d
              from: door@example.com
              user: %s
              password_file: smtp
              trust: [ca.pem]
            wallet:
              callbacks: https://doors.example.com
              google: {issuer: "3388000000012345678", service_account: google.json}
            """.formatted(server.port(), MailServer.USER));
        box.start();
        client = box.client();
        assertThat(box.ask(Map.of("command", "site apply", "name", "site.yaml", "text", SITE)))
                .contains("\"done\":true");
        ada = ((Number) Objects.requireNonNull(
                        client.post("/api/3/people", ADA).object().get("id")))
                .longValue();
        phone = new Browser();
        phone.viewport(390, 844, true);
    }

    private void secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static String account() throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
        return Json.write(Map.of(
                "client_email", "doors@example.iam.gserviceaccount.com",
                "private_key_id", "k1",
                "private_key",
                        "-----BEGIN PRIVATE KEY-----\n"
                                + Base64.getMimeEncoder().encodeToString(key) + "\n-----END PRIVATE KEY-----\n"));
    }

    @AfterEach
    void stop() {
        logged.close();
        phone.close();
        box.close();
        server.close();
    }

    private long type() {
        return client.get("/api/3/credential_types").array().stream()
                .filter(one -> ((Number) Objects.requireNonNull(one.get("code"))).intValue() == 1001)
                .map(one -> ((Number) Objects.requireNonNull(one.get("id"))).longValue())
                .findFirst()
                .orElseThrow();
    }

    private Matcher letter() throws Exception {
        String letter = server.next().replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
        assertThat(letter).contains("To: ada@example.com", "Your pass: North gate");
        Matcher link = LINK.matcher(letter);
        assertThat(link.find()).as(letter).isTrue();
        return link;
    }

    private void says(String words) {
        phone.waitFor("document.readyState === 'complete'"
                + " && document.body.innerText.replace(/\\s+/g, ' ').includes(`" + words + "`)");
    }

    /// The pass's own words, as the phone's browser is given it.
    private Map<String, @Nullable Object> fetched(String path, String headers) throws IOException {
        Object base64 = phone.eval("fetch('" + path + "', {headers: " + headers + "}).then(told => told.arrayBuffer())"
                + ".then(bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))))");
        byte[] file = Base64.getDecoder().decode(String.valueOf(base64));
        try (var zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.getName().equals("pass.json")) continue;
                return Json.parseObject(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        throw new AssertionError("no pass.json in what came: " + new String(file, StandardCharsets.UTF_8));
    }

    @SuppressWarnings("unchecked")
    private static String number(Map<String, @Nullable Object> pass) {
        var codes = (List<Map<String, Object>>) Objects.requireNonNull(pass.get("barcodes"));
        return String.valueOf(codes.getFirst().get("message"));
    }

    private Map<String, @Nullable Object> shown(int channel, String code) {
        String said = box.ask(Map.of("command", "present", "channel", channel, "reader", "entry", "text", code));
        return Json.parseObject(said.lines().findFirst().orElseThrow());
    }

    private Map<String, Object> credential(@Nullable Object id) {
        return client.get(CREDENTIALS + "/" + id).object();
    }

    /// Apple's wallet on a phone that has the pass: it has no key of ours, but the pass's token.
    private final class AppleWallet {
        private static final String MINE = "/wallet/apple/v1/devices/d1/registrations/pass.dev.lintel";

        private final ApiClient http;
        private final String token;
        private final String serial;

        AppleWallet(Map<String, @Nullable Object> pass) {
            this.http = new ApiClient(
                    "https://localhost:" + box.port(), ClientTrust.in(box.data.resolve("tls/ca.crt")), "");
            this.token = String.valueOf(pass.get("authenticationToken"));
            this.serial = String.valueOf(pass.get("serialNumber"));
        }

        private Answer send(String method, String path, @Nullable String body, String shown) {
            return http.send(method, path, body, "Authorization", "ApplePass " + shown);
        }

        private int registers(String shown) {
            String body = "{\"pushToken\": \"" + "ab".repeat(32) + "\"}";
            return send("POST", MINE + "/" + serial, body, shown).status();
        }

        /// It hears of the change, fetches it once, and tells that it has it no more.
        private void fetchesWhatIsVoidAndUnregisters() throws IOException {
            String latest = "/wallet/apple/v1/passes/pass.dev.lintel/" + serial;
            assertThat(fetched(latest, "{Authorization: 'ApplePass " + token + "'}"))
                    .containsEntry("voided", true)
                    .doesNotContainKey("barcodes");
            assertThat(http.get(MINE).object()).containsEntry("serialNumbers", List.of(serial));
            String tag = String.valueOf(http.get(MINE).object().get("lastUpdated"));
            assertThat(http.get(MINE + "?passesUpdatedSince=" + tag).status()).isEqualTo(204);
            String since = send("GET", latest, null, token).header("Last-Modified");
            Answer same =
                    http.send("GET", latest, null, "Authorization", "ApplePass " + token, "If-Modified-Since", since);
            assertThat(same.status()).isEqualTo(304);
            String said = "{\"logs\": [\"bad\\nthing ApplePass " + token + "\"]}";
            assertThat(http.send("POST", "/wallet/apple/v1/log", said).status()).isEqualTo(200);
            assertThat(send("DELETE", MINE + "/" + serial, null, token).status())
                    .isEqualTo(200);
            assertThat(http.get(MINE).status()).isEqualTo(204);
        }
    }

    /// The pass by the link, which its page was looked at for.
    private Map<String, @Nullable Object> taken(Matcher link) throws IOException {
        phone.open(link.group());
        says("Your pass for North gate");
        says("a certificate of its own making");
        assertThat(phone.smallTargets()).isEmpty();
        assertThat(phone.faintText()).isEmpty();
        phone.screenshot("pass");
        return fetched("/pass/" + link.group(1) + "/lintel.pkpass", "{}");
    }

    @Test
    void invitedByMailAddedToAWalletOpensADoorAndIsRevoked() throws Exception {
        box.asked(Map.of("command", "mobile invite", "person", ada, "wallet", true));
        Matcher link = letter();
        Map<String, Object> invited =
                client.get("/api/3/people/" + ada + "/credentials").array().getFirst();
        assertThat(invited).containsEntry("status", "invited").doesNotContainKeys("value", "wallet_type");
        assertThat(String.valueOf(invited.get("url"))).matches(LINK);
        othersLinkIsNone(link.group(1));
        Map<String, @Nullable Object> pass = taken(link);
        assertThat(pass).containsEntry("webServiceURL", "https://doors.example.com/wallet/apple");
        String number = number(pass);
        assertThat(shown(1, number))
                .containsEntry("decision", "admitted")
                .containsEntry("event_code", 17L)
                .containsEntry("strike", "released");
        assertThat(shown(2, number)).containsEntry("event_code", 20L).containsEntry("reason", "not_accepted_here");

        var wallet = new AppleWallet(pass);
        assertThat(wallet.registers(wallet.token + "x")).isEqualTo(401);
        assertThat(wallet.registers(wallet.token)).isEqualTo(201);
        Object id = invited.get("id");
        assertThat(credential(id))
                .containsEntry("status", "added_to_wallet")
                .containsEntry("wallet_type", "apple")
                .doesNotContainKeys("url", "value");
        phone.open(link.group());
        says("Not a good link");
        phone.screenshot("pass-over");
        assertThat(client.get("/pass/" + link.group(1) + "/lintel.pkpass").status())
                .isEqualTo(404);
        assertThat(shown(1, number)).containsEntry("event_code", 17L);

        box.asked(Map.of("command", "mobile revoke", "id", Long.parseLong(String.valueOf(id))));
        assertThat(credential(id)).containsEntry("status", "revoked").doesNotContainKey("wallet_type");
        assertThat(shown(1, number))
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "credential_disabled");
        wallet.fetchesWhatIsVoidAndUnregisters();
        assertNoSecret(List.of(link.group(1), link.group(1).split("-", 3)[2], wallet.token), number);
    }

    /// The id of somebody who is invited as well, before what proves nothing of theirs.
    private void othersLinkIsNone(String hers) {
        Object ben = client.post("/api/3/people", "{\"first_name\": \"Ben\", \"last_name\": \"North\"}")
                .object()
                .get("id");
        Answer made = client.post(CREDENTIALS, "{\"person_id\": " + ben + ", \"credential_type_id\": " + type() + "}");
        Matcher his = LINK.matcher(String.valueOf(made.object().get("url")));
        assertThat(his.matches()).isTrue();
        String mixed = his.group(1).split("-", 2)[0] + hers.substring(hers.indexOf('-'));
        for (String file : List.of("", "/lintel.pkpass")) {
            assertThat(client.get("/pass/" + mixed + file).status()).isEqualTo(404);
        }
        assertThat(client.get("/pass/" + his.group(1)).status()).isEqualTo(200);
    }

    /// Neither the log nor any file has what stands in a link, nor a pass's token; no event tells the number.
    private void assertNoSecret(List<String> secrets, String number) throws IOException {
        String events = new EventStore(box.database())
                .newest(200).stream()
                        .map(event ->
                                event.draft().subject() + " " + event.draft().additional())
                        .toList()
                        .toString();
        assertThat(events)
                .contains("****" + number.substring(number.length() - 4))
                .doesNotContain(number);
        box.stop();
        String log = logged.text();
        assertThat(log)
                .contains("a link to a pass is not good", "a phone's wallet says: bad thing ApplePass …")
                .doesNotContain(secrets)
                .doesNotContain(number);
        try (Stream<Path> files = Files.walk(box.data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                for (String secret : secrets)
                    assertThat(text.contains(secret)).as(file.toString()).isFalse();
            }
        }
    }

    /// Whoever is told of the page for phones is told of a pass that waits, too; who tries links is asked to wait, and
    /// good ones go on.
    @Test
    void theLetterOfThePageHasTheLinkAndWhoeverTriesLinksIsAskedToWait() throws Exception {
        Answer made = client.post(CREDENTIALS, "{\"person_id\": " + ada + ", \"credential_type_id\": " + type() + "}");
        assertThat(client.post("/api/3/people/" + ada + "/passport_invite", "{}")
                        .status())
                .isEqualTo(202);
        String letter = server.next().replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
        Matcher link = LINK.matcher(letter);
        assertThat(link.find()).as(letter).isTrue();
        assertThat(link.group(1)).startsWith(made.object().get("id") + "-");
        // Beside the code of a phone that waits, too.
        client.post(CREDENTIALS, "{\"person_id\": " + ada + ", \"credential_type_id\": 5}");
        server.next();
        client.post("/api/3/people/" + ada + "/passport_invite", "{}");
        assertThat(server.next().replace("=\r\n", "").replace("=\n", "").replace("=3D", "="))
                .contains("/mobile#", link.group());
        for (int i = 0; i < 30; i++)
            assertThat(client.get("/pass/1-1-" + "x".repeat(22)).status()).isEqualTo(404);
        assertThat(client.get("/pass/1-1-" + "x".repeat(22)).status()).isEqualTo(429);
        for (int i = 0; i < 30; i++) client.get("/pass/1-1-" + "x".repeat(22) + "/lintel.pkpass");
        assertThat(client.get("/pass/" + link.group(1)).status()).isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            assertThat(client.get("/pass/" + link.group(1) + "/lintel.pkpass").status())
                    .isEqualTo(200);
        }
        assertThat(client.get("/pass/" + link.group(1) + "/lintel.pkpass").status())
                .isEqualTo(429);
    }

    @Test
    void googlesWalletTakesTheSameLinkAndItsPersonMaySayThatItIsThere() {
        Answer made = client.post(CREDENTIALS, "{\"person_id\": " + ada + ", \"credential_type_id\": " + type() + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Matcher link = LINK.matcher(String.valueOf(made.object().get("url")));
        assertThat(link.matches()).isTrue();
        phone.open(link.group());
        says("Add to Google Wallet");
        phone.eval("document.getElementById('done-google').click(); true");
        says("No pass was made by this link yet");
        Answer google = client.get("/pass/" + link.group(1) + "/google");
        assertThat(google.status()).isEqualTo(303);
        assertThat(google.header("Location")).startsWith("https://pay.google.com/gp/v/save/");
        assertThat(google.header("Cache-Control")).contains("no-store");
        assertThat(google.header("Referrer-Policy")).isEqualTo("no-referrer");
        phone.open(link.group());
        phone.eval("document.getElementById('done-google').click(); true");
        says("The pass is in your wallet, and this link is good no more.");
        assertThat(credential(made.object().get("id")))
                .containsEntry("status", "added_to_wallet")
                .containsEntry("wallet_type", "google");
        long number = box.database()
                .read(sql ->
                        sql.get("SELECT card_number FROM credential WHERE value = 'google'", row -> row.number(1)));
        assertThat(shown(1, Long.toString(number)))
                .containsEntry("event_code", (long) EventKind.ADMITTED_GOOGLE.number());
        assertThat(client.send("POST", "/wallet/google/callback", "{}").status())
                .isEqualTo(401);
    }
}
