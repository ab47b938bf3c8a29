package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.system.MachineRig;
import dev.lintel.controller.system.RootSide;
import dev.lintel.controller.system.Spool;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.update.Bundles;
import dev.lintel.controller.update.SigningKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Olga looks after the machine from the pages, over real HTTPS, with root's side beside it.
class SystemPagesTest {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final Pattern TRIAL = Pattern.compile("name=\"trial\" value=\"([^\"]+)\"");

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Rig rig;
    private MachineRig machine;
    private RootSide root;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        machine = new MachineRig(rig.machine.root(), rig.machine.data(), time);
        root = new RootSide(machine);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
    }

    @AfterEach
    void stop() throws Exception {
        olga.close();
        root.close();
        rig.close();
    }

    private String page() throws Exception {
        return olga.get("/system").body().replaceAll("\\s+", " ");
    }

    private HttpResponse<String> upload(BodyPublisher body, String type) throws Exception {
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(rig.authority))
                .build()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(rig.url("/system/bundle")))
                            .header("Content-Type", type)
                            .header("X-CSRF-Token", csrf())
                            .header("Cookie", cookies())
                            .POST(body)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private HttpResponse<String> upload(Path bundle) throws Exception {
        return upload(BodyPublishers.ofFile(bundle), "application/octet-stream");
    }

    private String csrf() throws Exception {
        Matcher found = CSRF.matcher(page());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private String cookies() {
        return olga.cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private void awaitIdle() {
        BoxRig.await(() -> {
            try {
                return olga.get("/system/state").body().contains("\"busy\":false");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void aBundleIsUploadedLookedAtAndInstalled() throws Exception {
        assertThat(page()).contains("0.1", "virt-arm64", "Change it", "Restart the board");
        HttpResponse<String> taken = upload(machine.bundles.signed(2));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        assertThat(page()).contains("This bundle is uploaded.", "0.2", "release 2026", ">Install<");
        assertThat(olga.get("/system/install").body())
                .contains("Install Lintel 0.2?", "comes back by itself, also after a power cut");
        HttpResponse<String> asked = olga.post("/system/install", "release", "2");
        assertThat(asked.statusCode()).isEqualTo(303);
        awaitIdle();
        assertThat(olga.get("/system/state").body())
                .contains("RESTARTING", "Lintel 0.2 is in slot b: the box restarts into it now.");
        BoxRig.await(() -> machine.machine.ran.equals(List.of("restart")));
        assertThat(machine.board.start()).isEqualTo(2);
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        Long told = rig.database.read(sql -> sql.one(
                "SELECT count(*) FROM event WHERE additional LIKE '%asked for: install%' AND additional LIKE '%olga%'",
                row -> row.number(1)));
        assertThat(told).isEqualTo(1);
    }

    @Test
    void aBundleThatTheBoxDoesNotTakeSaysWhyAndIsNotInstalled() throws Exception {
        var strangers = new Bundles(Files.createDirectories(folder.resolve("strange")), SigningKey.make("stranger"));
        assertThat(upload(strangers.signed(2)).statusCode()).isEqualTo(200);
        assertThat(page())
                .contains("no key that this box trusts", "The bundle is not signed by 1 of the 1 keys")
                .doesNotContain(">Install<");
        assertThat(olga.post("/system/install", "release", "2").statusCode()).isEqualTo(409);
        assertThat(machine.machine.ran).isEmpty();
        assertThat(olga.post("/system/bundle/remove").statusCode()).isEqualTo(303);
        assertThat(page()).contains("A file that ends in");
        assertThat(rig.machine.data().resolve("system")).isEmptyDirectory();
    }

    @Test
    void whatIsNoBundleIsNotKept() throws Exception {
        HttpResponse<String> refused =
                upload(BodyPublishers.ofByteArray(new byte[300_000]), "application/octet-stream");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("This is no bundle: it does not begin with LINTEL BUNDLE 1.");
        assertThat(rig.machine.data().resolve("system")).isEmptyDirectory();
        assertThat(upload(BodyPublishers.ofString("x"), "text/plain").statusCode())
                .isEqualTo(400);
    }

    private SSLSocket uploading(long length) throws Exception {
        var socket = (SSLSocket) ClientTrust.in(rig.authority)
                .getSocketFactory()
                .createSocket("localhost", URI.create(rig.url("/")).getPort());
        String head = "POST /system/bundle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
                + "X-CSRF-Token: " + csrf() + "\r\nCookie: " + cookies() + "\r\nContent-Length: " + length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void nothingIsLeftWhenTheConnectionBreaksOff() throws Exception {
        Path spool = rig.machine.data().resolve("system");
        try (SSLSocket socket = uploading(20_000_000)) {
            for (int i = 0; i < 40; i++) socket.getOutputStream().write(new byte[100_000]);
            BoxRig.await(() -> size(spool.resolve("bundle.part")) >= 1_000_000);
        }
        BoxRig.await(() -> size(spool.resolve("bundle.part")) < 0);
        assertThat(spool).isEmptyDirectory();
        // And the next one has its turn.
        assertThat(upload(machine.bundles.signed(2)).statusCode()).isEqualTo(200);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void whatIsTooLargeIsNotEvenRead() throws Exception {
        try (SSLSocket socket = uploading(Spool.BYTES_MAX + 1L)) {
            byte[] answer = socket.getInputStream().readNBytes(12);
            assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
        assertThat(rig.machine.data().resolve("system/bundle.part")).doesNotExist();
    }

    @Test
    void aNetworkIsTriedAndKeptByWhoHasComeThroughIt() throws Exception {
        page(); // has the form's token
        HttpResponse<String> wrong = olga.post(
                "/system/network",
                "mode",
                "own",
                "host_name",
                "South",
                "address",
                "10.0.0.9",
                "gateway",
                "",
                "dns",
                "x",
                "interface",
                "en*");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body())
                .contains("It must be small letters", "It must be an address with the length")
                .contains("It must be addresses", "It must be a name")
                .contains("value=\"South\"", "value=\"10.0.0.9\"");
        String[] form = {
            "mode",
            "own",
            "host_name",
            "south",
            "address",
            "10.0.0.9/24",
            "gateway",
            "10.0.0.1",
            "dns",
            "9.9.9.9",
            "interface",
            "enp1s0"
        };
        assertThat(olga.post("/system/network", form).body())
                .contains("Try this network?", "10.0.0.9/24", "enp1s0", "comes back by itself");
        assertThat(machine.inUse()).doesNotExist();
        HttpResponse<String> tried = olga.post("/system/network/try", form);
        assertThat(tried.body()).contains("Open https://10.0.0.9:", "within 5 minutes");
        awaitIdle();
        assertThat(machine.inUse()).content().contains("Name=enp1s0\n", "Address=10.0.0.9/24");
        // This test comes by loop-back, which leads through no network.
        assertThat(page()).contains("A network is being tried", "keep it there").doesNotContain(">Keep it<");
        HttpResponse<String> kept = olga.post("/system/network/keep", "trial", trial());
        assertThat(kept.statusCode()).isEqualTo(409);
        assertThat(kept.body()).contains("came to you through the network of before");
        assertThat(machine.own("wired.network")).doesNotExist();
        assertThat(olga.post("/system/network/drop", "trial", trial()).statusCode())
                .isEqualTo(303);
        awaitIdle();
        assertThat(machine.inUse()).doesNotExist();
        assertThat(page()).doesNotContain("A network is being tried");
    }

    private String trial() throws Exception {
        Matcher found = TRIAL.matcher(page());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /// Where this machine has an address that others reach.
    @Test
    void itIsKeptFromThere() throws Exception {
        String own = Addresses.ofThisMachine();
        org.assertj.core.api.Assumptions.assumeThat(own)
                .as("an address of this machine")
                .isNotEmpty();
        page();
        olga.post("/system/network/try", "mode", "own", "host_name", "south", "address", own + "/24", "dns", "");
        awaitIdle();
        String trial = trial();
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(rig.authority))
                .build()) {
            String csrf = csrf();
            URI there = URI.create(rig.url("/system/network/keep").replace("localhost", own));
            HttpResponse<String> kept = http.send(
                    HttpRequest.newBuilder(there)
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .header("Cookie", cookies())
                            .POST(BodyPublishers.ofString("csrf=" + csrf + "&trial=" + trial))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(kept.statusCode()).as(kept.body()).isEqualTo(303);
        }
        assertThat(machine.own("wired.network")).content().contains("Address=" + own + "/24");
        assertThat(machine.own("hostname")).hasContent("south\n");
    }

    @Test
    void theClockIsSetByHand() throws Exception {
        rig.clock.set(ClockTrust.HELD);
        assertThat(page()).contains(">held<", "nothing has confirmed it");
        assertThat(olga.post("/system/clock", "at", "2026-11-24T10:00:05").statusCode())
                .isEqualTo(303);
        assertThat(machine.machine.ran).containsExactly("clock 2026-11-24T10:00:05Z", "chip");
        assertThat(rig.clock.get()).isEqualTo(ClockTrust.TRUSTED);
        rig.clock.set(ClockTrust.WRONG);
        HttpResponse<String> asked = olga.post("/system/clock", "utc", "2001-01-01T00:00:00.000Z", "at", "");
        HttpResponse<String> refused =
                olga.post("/system/clock", "to", field(asked, "to"), "asked_ns", field(asked, "asked_ns"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("It is later than 2001-01-01");
        assertThat(rig.clock.get()).isEqualTo(ClockTrust.WRONG);
        assertThat(olga.post("/system/clock", "at", "noon").statusCode()).isEqualTo(409);
        assertThat(olga.post("/system/time-servers", "servers", "192.168.7.1, pool.ntp.org")
                        .statusCode())
                .isEqualTo(303);
        assertThat(page()).contains("value=\"192.168.7.1 pool.ntp.org\"");
        assertThat(olga.post("/system/time-servers", "servers", "a_b").body()).contains("is no name or address");
    }

    private String field(HttpResponse<String> page, String name) {
        Matcher found =
                Pattern.compile("name=\"" + name + "\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    @Test
    void aTimeThatIsMoreThanADayAwayIsAskedAboutFirstAndGoesOnMeanwhile() throws Exception {
        page();
        HttpResponse<String> asked = olga.post("/system/clock", "at", "2027-11-24T00:00:00");
        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(asked.body()).contains("Set the clock 365 days ahead?", "24 Nov 2026, 00:00:00");
        assertThat(asked.body()).contains("24 Nov 2027, 00:00:00", "Hours, validity", "Certificates are, too");
        assertThat(machine.machine.ran).isEmpty();
        String to = field(asked, "to");
        String askedNs = field(asked, "asked_ns");
        time.advance(Duration.ofSeconds(20));
        assertThat(olga.post("/system/clock", "to", to, "asked_ns", askedNs).statusCode())
                .isEqualTo(303);
        assertThat(machine.machine.ran).containsExactly("clock 2027-11-24T00:00:20Z", "chip");
        time.advance(Duration.ofHours(2));
        HttpResponse<String> late = olga.post("/system/clock", "to", to, "asked_ns", askedNs);
        assertThat(late.body()).contains("asked too long ago");
        assertThat(olga.post("/system/clock", "to", to).statusCode()).isEqualTo(409);
        assertThat(olga.post("/system/clock", "utc", "+999999999-12-31T00:00:00Z")
                        .statusCode())
                .isEqualTo(409);
        assertThat(olga.post("/system/clock", "at", "2026-11-04T02:00:00").body())
                .contains("Set the clock 20 days back?", "Events of a later time stay where they are");
        assertThat(machine.machine.ran).hasSize(2);
    }

    @Test
    void aLogThatIsAheadIsShownAndThatTheClockIsRightCanBeSaidOverATimeService() throws Exception {
        assertThat(page()).doesNotContain("Newest event");
        rig.newestEvent.set(Instant.parse("2027-11-24T00:00:00Z"));
        assertThat(page()).contains("Newest event", "24 Nov 2027, 00:00, later than now", "Set it to");
    }

    @Test
    void theBoardRestartsAfterAPlan() throws Exception {
        assertThat(olga.get("/system/restart").body()).contains("Restart the board?");
        assertThat(machine.machine.ran).isEmpty();
        olga.post("/system/restart");
        BoxRig.await(() -> machine.machine.ran.equals(List.of("restart")));
        assertThat(olga.get("/system/rollback").body()).contains("There is no version to go back to");
    }

    @Test
    void nobodyElseMayAndNoOtherPageCan() throws Exception {
        rig.desk.create(By.COMMAND_LINE, new NewPerson("kim@example.com", "", "", Kind.USER), Rig.PASSWORD);
        try (Visitor kim = new Visitor(rig);
                Visitor stranger = new Visitor(rig)) {
            kim.signIn("kim@example.com", Rig.PASSWORD);
            assertThat(kim.get("/system").statusCode()).isEqualTo(403);
            assertThat(kim.get("/system/state").statusCode()).isEqualTo(403);
            assertThat(kim.post("/system/restart").statusCode()).isEqualTo(403);
            assertThat(kim.get("/").body()).doesNotContain("href=\"/system\"");
            assertThat(stranger.get("/system").statusCode()).isEqualTo(303);
            assertThat(stranger.get("/system/state").statusCode()).isEqualTo(401);
        }
        olga.forge("somebody else's");
        for (String path : new String[] {
            "/system/restart",
            "/system/rollback",
            "/system/install",
            "/system/network",
            "/system/network/try",
            "/system/network/keep",
            "/system/network/drop",
            "/system/clock",
            "/system/time-servers",
            "/system/bundle/remove",
            "/system/bundle"
        }) {
            var refused = olga.post(path, "at", "2026-12-24T10:00");
            assertThat(refused.statusCode()).as(path).isEqualTo(403);
        }
        assertThat(machine.machine.ran).isEmpty();
        assertThat(rig.routes)
                .filteredOn(route -> route.startsWith("POST /system"))
                .hasSize(11);
    }
}
