package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A box of its own is wired, begun anew and tried from the command line.
@Timeout(300) // the command waits for what a person does
class CommissionBoxTest {
    private static final long LOOK_NS = 100_000_000;
    private static final Pattern CONTACT_OPEN = Pattern.compile("Yard, not tried: .*contact");
    private static final Set<String> LEAF_OPEN = Set.of("open", "warned", "extended_open", "forced");
    private static final Pattern READER_WORKS = Pattern.compile("test of the entry reader +passed");
    private static final String THIRD =
            "commission door 3 --name Yard entry.driver=wiegand entry.d0=30 entry.d1=31 strike.line=33 contact.line=34"
                    + " rex.line=35 egress=mechanical";

    @TempDir
    private static Path shared;

    /// For cases that leave its wiring as it was.
    private static Box box;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        box = Box.start(Box.prepared(shared.resolve("data")));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static CommandRun done(Box box, String line) {
        CommandRun run = box.lintel(line);
        assertThat(run.exit()).as(line + ": " + run.err()).isZero();
        return run;
    }

    private static void until(String what, BooleanSupplier so) {
        until(() -> what, so);
    }

    /// @param what is asked for when it does not come to be
    private static void until(Supplier<String> what, BooleanSupplier so) {
        var time = new SystemTime();
        long endNs = time.nowNs() + TimeUnit.MINUTES.toNanos(2);
        while (!so.getAsBoolean()) {
            if (time.nowNs() > endNs) throw new AssertionError("it did not come to be: " + what.get());
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /// Of door 3.
    private static String state(Box box) {
        return String.valueOf(done(box, "sim --channel 3 --json").json().get("state"));
    }

    /// Whether the box runs with a door of that unit. While it begins anew nobody answers.
    private static boolean has(Box box, int channel) {
        return box.lintel("sim --channel " + channel + " --json").exit() == 0;
    }

    @Test
    void aDoorIsWiredTriedAndHandedOver() throws IOException {
        try (Box box = Box.start(Box.prepared(folder.resolve("data")))) {
            assertThat(done(box, THIRD).out()).contains("it holds from 'lintel reload' on");
            assertThat(has(box, 3)).as("before a start").isFalse();
            assertThat(done(box, "reload").out()).isEqualTo("the box begins anew\n");
            until("the third door works", () -> has(box, 3));
            assertThat(box.runs()).isTrue();
            assertThat(done(box, "present --channel 1 --card 1001 --json").json())
                    .as("a door of before")
                    .containsEntry("decision", "admitted");
            tried(box);
            passes(box);
            assertThat(done(box, "commission release 3").out()).contains("its lock is let go");
            assertThat(box.lintel("events tail --n 20 --json").out().lines())
                    .anyMatch(line -> line.contains("Admitted (manual)") && line.contains("lintel commission"));
            learns(box);
            CommandRun silent = box.lintel("commission say 3 strike failed");
            assertThat(silent.exit()).isEqualTo(1);
            assertThat(silent.err()).contains("say why");
            done(box, "commission say 3 strike passed");
            assertThat(done(box, "commission finish --yes").out()).contains("Front Door, not tried:", "handed over");
            assertThat(done(box, "commission report").out())
                    .contains("Handed over by lintel commission", "test of the contact", "passed, seen by the box");
            doubted(box);
        }
    }

    /// Another contact is to be tried again, and nothing else; one that reads open as the trial begins is asked
    /// about.
    private static void doubted(Box box) {
        done(box, "commission door 3 contact.closed=high");
        done(box, "reload");
        until(
                "the contact is another",
                () -> CONTACT_OPEN
                        .matcher(box.lintel("commission report").out())
                        .find());
        done(box, "sim --channel 3 --contact open");
        until("the box sees the leaf open", () -> LEAF_OPEN.contains(state(box)));
        assertThat(done(box, "commission try 3").out())
                .contains("The box saw the leaf open as the test began. Was it shut? Then its level is the other: ")
                .contains("'lintel commission door 3 contact.closed=low', and 'lintel reload'")
                .contains("test of the request to exit: works", "test of the entry reader: works");
        assertThat(box.lintel("commission try 3 --at-rest").err()).contains("the box does not see it at rest: contact");
    }

    /// What a card has taught is written at the reader, and holds from the next start on.
    private static void learns(Box box) {
        String card = "wiegand learn --bits 10001010100111110000100100 --printed 21,15890 --write ";
        assertThat(done(box, card + "3").out())
                .contains("written:", "it holds from 'lintel reload' on")
                .doesNotContain("formats:");
        assertThat(box.data.resolve("controller.yaml"))
                .content()
                .contains("values: {H10301: \"facility*100000+number\"}");
        assertThat(box.lintel(card + "9").err()).contains("unit 9 has no entry reader in the file");
        assertThat(box.lintel(card + "3 --way 99").err()).contains("there is no way 99: ");
        done(box, "commission drop");
    }

    /// A door that is new is nobody's.
    private static void passes(Box box) {
        String nobody = "Yard: no group passes it";
        assertThat(done(box, "commission report").out()).contains(nobody);
        assertThat(done(box, "present --channel 3 --card 1001 --json").json()).containsEntry("decision", "rejected");
        assertThat(done(box, "commission pass Staff 1 2 3").out())
                .isEqualTo("Staff passes Front Door, Back Door, Yard, at all times\n");
        assertThat(done(box, "commission report").out()).doesNotContain(nobody);
        assertThat(done(box, "present --channel 3 --card 1001 --json").json()).containsEntry("decision", "admitted");
        CommandRun none = box.lintel("commission pass Staff 9");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.err()).contains("no door of unit 9");
    }

    /// What the box sees while somebody tries the door ends the command when nothing is left to be seen. Nothing
    /// moves before it looks: that is seen by the card. The button is let go within a round: one that is pressed
    /// again before that is one long press, told of once.
    private static void tried(Box box) {
        var said = new CommandRun[1];
        Thread watch = Thread.ofPlatform().start(() -> said[0] = box.lintel("commission try 3"));
        Supplier<String> left =
                () -> "everything is seen\n" + box.lintel("commission report").out();
        until(left, () -> {
            done(box, "present --channel 3 --card 7");
            return READER_WORKS.matcher(box.lintel("commission report").out()).find();
        });
        until(left, () -> {
            done(box, "sim --channel 3 --rex --hold 100ms");
            done(box, "sim --channel 3 --contact open");
            LockSupport.parkNanos(2 * LOOK_NS);
            done(box, "sim --channel 3 --contact closed");
            return !watch.isAlive();
        });
        assertThat(said[0].exit()).as(said[0].err()).isZero();
        assertThat(said[0].out())
                .contains("test of the request to exit: works", "test of the contact: works")
                .contains("test of the entry reader: works", "test of the strike: to be tried");
    }

    @Test
    void wiringThatNoBoxStartsWithIsGoneBackFrom() throws IOException {
        Path data = Box.prepared(folder.resolve("data"));
        try (Box box = Box.start(data)) {
            done(box, THIRD);
            done(box, "reload");
            until("the third door works", () -> has(box, 3));
            String works = Files.readString(data.resolve("controller.yaml"));
            done(box, "commission door 3 exit.driver=osdp exit.bus=rs485-1 exit.address=5");
            String other = Files.readString(data.resolve("controller.yaml"));
            Files.writeString(
                    data.resolve("controller.yaml"), other.replace("address: 5", "address: 5, key: secret:gone"));
            CommandRun refused = box.lintel("reload");
            assertThat(refused.exit())
                    .as("a key that is not there is told before the box ends")
                    .isEqualTo(1);
            assertThat(refused.err()).contains("keys/gone is not there");
            assertThat(has(box, 3)).isTrue();
            assertThat(done(box, "commission drop").out()).contains("as the box was started with");
            assertThat(Files.readString(data.resolve("controller.yaml"))).isEqualTo(works);
            assertThat(done(box, "present --channel 1 --card 1001 --json").json())
                    .containsEntry("decision", "admitted");
        }
    }

    /// Right by all that can be read, and no box comes up with it: there is no such chip.
    @Test
    void wiringThatBreaksTheStartIsGoneBackFromByTheProcessAndByTheNext() throws IOException {
        Path data = Box.prepared(folder.resolve("data"));
        String broken;
        try (Box box = Box.start(data)) {
            done(box, THIRD);
            done(box, "reload");
            until("the third door works", () -> has(box, 3));
            broken = Files.readString(data.resolve("controller.yaml"))
                            .replace("hardware: simulated", "hardware: board")
                            .replace("port: rs485-1", "port: /dev/ttyS77")
                    + "gpio: {chip: /dev/gpiochip77}\n";
            String works = Files.readString(data.resolve("controller.yaml"));
            Files.writeString(data.resolve("controller.yaml"), broken);
            assertThat(done(box, "reload").out()).isEqualTo("the box begins anew\n");
            until("the box is back", () -> Files.exists(data.resolve("controller.yaml.refused")) && has(box, 3));
            assertThat(Files.readString(data.resolve("controller.yaml"))).isEqualTo(works);
            assertThat(Files.readString(data.resolve("controller.yaml.refused")))
                    .contains("# refused: ", "gpiochip77");
            assertThat(done(box, "present --channel 1 --card 1001 --json").json())
                    .containsEntry("decision", "admitted");
            // Written and not begun with, and then the power goes.
            done(box, "commission door 3 strike.line=36");
        }
        Files.writeString(data.resolve("controller.yaml"), broken);
        try (Box box = Box.start(data)) {
            assertThat(has(box, 3)).as("cold, with what was on trial").isTrue();
            assertThat(data.resolve("controller.yaml.before")).doesNotExist();
            assertThat(Files.readString(data.resolve("controller.yaml"))).contains("line: 33");
        }
    }

    @Test
    void everyDoorCanBeRemoved() throws IOException {
        try {
            done(box, "commission inputs fire.line=");
            for (int unit : new int[] {2, 1}) {
                assertThat(done(box, "commission remove " + unit + " --yes").out())
                        .contains("of unit " + unit + " are free from the next start on", "it holds from");
            }
            refused(box, "commission bus rs485-7 --remove --yes", "there is no bus rs485-7");
            assertThat(done(box, "commission bus rs485-1 --remove --yes").out())
                    .contains("The port of rs485-1 is free from the next start on.", "it holds from");
            assertThat(Files.readString(box.data.resolve("controller.yaml"))).contains("channels: []", "buses: {}");
        } finally {
            done(box, "commission drop");
        }
    }

    @Test
    void whatCannotBeIsRefusedInWordsAndNothingChanges() {
        refused(
                box,
                "commission door 3 --name Yard strike.line=17 egress=mechanical",
                "line 17 is the strike of unit 1");
        refused(box, "commission door 3 strike=17", "fields are entry.driver");
        refused(box, "commission door 0 strike.line=40", "a unit is 1 or more");
        refused(box, "commission bus Grey --port x", "small letters");
        refused(box, "commission bus rs485-1 --remove --yes", "rs485-1 has the entry reader of unit 1");
        refused(box, "commission place --zone Mars/North", "Mars/North");
        refused(box, "commission say 9 strike passed", "unit 9 has no strike");
        refused(box, "commission say 1 kick passed", "'kick' is no test");
        refused(box, "commission say 1 strike maybe", "has passed, failed or is left-out");
        refused(box, "commission release 9", "unit 9 is no door");
        refused(box, "commission try 9", "unit 9 is no door");
        refused(box, "commission remove 9 --yes", "there is no unit 9");
        refused(box, "commission inputs fire=1", "fields are chip, fire.line");
        refused(box, "commission inputs fire.line=17", "line 17 is the");
        refused(box, "commission inputs fire.release=all", "'all' is no unit");
        assertThat(box.data.resolve("controller.yaml")).doesNotExist();
    }

    private static void refused(Box box, String line, String words) {
        CommandRun run = box.lintel(line);
        assertThat(run.exit()).as(line).isEqualTo(1);
        assertThat(run.err()).contains(words).doesNotContain("Exception");
    }
}
