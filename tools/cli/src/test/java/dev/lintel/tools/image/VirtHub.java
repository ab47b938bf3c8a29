package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.Box;
import dev.lintel.tools.box.SyncFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A hub on this machine, as the emulated board reaches it: QEMU's own network leads 10.0.2.2 to our loop-back.
final class VirtHub implements AutoCloseable {
    /// What the hub calls the board's box.
    static final String BOX = "Gate";

    private static final String SITE = """
            account: {name: North, time_zone: UTC}
            sites: [{id: 1, name: North, time_zone: UTC}]
            roles: [{id: 1, name: Always, channels: [1]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            channels:
              - {unit: 1, id: 1, name: Gate, site: 1, box: Gate, untrusted_clock: {held: allow, wrong: allow}}
            """;
    private static final int CARD = 700_000;

    private final Box hub;
    private final int port;

    private VirtHub(Box hub, int port) {
        this.hub = hub;
        this.port = port;
    }

    /// With Ada, whose card is 66537, and so many others.
    static VirtHub start(Path folder, int others) throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path config = Files.writeString(folder.resolve("hub.yaml"), """
                name: Hub
                public_url: https://10.0.2.2:%d
                listen: {address: 127.0.0.1}
                hardware: simulated
                channels: []
                """.formatted(port));
        Path site = Files.writeString(folder.resolve("hub-site.yaml"), SITE);
        Box box = Box.start(
                folder.resolve("hub"),
                "--config",
                config.toString(),
                "--site",
                site.toString(),
                "--https-port",
                Integer.toString(port));
        var csv = new StringBuilder("first_name,last_name,card,groups\nAda,North,66537,Staff\n");
        for (int i = 0; i < others; i++) csv.append("P%d,North,%d,Staff%n".formatted(i, CARD + i));
        Path people = Files.writeString(folder.resolve("people.csv"), csv);
        CommandRun imported = box.lintel("people import " + people);
        assertThat(imported.exit()).as(imported.out() + imported.err()).isZero();
        return new VirtHub(box, port);
    }

    /// Address and code, as a running box has them from its card: good for a quarter of an hour.
    String invitation() {
        return url() + " " + code("");
    }

    /// The same as the file of a card has them, good for longer than it takes to make the card and to start it.
    String onCard() {
        return "join: {hub: \"" + url() + "\", code: \"" + code(" --days 7") + "\"}\n";
    }

    private String url() {
        return "https://10.0.2.2:" + port;
    }

    private String code(String more) {
        CommandRun code = hub.lintel("hub code --box " + BOX + more + " --json");
        assertThat(code.exit()).as(code.err()).isZero();
        return String.valueOf(code.json().get("code"));
    }

    /// Whether the box has all that there is.
    boolean isComplete() {
        CommandRun boxes = hub.lintel("hub boxes --json");
        assertThat(boxes.exit()).as(boxes.err()).isZero();
        return boxes.out().contains("\"lag\":0");
    }

    SyncFiles files() {
        return new SyncFiles(hub.data);
    }

    /// What came of the box's events is what it has, in its order and once.
    void requireEvents(Map<Long, String> boxes) throws SQLException {
        List<String> there = files().eventsOf(BOX);
        List<String> all = new ArrayList<>();
        boxes.forEach((id, event) -> all.add(id + "|" + event));
        assertThat(there).isNotEmpty();
        // Its last ones, of its end, may be on the way.
        assertThat(all).startsWith(there.toArray(String[]::new));
    }

    @Override
    public void close() {
        hub.close();
    }
}
