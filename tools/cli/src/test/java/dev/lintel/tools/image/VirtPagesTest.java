package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The arm64 image on an emulated board, with nothing on its card but a name and a key for SSH: an installer puts
/// it into service through its pages, updates it there, gives it a network, and resets it at its exit button.
@Tag("slow")
class VirtPagesTest {
    private static final String NAME = "North gate";
    private static final Map<String, String> INSTALLER =
            Map.of("email", "ines@example.com", "password", "quiet hinges by the hundred");
    private static final Map<String, String> PLACE =
            Map.of("box", NAME, "customer", "North Ltd", "site", "Yard", "zone", "Europe/London");
    private static final Map<String, String> DOOR = Map.ofEntries(
            Map.entry("name", "Gate"),
            Map.entry("entry.driver", "wiegand"),
            Map.entry("entry.d0", Integer.toString(VirtDoor.D0)),
            Map.entry("entry.d1", Integer.toString(VirtDoor.D1)),
            Map.entry("entry.formats", "H10301"),
            Map.entry("strike.line", Integer.toString(VirtDoor.STRIKE)),
            Map.entry("strike.active", "high"),
            Map.entry("strike.fail", "secure"),
            Map.entry("rex.line", Integer.toString(VirtDoor.EXIT)),
            Map.entry("rex.active", "low"),
            Map.entry("rex.release", "on"),
            Map.entry("contact.line", Integer.toString(VirtDoor.CONTACT)),
            Map.entry("contact.closed", "low"),
            Map.entry("egress", "mechanical"));
    private static final Map<String, String> NETWORK = Map.of(
            "mode", "own",
            "host_name", "north-gate",
            "address", "10.0.2.15/24",
            "gateway", "10.0.2.2",
            "dns", "10.0.2.3");

    private static final String STATUS = "lintel bundle status --json";
    private static final String KEPT = "cat /var/lib/lintel-os/wired.network";
    private static final Map<String, String> STAFF = Map.of(
            "group", "Staff", "door-1", "on", "day-1", "on", "day-2", "on", "day-3", "on", "day-4", "on", "day-5",
            "on");
    private static final String PEOPLE = "first_name,last_name,card,groups\nAda,North,66537,Staff\n";
    private static final long RESET_MINUTES = 10;
    private static final Pattern SHOWN = Pattern.compile("becomes the first:\\s+https://[^/\\s]+(/setup[^\\s]+)");

    private static VirtImages images;

    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();

    @BeforeAll
    static void build() throws IOException {
        images = VirtImages.get();
    }

    @Test
    void aBareBoardIsPutIntoServiceUpdatedAndResetByHand() throws Exception {
        VirtBox box = VirtBox.flashed(folder, images.image(), "");
        try (Qemu board = box.start()) {
            VirtDoor.idle(board);
            box.answering();
            long begunNs = time.nowNs();
            var installer = new Visitor(box, "ines");
            isWired(box, installer);
            isTried(box, board, installer);
            System.out.printf("from the set-up link to a tried door: %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
            isPassed(box, installer);
            VirtDoor.opens(box, board);
            isUpdated(box, board, installer);
            getsANetwork(box, installer);
            goesBack(box, board, installer);
            isReset(box, board);
        }
    }

    /// Names, nobody to follow, one door; the box begins anew with it.
    private static void isWired(VirtBox box, Visitor installer) throws Exception {
        String link = box.identity.link();
        assertThat(installer.fillsIn(link.substring(link.indexOf("/setup")), INSTALLER))
                .as("where a new box's link leads")
                .contains("<h1>Commissioning</h1>");
        assertThat(installer.sends("/commission", "/commission/place", PLACE)).contains("Names and time zone are set.");
        assertThat(installer.sends("/commission", "/commission/alone", Map.of()))
                .contains("This box stands alone");
        goesBackFromALineThatIsTaken(box, installer);
        // The name was a part of what was gone back from.
        assertThat(installer.sends("/commission", "/commission/place", PLACE)).contains("Names and time zone are set.");
        assertThat(installer.sends("/commission/doors/1/wiring", "/commission/doors/1/wiring", DOOR))
                .contains("New wiring waits");
        assertThat(installer.sends("/commission", "/commission/begin", Map.of()))
                .contains("This page goes on by itself");
        box.until(
                "its door can be tried",
                () -> installer.opens("/commission/doors/1").contains("Stand at the door."));
        assertThat(box.inside("cat /var/lib/lintel/controller.yaml")).contains("hardware: board", "name: " + NAME);
    }

    /// Right by all that can be read; only a start finds out that the line is the board's own.
    private static void goesBackFromALineThatIsTaken(VirtBox box, Visitor installer) throws Exception {
        var taken = new HashMap<>(DOOR);
        taken.put("unit", "1");
        taken.put("rex.line", Integer.toString(VirtDoor.TAKEN));
        assertThat(installer.fillsIn("/commission/doors/new", taken)).contains("New wiring waits");
        assertThat(installer.sends("/commission", "/commission/begin", Map.of()))
                .contains("This page goes on by itself");
        box.until(
                "the box has gone back", () -> installer.opens("/commission").contains("The last wiring was not kept"));
        assertThat(installer.opens("/commission")).contains("line 3 of /dev/gpiochip0 is in use", "not wired");
    }

    /// What the box sees is ticked off by itself while the page is open; the rest is said, and the report has it.
    private static void isTried(VirtBox box, Qemu board, Visitor installer) throws Exception {
        Process page = installer.follows("/commission/doors/1/stream");
        try {
            box.until(
                    "the page looks",
                    () -> Files.readString(folder(box, "followed")).contains("event: door"));
            box.until("the contact is seen", () -> {
                board.set(VirtDoor.CONTACT, true);
                passes(installer, "contact", "half");
                board.set(VirtDoor.CONTACT, false);
                return passes(installer, "contact", "passed");
            });
            box.until("the exit's button is seen", () -> {
                board.set(VirtDoor.EXIT, false);
                boolean seen = passes(installer, "rex", "passed");
                board.set(VirtDoor.EXIT, true);
                return seen;
            });
            box.until("the reader is seen", () -> {
                VirtDoor.present(board);
                return passes(installer, "entry-reader", "passed");
            });
        } finally {
            page.destroy();
        }
        VirtDoor.settles(board); // the exit's button let it go
        installer.posts("/commission/doors/1", "/commission/doors/1/release");
        assertThat(VirtDoor.releases(board))
                .as("the lock is let go from the page")
                .isTrue();
        installer.sends("/commission/doors/1", "/commission/doors/1/say", Map.of("test", "strike", "state", "passed"));
        assertThat(installer.sends("/commission/finish", "/commission/finish", Map.of()))
                .contains("Handed over. The report has all of it.");
        assertThat(installer.opens("/commission/report"))
                .contains("Handed over by " + INSTALLER.get("email"), "passed, seen by the box", "passed, said");
    }

    /// A group passes the door, and somebody is in it.
    private static void isPassed(VirtBox box, Visitor installer) throws IOException {
        assertThat(installer.opens("/commission/report")).contains("Gate: no group passes it");
        assertThat(installer.sends("/commission/passes", "/commission/passes", STAFF))
                .contains("Written. Staff passes Gate");
        assertThat(installer.opens("/commission/report")).doesNotContain("Gate: no group passes it");
        Path people = Files.writeString(folder(box, "people.csv"), PEOPLE);
        assertThat(installer.uploads("/people", "/people/import", "text/csv", people))
                .as("what became of the file")
                .contains("\"created\":1");
    }

    private static boolean passes(Visitor installer, String test, String state) {
        return installer.opens("/commission/doors/1").contains("id=\"" + test + "\" data-state=\"" + state + "\"");
    }

    private static Path folder(VirtBox box, String file) {
        return box.folder.resolve(file);
    }

    /// Uploaded, installed into the other slot, restarted into, judged and kept.
    private void isUpdated(VirtBox box, Qemu board, Visitor installer) throws Exception {
        box.until(
                "the machine has told how it stands",
                () -> installer.opens("/system/state").contains("\"told\":true"));
        long begunNs = time.nowNs();
        assertThat(installer.uploads("/system", "/system/bundle", images.bundle()))
                .contains("\"version\"");
        System.out.printf("upload: %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
        assertThat(installer.opens("/system")).contains("This bundle is uploaded.");
        installer.sends("/system/install", "/system/install", Map.of());
        box.updated(board, "KEPT");
        box.answering();
        System.out.printf("update from the page: %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
        assertThat(box.inside(STATUS)).contains("\"slot\":\"b\"", "\"release\":2");
        VirtDoor.idle(board);
        VirtDoor.opens(box, board);
    }

    /// One that leads nowhere ends by itself; one that somebody came through is kept.
    private static void getsANetwork(VirtBox box, Visitor installer) throws Exception {
        box.until("the last request is over", () -> installer.opens("/system").contains("data-busy=\"false\""));
        var nowhere = new HashMap<>(NETWORK);
        nowhere.put("address", "10.0.2.77/24");
        tries(installer, nowhere);
        box.until("the box is away", () -> !reached(box));
        box.until("the network of before is back", () -> reached(box));
        assertThat(box.inside(KEPT + " 2>/dev/null || true")).doesNotContain("10.0.2.77");
        box.until("nothing is tried any more", () -> !installer.opens("/system").contains("A network is being tried"));
        tries(installer, NETWORK);
        box.until("the new network is reached", () -> installer.opens("/system").contains("You have come through it."));
        assertThat(installer.sends("/system", "/system/network/keep", Map.of()))
                .containsAnyOf("The network is kept.", "data-busy=\"true\"");
        box.until(
                "the network is kept",
                () -> box.inside(KEPT + " 2>/dev/null || true").contains("10.0.2.15/24"));
        box.until("nothing is under way", () -> installer.opens("/system").contains("data-busy=\"false\""));
    }

    private static void tries(Visitor installer, Map<String, String> network) {
        String plan = installer.sends("/system/network", "/system/network", network);
        assertThat(plan).contains("Try this network?");
        assertThat(installer.answers(plan, "/system/network/try", Map.of())).contains("The network is being tried");
    }

    private static boolean reached(VirtBox box) {
        try {
            return box.curl("/health", List.of("--max-time", "5")).contains("status");
        } catch (PackException e) {
            return false;
        }
    }

    /// To the version before, from the page; the network stays, and no event is lost.
    private static void goesBack(VirtBox box, Qemu board, Visitor installer) throws Exception {
        long events = box.inside(VirtDoor.EVENTS).lines().count();
        installer.sends("/system/rollback", "/system/rollback", Map.of());
        box.until(
                "the version before runs",
                () -> box.inside("findmnt --noheadings --output PARTLABEL /").contains("lintel-root-a"));
        box.answering();
        assertThat(box.inside(STATUS)).contains("\"slot\":\"a\"");
        assertThat(box.inside("networkctl status --no-pager enp0s1 || networkctl status --no-pager --all"))
                .contains("10.0.2.15");
        assertThat(box.inside(KEPT)).contains("10.0.2.15/24");
        assertThat(box.inside(VirtDoor.EVENTS).lines().count()).isGreaterThanOrEqualTo(events);
        VirtDoor.idle(board);
        VirtDoor.opens(box, board);
    }

    /// The exit's button held while it is asked for: then nothing of the box is left, its administrator and keys least.
    private static void isReset(VirtBox box, Qemu board) throws Exception {
        var asked = CompletableFuture.supplyAsync(() -> {
            try {
                return box.inside("printf '" + NAME + "\\n' | lintel reset --all");
            } catch (PackException e) {
                return String.valueOf(e.getMessage()); // the machine restarts under it
            }
        });
        box.until("the reset waits for its act", () -> {
            if (asked.isDone()) throw new AssertionError("no reset: " + asked.join());
            return box.inside(VirtDoor.EVENTS).contains("factory reset asked");
        });
        board.set(VirtDoor.EXIT, false);
        asked.get(RESET_MINUTES, TimeUnit.MINUTES);
        board.set(VirtDoor.EXIT, true);
        Path console = folder(box, "console");
        box.until("the box begins as a new one", () -> Files.readString(console).contains("begins as a new one"));
        box.until(
                "HTTPS answers by a certificate of its own",
                () -> stranger(box, "/sign-in").contains("name=\"password\""));
        assertThat(reached(box)).as("by the card's authority").isFalse();
        // The card's paper is worth nothing any more, and nobody can read the log of a box without a key for SSH.
        box.until("its screen shows the new link", () -> shownLink(console) != null);
        assertThat(stranger(box, String.valueOf(shownLink(console))))
                .as("where the link on its console leads")
                .contains("name=\"password\"", "name=\"email\"");
        // A box without a key has nobody listen there, whom QEMU's network then speaks for.
        assertThat(catchInside(box))
                .as("the card's key for SSH")
                .containsAnyOf("Permission denied", "Connection reset", "Connection refused");
    }

    /// The path of the newest, after the reset.
    private static @Nullable String shownLink(Path console) throws IOException {
        String said = Files.readString(console, StandardCharsets.ISO_8859_1);
        Matcher link = SHOWN.matcher(said.substring(said.indexOf("begins as a new one")));
        return link.find() ? link.group(1) : null;
    }

    private static String catchInside(VirtBox box) {
        try {
            Programs.run("rm", "-f", folder(box, "hosts").toString());
            return box.inside("true");
        } catch (PackException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Whom the box's certificate tells nothing.
    private static String stranger(VirtBox box, String path) {
        return box.curl(path, List.of("--insecure"));
    }
}
