package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A hub and boxes that follow it, each a process of its own on loop-back, with two simulated doors a box. The hub
/// keeps its port over a restart, as one that boxes find again must.
final class SyncSite implements AutoCloseable {
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(120);
    /// One that could not be fetched is tried again after half a minute, then after twice as long each time.
    private static final long PICTURES_NS_MAX = TimeUnit.MINUTES.toNanos(10);

    /// Between two looks, an eighth of the time since the first, within these limits: a look reads all
    /// people of both sides, and takes the processor from them.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LOOK_NS_MAX = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int LOOKS = 8;
    private static final int DOORS = 2;

    /// Where an event's channel stands among the columns of [SyncFiles#events()].
    private static final int DOOR = 1;

    final Path folder;
    private final int boxes;
    private final int hubPort;
    final List<Box> running = new ArrayList<>();
    Box hub;

    /// Starts the hub with a site of so many boxes, named `Box 1`, …; no box runs yet.
    static SyncSite begin(Path folder, int boxes) throws IOException {
        return new SyncSite(folder, boxes);
    }

    private SyncSite(Path folder, int boxes) throws IOException {
        this.folder = folder;
        this.boxes = boxes;
        this.hubPort = freePort();
        Files.writeString(folder.resolve("hub.yaml"), """
                name: Hub
                listen: {address: 127.0.0.1}
                hardware: simulated
                channels: []
                """);
        Files.writeString(folder.resolve("box.yaml"), boxConfig());
        Files.writeString(folder.resolve("site.yaml"), site());
        hub = startHub("--site", folder.resolve("site.yaml").toString());
    }

    private Box startHub(String... more) {
        var words = new ArrayList<>(
                List.of("--config", folder.resolve("hub.yaml").toString(), "--https-port", Integer.toString(hubPort)));
        words.addAll(List.of(more));
        return Box.start(folder.resolve("hub"), words.toArray(String[]::new));
    }

    Path boxFolder(int number) {
        return folder.resolve("box-" + number);
    }

    /// Starts box `number` for the first time and has it join.
    Box join(int number) {
        return join(number, startBox(number));
    }

    /// Has `box`, which runs, join as box `number`.
    Box join(int number, Box box) {
        CommandRun code = hub.lintel("hub code --box Box-" + number + " --may-write --json");
        assertThat(code.exit()).as(code.err()).isZero();
        CommandRun joined = box.lintel("join https://127.0.0.1:" + hubPort + " --yes --code "
                + code.json().get("code"));
        assertThat(joined.exit()).as(joined.out() + joined.err()).isZero();
        running.add(box);
        return box;
    }

    Box startBox(int number) {
        return Box.start(boxFolder(number), boxWords());
    }

    /// What `lintel run` of a box is given.
    String[] boxWords() {
        return new String[] {"--config", folder.resolve("box.yaml").toString(), "--no-demo"};
    }

    /// Shows a card at a box; one that takes new doors into service just now is asked again.
    static Map<String, @Nullable Object> present(Box box, int channel, int card) {
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        while (true) {
            CommandRun shown = box.lintel("present --channel " + channel + " --card " + card + " --json");
            if (shown.exit() == 0) return shown.json();
            assertThat(System.nanoTime()).as(shown.err()).isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /// A power cut at box `number`, and its next start.
    Box killBox(int number) {
        Box before = running.get(number - 1);
        before.kill();
        Box box = startBox(number);
        running.set(number - 1, box);
        return box;
    }

    /// Stops the hub, does something with its folder, and starts it again.
    void whileHubIsOff(Runnable work) {
        hub.close();
        work.run();
        hub = startHub();
    }

    /// A power cut at the hub, and its next start.
    void killHub() {
        hub.kill();
        hub = startHub();
    }

    /// An integrator's request to the hub.
    HttpResponse<String> atHub(BoxApi api, String method, String path, Map<String, ?> body) {
        return api.send(HttpRequest.newBuilder(URI.create(hub.url() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(Json.write(body))));
    }

    /// Adds people of group Staff at the hub, whose cards have the numbers from `firstCard` on.
    void addPeople(int firstCard, int people) throws IOException {
        var text = new StringBuilder("first_name,last_name,group_ids,card\n");
        for (int i = 0; i < people; i++) {
            text.append("P")
                    .append(i)
                    .append(",Campus,Staff,")
                    .append(firstCard + i)
                    .append('\n');
        }
        CommandRun added = hub.lintel("people import " + Files.writeString(folder.resolve("people.csv"), text));
        assertThat(added.exit()).as(added.out() + added.err()).isZero();
    }

    /// Waits until every running box has what the hub has, row by row and picture by picture.
    void awaitAgreement() throws SQLException {
        var hubs = new SyncFiles(folder.resolve("hub"));
        for (int number = 1; number <= running.size(); number++) {
            String name = "Box-" + number;
            var box = new SyncFiles(boxFolder(number));
            awaitSame(name, AWAIT_NS_MAX, box::held, () -> hubs.givenTo(name));
            awaitSame("pictures of " + name, PICTURES_NS_MAX, box::pictures, () -> hubs.picturesFor(name));
        }
    }

    /// Reads the files of one side.
    @FunctionalInterface
    private interface Reading {
        @Nullable
        Set<String> read() throws SQLException;
    }

    private static void awaitSame(String what, long nsMax, Reading there, Reading wanted) throws SQLException {
        long begin = System.nanoTime();
        while (true) {
            Set<String> given = wanted.read();
            Set<String> has = there.read();
            if (has != null && has.equals(given)) return;
            long since = System.nanoTime() - begin;
            if (since > nsMax) assertThat(has).as(what).isEqualTo(given);
            pause(since);
        }
    }

    private static void pause(long since) {
        LockSupport.parkNanos(Math.clamp(since / LOOKS, LOOK_NS, LOOK_NS_MAX));
    }

    /// Another policy of the same doors: its number is in the times of a shift, a holiday and a door,
    /// in what a reader accepts, and in what is said of a role and a group. Whether the hub took it: it
    /// may be killed meanwhile.
    boolean applyPolicy(int number) throws IOException {
        int minute = number % 60;
        String times = """
                holidays: [{name: Feast, date: 2099-05-%02d, repeat: once}]
                shifts:
                  - id: 1
                    name: Days
                    times: [{days: [mon, tue], from: "08:%02d", to: "17:00"}]
                    holidays: {Feast: [{from: "10:%02d", to: "14:00"}]}
                """.formatted(1 + number % 28, minute, minute);
        String door = "name: Door 2, times: {unlock: %ds}, credentials: [{shift: 1, accept: [%s]}, {accept: [card]}],"
                .formatted(2 + number % 8, number % 2 == 0 ? "card" : "card+pin");
        String changed = site();
        changed =
                replaced(changed, "groups:\n  - {id: 1,", times + "groups:\n  - {id: 1, notes: Policy " + number + ",");
        changed = replaced(
                changed, "roles:\n  - {id: 1,", "roles:\n  - {id: 1, max_stale: %dd,".formatted(1 + number % 300));
        changed = replaced(changed, "name: Door 2,", door);
        Path file = Files.writeString(folder.resolve("changed.yaml"), changed);
        return hub.lintel("site apply " + file).exit() == 0;
    }

    private static String replaced(String text, String part, String by) {
        assertThat(text).contains(part);
        return text.replace(part, by);
    }

    /// Waits until each event of every running box is at the hub, in its order and once.
    void awaitEvents() throws SQLException {
        var hubs = new SyncFiles(folder.resolve("hub"));
        for (int number = 1; number <= running.size(); number++) {
            var box = new SyncFiles(boxFolder(number));
            long begin = System.nanoTime();
            List<String> wanted = told(box, number);
            List<String> has = hubs.eventsOf("Box-" + number);
            while (!has.equals(wanted)) {
                long since = System.nanoTime() - begin;
                if (since > AWAIT_NS_MAX)
                    assertThat(has).as("events of box " + number).isEqualTo(wanted);
                pause(since);
                wanted = told(box, number);
                has = hubs.eventsOf("Box-" + number);
            }
        }
    }

    /// What the hub takes of box `number`: doors that are not its own are not what it can tell of. The numbers that it
    /// gave its doors before it joined are those of other doors here.
    private static List<String> told(SyncFiles box, int number) throws SQLException {
        var events = new ArrayList<String>();
        box.events().forEach((id, event) -> {
            List<String> columns = new ArrayList<>(List.of(event.split("[|]", -1)));
            if (!ownDoor(columns.get(DOOR), number)) columns.set(DOOR, "null");
            events.add(id + "|" + String.join("|", columns));
        });
        return events;
    }

    private static boolean ownDoor(String channel, int number) {
        return !channel.equals("null") && (Integer.parseInt(channel) - 1) / DOORS + 1 == number;
    }

    private String site() {
        var yaml = new StringBuilder("""
                account: {name: Campus, time_zone: UTC}
                sites: [{id: 1, name: Campus, time_zone: UTC}]
                """);
        yaml.append("groups:\n  - {id: 1, name: Staff, roles: [1]}\n");
        for (int box = 1; box <= boxes; box++) {
            yaml.append("  - {id: %1$d, name: Of box %2$d, roles: [%1$d]}%n".formatted(groupOf(box), box));
        }
        var channels = new ArrayList<Integer>();
        for (int channel = 1; channel <= boxes * DOORS; channel++) channels.add(channel);
        yaml.append("roles:\n  - {id: 1, name: Everywhere, channels: %s}%n".formatted(channels));
        for (int box = 1; box <= boxes; box++) {
            List<Integer> own = channels.subList((box - 1) * DOORS, box * DOORS);
            yaml.append("  - {id: %d, name: At box %d, channels: %s}%n".formatted(groupOf(box), box, own));
        }
        yaml.append("channels:\n");
        for (int channel : channels) {
            int box = (channel - 1) / DOORS + 1;
            int unit = (channel - 1) % DOORS + 1;
            yaml.append("  - {unit: %d, id: %d, name: Door %d, site: 1, box: Box-%d}%n"
                    .formatted(unit, channel, channel, box));
        }
        return yaml.toString();
    }

    /// A group whose only role opens the doors of that box and no others.
    static int groupOf(int box) {
        return 100 + box;
    }

    private static String boxConfig() {
        var yaml = new StringBuilder("name: Box\nlisten: {address: 127.0.0.1}\nhardware: simulated\nchannels:\n");
        for (int unit = 1; unit <= DOORS; unit++) {
            int line = 5 * (unit - 1);
            yaml.append("""
                      - unit: %d
                        readers:
                          entry: {driver: wiegand, d0: %d, d1: %d, formats: [raw]}
                        strike: {line: %d, active: high, fail: secure}
                        contact: {line: %d, closed: low}
                        rex: {line: %d}
                        egress: mechanical
                    """.formatted(unit, line, line + 1, line + 2, line + 3, line + 4));
        }
        return yaml.toString();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        for (Box box : running) box.close();
        hub.close();
    }
}
