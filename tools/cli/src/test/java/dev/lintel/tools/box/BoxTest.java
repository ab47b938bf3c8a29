package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The main job on one running box: cards, doors and events, through the command line and the API. The tests share
/// the process; each leaves leaf and strike as it found them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoxTest {
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(20);

    /// The demo's two doors, reachable from this machine only: `/sim` needs no sign-in then.
    private static final String CONTROLLER = """
            name: Tested
            listen: {address: 127.0.0.1}
            hardware: simulated
            buses:
              rs485-1: {protocol: osdp, port: /dev/ttyAMA0, baud: 115200}
            gpio: {chip: /dev/gpiochip0}
            channels:
              - unit: 1
                readers:
                  entry: {driver: osdp, bus: rs485-1, address: 0, formats: [H10301, raw]}
                  exit: {driver: serial, port: /dev/ttyUSB0, protocol: rdm6300}
                strike: {line: 17, active: high, fail: secure}
                contact: {line: 27, closed: low}
                rex: {line: 22}
                aux: {line: 23}
                egress: mechanical
              - unit: 2
                readers:
                  entry: {driver: wiegand, d0: 14, d1: 15, formats: [H10301, raw], keypad: burst4}
                strike: {line: 18, active: high, fail: secure}
                contact: {line: 24, closed: low}
                rex: {line: 25}
                egress: mechanical
            """;

    private Box box;
    private BoxApi api;
    private int plainPort;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path config = Files.writeString(folder.resolve("controller.yaml"), CONTROLLER);
        try (var free = new ServerSocket(0)) {
            plainPort = free.getLocalPort();
        }
        Path data = Box.prepared(folder.resolve("data"));
        box = Box.start(data, "--config", config.toString(), "--http-port", "" + plainPort);
        api = box.api();
        // Short times: the tests wait for a leaf that is open too long, and for the strike to be secured.
        String site = box.lintel("site export").out().replaceAll("times: \\{unlock.*", """
                times: {unlock: 1s, extended_unlock: 2s, extended_open: 1s}""");
        Path policy = Files.writeString(folder.resolve("site.yaml"), site);
        CommandRun applied = box.lintel("site apply " + policy);
        assertThat(applied.exit()).as(applied.err()).isZero();
    }

    @AfterAll
    void stop() {
        box.close();
        assertThat(box.data.resolve("lintel.db-wal")).doesNotExist();
    }

    @Test
    void whySaysWhatWouldHappenAndNothingDoes() {
        long head = api.newest();
        CommandRun why = box.lintel("why --channel 1 --card 1001");
        assertThat(why.exit()).as(why.err()).isZero();
        assertThat(why.out()).startsWith("admitted: ").contains("(code 10)");
        assertThat(box.lintel("why --channel 1 --card 4242 --json").json())
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "unknown_card")
                .containsEntry("event_code", 20L);
        CommandRun later = box.lintel("why --channel 1 --card 1001 --at 2031-03-02T10:00:00+01:00 --json");
        assertThat(later.json()).containsEntry("decision", "admitted").containsKey("trace");
        CommandRun noTime = box.lintel("why --channel 1 --card 1001 --at tomorrow");
        assertThat(noTime.exit()).isNotZero();
        assertThat(noTime.err()).contains("at is a time such as", "tomorrow").doesNotContain("Exception");
        assertThat(box.lintel("why --channel 7 --card 1001").err()).contains("there is no channel 7");
        assertThat(whyPin("4711\n").json()).containsEntry("decision", "admitted");
        assertThat(whyPin("9999\n").json()).containsEntry("reason", "unknown_pin");
        assertThat(whyPin("").err()).contains("nothing was given as: PIN");
        assertThat(api.newest()).isEqualTo(head);
    }

    @Test
    void aKnownCardIsAdmittedAndTheApiShowsIt() {
        CommandRun present = box.lintel("present --channel 1 --card 1001 --json");
        assertThat(present.exit()).as(present.err()).isZero();
        assertThat(present.json())
                .containsEntry("decision", "admitted")
                .containsEntry("event_code", 10L)
                .containsEntry("strike", "released")
                .containsEntry("reason", null);
        assertThat(sim(1)).containsEntry("strike", "released").containsEntry("leaf", "closed");

        var newest = api.events("n=1").getFirst();
        assertThat(newest)
                .containsEntry("id", present.json().get("event_id"))
                .containsEntry("event_code", 10L)
                .containsEntry("person_name", "Ada Demo")
                .containsEntry("credentials_number", "1001");
        awaitSecured(1);
    }

    @Test
    void anUnknownCardIsRejectedAndTheStrikeStays() {
        CommandRun present = box.lintel("present --channel 1 --card 4321 --json");
        assertThat(present.exit()).isZero();
        assertThat(present.json())
                .containsEntry("decision", "rejected")
                .containsEntry("event_code", 20L)
                .containsEntry("strike", "secured")
                .containsEntry("reason", "unknown_card");
        assertThat(api.events("n=1&event_code=20").getFirst()).containsEntry("credentials_number", "4321");
    }

    @Test
    void whoeverPressesRexLeaves() {
        long before = api.newest();
        assertThat(box.lintel("sim --channel 1 --rex --json").exit()).isZero();
        assertThat(api.awaitEvent(13, 1, before)).isGreaterThan(api.awaitEvent(30, 1, before));
        awaitSecured(1);
    }

    @Test
    void aForcedLeafIsToldAndItsClosing() {
        awaitSecured(1);
        long before = api.newest();
        assertThat(box.lintel("sim --channel 1 --contact open --json").json()).containsEntry("leaf", "open");
        long forced = api.awaitEvent(32, 1, before);
        box.lintel("sim --channel 1 --contact closed");
        api.awaitEvent(31, 1, forced);
    }

    @Test
    void aLeafLeftOpenIsToldAndItsClosing() {
        awaitSecured(1);
        CommandRun present = box.lintel("present --channel 1 --card 1001 --json");
        long admitted = Objects.requireNonNullElse((Long) present.json().get("event_id"), -1L);
        assertThat(admitted).isPositive();
        box.lintel("sim --channel 1 --contact open");
        long extended = api.awaitEvent(33, 1, admitted);
        assertThat(api.events("n=1&event_code=32").stream().map(BoxApi::id)).allMatch(id -> id < admitted);
        box.lintel("sim --channel 1 --contact closed");
        api.awaitEvent(31, 1, extended);
    }

    @Test
    void theWiegandReaderTakesFobsPinsBitsAndFormats() {
        assertThat(decision("--fob 2002")).containsEntry("reason", "no_permission");
        assertThat(decision("--pin 4711")).containsEntry("decision", "admitted").containsEntry("event_code", 11L);
        assertThat(decision("--pin 9999")).containsEntry("decision", "rejected").containsEntry("event_code", 24L);
        assertThat(decision("--bits 00000000000000000000001111101001")) // 1001
                .containsEntry("decision", "admitted");
        assertThat(decision("--format H10301 --facility 12 --number 3456")).containsEntry("reason", "unknown_card");
        assertThat(api.events("n=1&event_code=20").getFirst())
                .containsEntry("credentials_number", "" + (12 * 65536 + 3456));
        awaitSecured(2);
    }

    @Test
    void theSerialReaderTakesFobsAndTheDoctorTellsOfIt() {
        for (String what : List.of("--card 1001", "--fob 1001")) {
            CommandRun present = box.lintel("present --channel 1 --reader exit --json " + what);
            assertThat(present.exit()).as(what + ": " + present.err()).isZero();
            assertThat(present.json()).containsEntry("decision", "admitted").containsEntry("event_code", 10L);
        }
        CommandRun long41 = box.lintel("present --channel 1 --reader exit --bits " + "1".repeat(41));
        assertThat(long41.exit()).isEqualTo(1);
        assertThat(long41.err()).contains("reads cards of 40 bits");
        assertThat(box.lintel("doctor").out()).contains("channel 1, exit, serial on /dev/pts/");
        awaitSecured(1);
    }

    @Test
    void theBoxIsHealthyAndItsFirstPageAsksToSignIn() {
        HttpResponse<String> health = api.get("/health");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEqualTo("{\"status\":\"ready\"}");
        HttpResponse<String> page = api.get("/");
        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(page.headers().firstValue("Location")).contains("/sign-in");
        assertThat(api.get("/sign-in").statusCode()).isEqualTo(200);
    }

    @Test
    void plainHttpOnlySendsToHttps() {
        String plain = "http://localhost:" + plainPort;
        HttpResponse<String> page = api.get(plain + "/sign-in");
        assertThat(page.statusCode()).isEqualTo(307);
        assertThat(page.headers().firstValue("Location")).contains(box.url() + "/sign-in");
        HttpResponse<String> refused = api.get(plain + "/api/3/events");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("tls_required");
        HttpResponse<String> posted = api.send(HttpRequest.newBuilder(URI.create(plain + "/sign-in"))
                .POST(HttpRequest.BodyPublishers.ofString("email=a&password=b")));
        assertThat(posted.statusCode()).isEqualTo(403);
    }

    @Test
    void noiseOnTheLinesAdmitsNobodyAndStopsNothing() {
        box.lintel("present --channel 1 --card 60000"); // so that there is a rejection to look behind
        long before = api.newest();
        for (int channel = 1; channel <= 2; channel++) fault(channel, true);
        for (int i = 0; i < 10; i++) {
            post("present", Map.of("channel_id", 1 + i % 2, "card", 70_000 + i));
        }
        awaitRejected(before); // some get through whole, by a retry; the others are refused by their reader
        for (int channel = 1; channel <= 2; channel++) fault(channel, false);
        for (int code : List.of(10, 11)) {
            assertThat(api.events("n=1&event_code=" + code).stream().map(BoxApi::id))
                    .as("nobody was admitted by noise")
                    .allMatch(id -> id <= before);
        }
        assertThat(box.runs()).isTrue();
        awaitAdmitted(1);
        awaitAdmitted(2);
    }

    private CommandRun whyPin(String input) {
        String words = "why --channel 2 --pin - --json --data " + box.data;
        return CommandRun.withInput(input, words.split(" "));
    }

    private Map<String, @Nullable Object> decision(String what) {
        CommandRun present = box.lintel("present --channel 2 " + what + " --json");
        assertThat(present.exit()).as(what + ": " + present.err()).isZero();
        return present.json();
    }

    private Map<String, @Nullable Object> sim(int channel) {
        return box.lintel("sim --channel " + channel + " --json").json();
    }

    private void fault(int channel, boolean on) {
        post("fault", Map.of("channel_id", channel, "name", "noise", "on", on));
    }

    /// As the page `/sim` does it: at once, without waiting for a decision.
    private void post(String action, Map<String, Object> body) {
        String token =
                String.valueOf(Json.parseObject(api.get("/sim/state").body()).get("csrf"));
        HttpResponse<String> answer = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/sim/" + action))
                .header("X-CSRF-Token", token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private void awaitRejected(long after) {
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        while (BoxApi.id(api.events("n=1&event_code=20").getFirst()) <= after) {
            assertThat(System.nanoTime()).as("a card gets through the noise").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /// Until the strike has held for so long that opening the leaf takes force.
    private void awaitSecured(int channel) {
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        long heldNs = System.nanoTime();
        while (System.nanoTime() - heldNs < TimeUnit.MILLISECONDS.toNanos(400)) {
            boolean holds = "secured".equals(sim(channel).get("strike"));
            if (!holds) heldNs = System.nanoTime();
            assertThat(System.nanoTime()).as("the strike is secured in time").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /// A reader that was brought down by noise comes back within its 8 s.
    private void awaitAdmitted(int channel) {
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        while (true) {
            CommandRun present = box.lintel("present --channel " + channel + " --card 1001 --json");
            if (present.exit() == 0 && "admitted".equals(present.json().get("decision"))) break;
            assertThat(System.nanoTime()).as(present.out() + present.err()).isLessThan(deadline);
        }
        awaitSecured(channel);
    }
}
