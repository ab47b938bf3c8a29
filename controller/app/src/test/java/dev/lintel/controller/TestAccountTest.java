package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.wiring.VirtualDoorways;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestAccountTest {
    @TempDir
    Path folder;

    private Path ownFolder() {
        return folder.resolve(TestAccount.FOLDER);
    }

    private static Set<String> testThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("test-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long writers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("store-writer"))
                .count();
    }

    @Test
    void eventsThatTheDiskDoesNotLetSwitch_areRefusedAsTheDataFoldersFault() throws Exception {
        try (var box = new TwoAccounts(folder)) {
            Path inTheWay = ownFolder().resolve(TestAccount.EVENTS_OFF).resolve("in-the-way");
            Files.createDirectories(inTheWay);
            for (boolean on : new boolean[] {true, false}) {
                assertThatThrownBy(() -> box.account.events(on))
                        .isInstanceOf(DataFolderException.class)
                        .hasMessageContaining("cannot be switched");
            }
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
        }
    }

    @Test
    void aBoxThatNobodyTestsHasNothingOfIt() {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var alone = new Surroundings(null, null, null, null, false, folder);
        try (Lintel _ = Lintel.start(options, alone, new SystemTime())) {
            assertThat(ownFolder()).doesNotExist();
            assertThat(testThreads()).isEmpty();
        }
    }

    @Test
    @Spec("3.1-4")
    void itIsMadeByTheFirstRequestOfItsOwnAndClosedWithTheBox() throws Exception {
        long writers = writers();
        try (var box = new TwoAccounts(folder)) {
            assertThat(box.customer().get("/api/3/people").status()).isEqualTo(200);
            assertThat(box.account.isOpen()).isFalse();
            assertThat(ownFolder()).doesNotExist();

            assertThat(box.developer().get("/api/3/people").status()).isEqualTo(200);
            assertThat(box.account.isOpen()).isTrue();
            assertThat(testThreads()).contains("test-door-lane", "test-decision", "test-housekeeping");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ownFolder())))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(ownFolder().resolve("lintel.db"))))
                    .isEqualTo("rw-------");
        }
        assertThat(testThreads()).isEmpty();
        assertThat(writers()).isEqualTo(writers);
    }

    @Test
    void metricsAreOfTheBoxAndNotForTheTestAccount() throws Exception {
        String[] handedOn = {"X-Forwarded-For", "192.168.1.9"};
        try (var box = new TwoAccounts(folder)) {
            var answer = box.customer().send("GET", "/metrics", null, handedOn);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("lintel_metrics_faults_total 0");
            for (ApiClient other : List.of(box.developer(), box.stranger())) {
                assertThat(other.send("GET", "/metrics", null, handedOn).status())
                        .isEqualTo(401);
            }
            assertThat(box.account.isOpen()).isFalse();
        }
    }

    @Test
    void manyFirstRequestsAtOnceOpenItOnce() throws Exception {
        try (var box = new TwoAccounts(folder);
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<TestBox>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) calls.add(box.account::opened);
            Set<TestBox> opened = new HashSet<>();
            for (var answer : clients.invokeAll(calls)) opened.add(answer.get());
            assertThat(opened).hasSize(1);
        }
    }

    @Test
    @Spec("3.1-5")
    void eachSeesItsOwnDoorsAndPeopleAlone() {
        try (var box = new TwoAccounts(folder)) {
            ApiClient developer = box.developer();
            ApiClient customer = box.customer();
            assertThat(developer.get("/api/3/channels").column("id")).containsExactly(9001L, 9002L);
            assertThat(customer.get("/api/3/channels").column("id")).containsExactly(1L, 2L);
            assertThat(developer.get("/api/3/channels/9001").object())
                    .containsEntry("name", "Test door 1")
                    .containsEntry("status", "online")
                    .containsEntry("mac_address", "")
                    .containsEntry("serial_number", "");
            assertThat(customer.get("/api/3/channels/9001").status()).isEqualTo(404);
            assertThat(developer.get("/api/3/channels/1").status()).isEqualTo(404);
            for (String command : List.of("unlock", "lockdown", "admit")) {
                assertThat(customer.post("/api/3/channels/9001/" + command, "{}")
                                .status())
                        .as(command)
                        .isEqualTo(404);
                assertThat(developer.post("/api/3/channels/1/" + command, "{}").status())
                        .as(command)
                        .isEqualTo(404);
            }
            assertThat(developer.get("/api/3/account").object())
                    .containsEntry("id", 2L)
                    .containsEntry("name", "Test account");
            assertThat(developer.get("/api/3/account").text()).contains("ops@example.com");
            assertThat(customer.get("/api/3/account").object())
                    .containsEntry("id", 1L)
                    .containsEntry("name", "Lintel Demo");
            assertThat(developer.get("/api/3/people").column("first_name"))
                    .containsExactlyInAnyOrder("Tess", "Theo", "Tara", "Tom", "Toni");
            assertThat(customer.get("/api/3/people").column("first_name")).containsExactlyInAnyOrder("Ada", "Ben");
        }
    }

    @Test
    void whoBelongsToAnAccountThatIsNotHereSeesNone() {
        try (var box = new TwoAccounts(folder)) {
            for (String path : List.of("/api/3/people", "/api/3/channels/1", "/api/3/account", "/api/3/nothing")) {
                assertThat(box.stranger().get(path).status()).as(path).isEqualTo(401);
            }
            assertThat(box.account.isOpen()).isFalse();
        }
    }

    @Test
    void peopleWithTheSameIdDoNotMix() {
        try (var box = new TwoAccounts(folder)) {
            assertThat(box.developer()
                            .put("/api/3/people/1", "{\"person\":{\"last_name\":\"Changed\"}}")
                            .status())
                    .isEqualTo(200);
            assertThat(box.customer().get("/api/3/people").column("last_name")).containsOnly("Demo");
            assertThat(box.developer().get("/api/3/people").column("last_name")).contains("Changed");
            assertThat(box.developer().delete("/api/3/people/2").status()).isLessThan(300);
            assertThat(box.customer().get("/api/3/people/2").status()).isEqualTo(200);
            assertThat(box.developer().get("/api/3/people/2").status()).isEqualTo(404);
            // the same card number twice on one box, in two accounts
            assertThat(box.customer().get("/api/3/people/1/credentials").text()).contains("1001");
            assertThat(box.developer().get("/api/3/people/1/credentials").text())
                    .contains("1001");
        }
    }

    @Test
    void anIdempotencyKeyIsEachAccountsOwn() {
        try (var box = new TwoAccounts(folder)) {
            String person = "{\"person\":{\"first_name\":\"Nora\",\"last_name\":\"New\",\"enabled\":true}}";
            Answer first = box.developer().post("/api/3/people", person, "Idempotency-Key", "k1");
            assertThat(first.status()).as(first.text()).isEqualTo(201);
            assertThat(box.developer()
                            .post("/api/3/people", person, "Idempotency-Key", "k1")
                            .id())
                    .isEqualTo(first.id());
            assertThat(box.developer().get("/api/3/people").array()).hasSize(6);
            assertThat(box.customer().get("/api/3/people").array()).hasSize(2);
        }
    }

    @Test
    void everyRequestIsCountedOnceWhereverItIsAnswered() {
        try (var box = new TwoAccounts(folder)) {
            ApiClient developer = box.developer();
            for (int left = TwoAccounts.RATE - 1; left > TwoAccounts.RATE - 4; left--) {
                assertThat(developer.get("/api/3/people").header("X-RateLimit-Remaining"))
                        .isEqualTo(Integer.toString(left));
            }
            assertThat(developer.get("/api/3/nothing").status()).isEqualTo(404);
            assertThat(developer.delete("/api/3/account").status()).isEqualTo(405);
            assertThat(box.customer().get("/api/3/people").header("X-RateLimit-Remaining"))
                    .isEqualTo(Integer.toString(TwoAccounts.RATE - 1));
        }
    }

    @Test
    void commandsMoveItsDoorsAndNoRealOne() {
        try (var box = new TwoAccounts(folder)) {
            ApiClient developer = box.developer();
            assertThat(developer.post("/api/3/channels/9001/unlock", "{}").status())
                    .isEqualTo(200);
            assertThat(developer.get("/api/3/channels/9001").text()).contains("\"description\":\"unlock\"");
            VirtualDoorways virtual = box.account.opened().doorways();
            assertThat(virtual.released(1)).isTrue();
            assertThat(virtual.released(2)).isFalse();

            assertThat(developer.post("/api/3/channels/9002/lockdown", "{}").status())
                    .isEqualTo(200);
            Answer admitted = developer.post("/api/3/channels/9002/admit_person", "{\"person_id\":1}");
            assertThat(admitted.text()).doesNotContain("\"admitted\"");
            assertThat(developer.post("/api/3/channels/9002/normal", "{}").status())
                    .isIn(200, 404);

            for (DoorView door : box.board.all()) {
                assertThat(door.mode()).isEqualTo("normal");
                assertThat(door.strikeReleased()).isFalse();
                assertThat(door.cardLockdown()).isFalse();
            }
            assertThat(box.doorways.released(1)).isFalse();
            assertThat(box.doorways.released(2)).isFalse();
        }
    }

    @Test
    void admissionsEventsReportsDecisionsAndPicturesAreThereToo() {
        try (var box = new TwoAccounts(folder)) {
            ApiClient developer = box.developer();
            Answer admitted = developer.post("/api/3/channels/9001/admit_person", "{\"person_id\":1}");
            assertThat(admitted.text()).contains("\"status\":\"admitted\"");
            assertThat(box.account.opened().doorways().released(1)).isTrue();
            Answer events = developer.get("/api/3/events?sort=ASC&after_id=0&n=100");
            assertThat(events.column("person_name")).contains("Tess Example");
            Answer report = developer.get("/api/3/reports/5?format=csv");
            assertThat(report.status()).as(report.text()).isEqualTo(200);
            assertThat(report.text()).contains("Tess").doesNotContain("Ada");
            Answer image = developer.put("/api/3/people/1", "{\"image_base64\":\"" + onePixel() + "\"}");
            assertThat(image.status()).as(image.text()).isEqualTo(200);
            assertThat(ownFolder().resolve("images")).isDirectory();
            assertThat(folder.resolve("images")).doesNotExist();
            String question = "{\"channel_id\":9001,\"person_id\":4}";
            assertThat(developer.post("/api/3/decisions/simulate", question).text())
                    .contains("person_disabled");
        }
    }

    private static String onePixel() {
        var png = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB), "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(png.toByteArray());
    }

    @Test
    void itsReadersHaveNoKeys() {
        try (var box = new TwoAccounts(folder)) {
            Answer answer = box.developer().post("/api/3/channels/9001/regenerate_encryption_key", "{}");
            assertThat(answer.status()).isGreaterThanOrEqualTo(400).isLessThan(500);
            assertThat(answer.text()).contains("no reader of this channel has a key");
        }
    }

    @Test
    void aDamagedDatabaseIsToldAndHurtsNobodyElse() throws Exception {
        try (var box = new TwoAccounts(folder)) {
            assertThat(box.developer().get("/api/3/people").status()).isEqualTo(200);
        }
        Path file = ownFolder().resolve("lintel.db");
        byte[] whole = Files.readAllBytes(file);
        DataFolder.writePrivate(
                file, "this is no database, as anybody can see at once".getBytes(StandardCharsets.UTF_8));
        try (var box = new TwoAccounts(folder)) {
            for (int i = 0; i < 2; i++) {
                Answer answer = box.developer().get("/api/3/people");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.text())
                        .contains("the test account cannot be used now: its database is damaged")
                        .doesNotContain(folder.toString());
                assertThat(answer.header("Retry-After")).isEqualTo("5");
            }
            assertThat(testThreads()).isEmpty();
            assertThat(box.customer().get("/api/3/people").status()).isEqualTo(200);
            assertThat(box.customer().post("/api/3/channels/1/unlock", "{}").status())
                    .isEqualTo(200);
            assertThat(box.doorways.released(1)).isTrue();

            DataFolder.writePrivate(file, whole);
            assertThat(box.developer().get("/api/3/people").status()).isEqualTo(503); // not at each request
            box.time.advance(TestAccount.AGAIN_AFTER);
            assertThat(box.developer().get("/api/3/people").array()).hasSize(5);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsToldWithoutItsPath() throws Exception {
        Files.createDirectories(folder);
        Files.writeString(ownFolder(), "a file in the way");
        var box = new TwoAccounts(folder);
        try {
            Answer answer = box.developer().get("/api/3/people");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("its folder cannot be used").doesNotContain(folder.toString());
        } finally {
            Files.delete(ownFolder());
            box.close();
        }
    }

    @Test
    void whatABrokenOneLeavesIsOpenedAnewAndKeepsItsPeople() {
        try (var box = new TwoAccounts(folder)) {
            TestBox first = box.account.opened();
            assertThat(box.developer().delete("/api/3/people/5").status()).isLessThan(300);
            first.isBroken("a test says so");
            Answer soon = box.developer().get("/api/3/people"); // one that breaks at once is not opened at each request
            assertThat(soon.status()).isEqualTo(503);
            assertThat(soon.text()).contains("a test says so");
            box.time.advance(TestAccount.AGAIN_AFTER);
            assertThat(box.developer().get("/api/3/people").array()).hasSize(4);
            assertThat(box.account.opened()).isNotSameAs(first);
        }
    }

    @Test
    void whoAsksAsItClosesIsToldSo() {
        try (var box = new TwoAccounts(folder)) {
            assertThat(box.developer().get("/api/3/people").status()).isEqualTo(200);
            box.account.close();
            assertThat(box.developer().get("/api/3/people").status()).isEqualTo(503);
            assertThat(testThreads()).isEmpty();
        }
    }
}
