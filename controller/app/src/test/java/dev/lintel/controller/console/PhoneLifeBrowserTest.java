package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.log.Logged;
import dev.lintel.controller.mail.MailServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole life of a phone as a key: a whole box, a mail server, and Chromium as the phone.
class PhoneLifeBrowserTest {
    private static final Pattern LINK = Pattern.compile("https://[^\\s\"<>]+/mobile#([A-Z0-9]{4}(?:-[A-Z0-9]{4}){3})");
    /// How wide the pictures of the page's manifest are.
    private static final String ICONS = "fetch('/mobile/manifest.json').then(told => told.json())"
            + ".then(told => Promise.all(told.icons.map(icon => fetch(icon.src))))"
            + ".then(all => Promise.all(all.map(one => one.blob())))"
            + ".then(all => Promise.all(all.map(one => createImageBitmap(one))))"
            + ".then(all => all.map(one => one.width).join())";

    /// Notes what the first door says, whichever button says it.
    private static final String SEEN = "window.seen = []; new MutationObserver(() => {"
            + " const says = document.querySelector('#list .state').textContent;"
            + " if (says !== window.seen.at(-1)) window.seen.push(says); })"
            + ".observe(document.getElementById('list'),"
            + " { childList: true, subtree: true, characterData: true }); true";

    private static final String CREDENTIALS = "/api/3/credentials";
    private static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            channels:
              - {id: 1, unit: 1, name: Front Door, site: 1}
              - {id: 2, unit: 2, name: Back Door, site: 1, credentials: [card]}
            roles: [{id: 1, name: Always, channels: [1, 2]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            """;
    private static final String ADA = """
            {"first_name": "Ada", "last_name": "North", "email": "ada@example.com", "group_ids": [1]}""";

    /// Of the box that each case has a copy of.
    @TempDir
    static Path first;

    @TempDir
    Path folder;

    private static Chromium chromium;

    private MailServer server;
    private WholeLintel box;
    private Browser phone;
    private ApiClient client;
    private final Logged logged = new Logged();
    private long ada;
    private long type;

    @BeforeAll
    static void startFirst() throws Exception {
        try (var box = new WholeLintel(first).start()) {
            assertThat(box.ask(Map.of("command", "site apply", "name", "site.yaml", "text", SITE)))
                    .contains("\"done\":true");
        }
        chromium = new Chromium(first.resolve("profile"), Chromium.pin(first.resolve("data/tls/server.crt")));
    }

    @AfterAll
    static void stopChromium() {
        chromium.close();
    }

    @BeforeEach
    void start() throws Exception {
        server = MailServer.withStartTls();
        Path password = Files.writeString(folder.resolve("smtp"), MailServer.PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        server.authority(folder.resolve("ca.pem"));
        box = new WholeLintel(folder);
        box.config =
                Files.writeString(folder.resolve("controller.yaml"), """
                name: North gate
                mail:
                  host: localhost
                  port: %d
                  from: door@example.com
                  user: %s
                  password_file: smtp
                  trust: [ca.pem]
                """.formatted(server.port(), MailServer.USER));
        box.restoreFrom(first.resolve("data"));
        box.start();
        client = box.client();
        var made = client.post("/api/3/people", ADA);
        ada = number(made.object(), "id");
        type = client.get("/api/3/credential_types").array().stream()
                .filter(one -> number(one, "code") == 800)
                .map(one -> number(one, "id"))
                .findFirst()
                .orElseThrow();
        phone = new Browser(chromium);
        phone.viewport(390, 844, true);
    }

    @AfterEach
    void stop() {
        logged.close();
        phone.close();
        box.close();
        server.close();
    }

    private static long number(Map<String, Object> json, String name) {
        return ((Number) Objects.requireNonNull(json.get(name))).longValue();
    }

    private Map<String, Object> invite() {
        var answer = client.post(CREDENTIALS, "{\"person_id\": " + ada + ", \"credential_type_id\": " + type + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.object();
    }

    /// The phone is a key, by the link of its letter.
    private Matcher bound() throws Exception {
        invite();
        Matcher link = letter();
        phone.open(link.group());
        phone.waitFor("document.getElementById('code').value.length > 0");
        click("#code-form button");
        says("Tap to open");
        return link;
    }

    /// The link of the letter that comes next.
    private Matcher letter() throws Exception {
        String letter = server.next().replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
        assertThat(letter).contains("To: ada@example.com");
        Matcher link = LINK.matcher(letter);
        assertThat(link.find()).as(letter).isTrue();
        return link;
    }

    private void says(String words) {
        phone.waitFor("document.body.innerText.replace(/\\s+/g, ' ').includes(`" + words + "`)");
    }

    private void click(String selector) {
        phone.eval("document.querySelector(`" + selector + "`).click(); true");
    }

    private List<EventKind> kinds() {
        return box
                .database()
                .read(sql -> sql.list("SELECT kind FROM event ORDER BY id", row -> row.integer(1)))
                .stream()
                .map(EventKind::ofNumber)
                .toList();
    }

    @Test
    void invitedByMailRedeemedOpensADoorAndIsRevoked() throws Exception {
        Map<String, Object> invited = invite();
        assertThat(invited).containsEntry("status", "invited").doesNotContainKeys("value", "invitation_code");
        Matcher link = letter();
        phone.open(link.group());
        phone.waitFor("document.getElementById('code').value.length > 0");
        says("Make this phone a key");
        assertThat(phone.eval("location.hash")).isEqualTo("");
        phone.screenshot("mobile-code");
        click("#code-form button");
        says("Front Door");
        says("Ada North");
        phone.screenshot("mobile-doors");
        assertThat(phone.smallTargets()).isEmpty();
        assertThat(phone.faintText()).isEmpty();

        assertThat(phone.eval("document.querySelectorAll('#list li').length")).isEqualTo(1L); // the other takes cards
        phone.eval(SEEN);
        click("#list button");
        phone.waitFor("window.seen.includes('Open: go in')");
        phone.screenshot("mobile-open");
        assertThat(kinds()).contains(EventKind.ADMITTED_MOBILE);

        String id = String.valueOf(invited.get("id"));
        assertThat(client.get(CREDENTIALS + "/" + id).status()).isEqualTo(404);
        Map<String, Object> active =
                client.get("/api/3/people/" + ada + "/credentials").array().getFirst();
        assertThat(active).containsEntry("status", "active");
        assertThat(active.get("id")).isNotEqualTo(id);

        box.asked(Map.of("command", "mobile revoke", "id", Long.parseLong(String.valueOf(active.get("id")))));
        assertThat(client.get(CREDENTIALS + "/" + active.get("id")).text()).contains("\"status\":\"revoked\"");
        long admitted =
                kinds().stream().filter(EventKind.ADMITTED_MOBILE::equals).count();
        click("#list button");
        says("This phone was taken off: it opens no doors any more.");
        phone.screenshot("mobile-revoked");
        assertThat(kinds()).as("who has it is seen").contains(EventKind.REJECTED_CREDENTIAL_DISABLED);
        client.delete(CREDENTIALS + "/" + active.get("id"));
        click("#list button");
        says("This phone is not known here");
        assertThat(kinds().stream().filter(EventKind.ADMITTED_MOBILE::equals).count())
                .isEqualTo(admitted);
        assertNoSecret(link.group(1));
    }

    /// Neither the log nor any file of the box has the code, however it is written.
    private void assertNoSecret(String code) throws IOException {
        box.stop();
        String log = logged.text();
        assertThat(log)
                .contains("open refused, there is no such credential, from ")
                .doesNotContain(code, code.replace("-", ""));
        try (Stream<Path> files = Files.walk(box.data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                boolean leaks = text.contains(code) || text.contains(code.replace("-", ""));
                assertThat(leaks).as(file.toString()).isFalse();
            }
        }
    }

    /// What wakes with the phone looks at the doors anew; the answer of a door stays on its button all the same.
    @Test
    void aLookAtTheDoorsTakesNoAnswerAwayAndAnOldLinkNoKey() throws Exception {
        Matcher link = bound();
        phone.eval(SEEN);
        phone.eval("document.querySelector('#list button').click();"
                + " document.dispatchEvent(new Event('visibilitychange')); document.getElementById('again').click();"
                + " true");
        phone.waitFor("window.seen.includes('Open: go in')");
        phone.eval("document.getElementById('again').click(); true");
        phone.waitFor("window.seen.at(-1) === 'Tap to open'");
        assertThat(phone.eval("window.seen.join()")).isEqualTo("Opening …,Open: go in,Tap to open");

        phone.eval("location.hash = '" + link.group(1) + "'; true"); // the old letter is tapped again
        phone.waitFor("location.hash === '' && !document.getElementById('newer').hidden");
        says("Front Door");
        phone.eval("location.hash = '%'; true");
        phone.waitFor("location.hash === ''");
        says("Front Door");
    }

    /// Kept as an app: where the box is not reached the page is there, and says so.
    @Test
    void thePageOpensWithoutTheBoxAndSaysSo() throws Exception {
        bound();
        assertThat(phone.eval("navigator.serviceWorker.ready.then(ready => new URL(ready.scope).pathname)"))
                .isEqualTo("/mobile");
        assertThat(phone.eval("fetch('/mobile/manifest.json').then(told => told.json()).then(told => told.start_url)"))
                .isEqualTo("/mobile");
        assertThat(phone.eval(ICONS)).isEqualTo("192,512");
        String page = String.valueOf(phone.eval("location.href"));
        box.stop();
        phone.open(page);
        says("The door controller is not reached.");
        says("Look again");
        phone.screenshot("mobile-away");
    }

    @Test
    void aCodeWorksOnceAndAnotherPhoneGetsNoHint() throws Exception {
        invite();
        Matcher link = letter();
        phone.open(link.group());
        phone.waitFor("document.getElementById('code').value.length > 0");
        click("#code-form button");
        says("Front Door");
        try (var other = new Browser()) {
            other.open(link.group());
            other.waitFor("document.getElementById('code').value.length > 0");
            other.eval("document.querySelector('#code-form button').click(); true");
            other.waitFor("document.body.innerText.includes('This code is not good.')");
        }
    }
}
