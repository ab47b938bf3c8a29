package dev.lintel.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import dev.lintel.reader.hardware.HardwarePlan.Doorway;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.HardwareProvider;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatedHardwareTest {
    private static final LineSpec STRIKE = new LineSpec(17, true);
    private static final LineSpec CONTACT = new LineSpec(27, false);
    private static final LineSpec REX = new LineSpec(22, false);

    private final SimulatedHardware hardware = new SimulatedHardware(
            new HardwarePlan(
                    "/dev/gpiochip0",
                    Map.of(),
                    List.of(new Doorway(
                            2,
                            Map.of("entry", new ReaderWiring.Wiegand(14, 15, null, null, null)),
                            STRIKE,
                            CONTACT,
                            REX,
                            null))),
            System::nanoTime);

    @AfterEach
    void close() {
        hardware.close();
    }

    @Test
    void theProviderIsFoundByItsName() {
        assertThat(ServiceLoader.load(HardwareProvider.class))
                .extracting(HardwareProvider::name)
                .containsExactlyInAnyOrder("simulated", "board");
    }

    @Test
    void theStrikeIsSecuredUntilTheControllerReleasesIt() {
        BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
        hardware.doorway(2).onStrike((active, _) -> changes.add(active));
        OutputPoint strike = hardware.gpio().output(STRIKE);
        assertThat(hardware.state(2)).containsEntry("strike", "secured");
        strike.set(true);
        assertThat(hardware.state(2)).containsEntry("strike", "released");
        strike.set(false);
        assertThat(hardware.state(2)).containsEntry("strike", "secured");
        assertThat(changes).containsExactly(true, false);
    }

    @Test
    void theLeafCanBeForcedAndTheContactFollows() throws InterruptedException {
        BlockingQueue<Boolean> closed = new LinkedBlockingQueue<>();
        var contact = hardware.gpio().input(CONTACT, 0, (active, _) -> closed.add(active));
        assertThat(contact.active()).isTrue();
        hardware.moveLeaf(2, true);
        assertThat(closed.poll(5, TimeUnit.SECONDS)).isFalse();
        assertThat(hardware.state(2)).containsEntry("leaf", "open").containsEntry("contact", "open");
        hardware.moveLeaf(2, false);
        assertThat(closed.poll(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void rexIsPressedAndLetGoByItself() throws InterruptedException {
        BlockingQueue<Boolean> pressed = new LinkedBlockingQueue<>();
        hardware.gpio().input(REX, 0, (active, _) -> pressed.add(active));
        hardware.pressRex(2, 30);
        hardware.pressRex(2, 60);
        assertThat(pressed.poll(5, TimeUnit.SECONDS)).isTrue();
        assertThat(pressed.poll(5, TimeUnit.SECONDS)).isFalse();
        assertThat(pressed).isEmpty();
        assertThat(hardware.state(2)).containsEntry("rex", false);
    }

    @Test
    void stateHasTheKeysThatThePageReads() {
        assertThat(hardware.state(2))
                .containsOnlyKeys(
                        "unit",
                        "strike",
                        "leaf",
                        "contact",
                        "rex",
                        "aux",
                        "tamper",
                        "sounder",
                        "fire",
                        "readers",
                        "faults",
                        "wired",
                        "fire_wired");
        hardware.fault(2, "noise", true);
        hardware.fault(2, "lost-edge", true);
        hardware.fault(2, "noise", false);
        hardware.fault(2, "reboot", true); // over at once
        assertThat(hardware.state(2)).containsEntry("faults", List.of("lost-edge"));
    }

    @Test
    void fireZones_callEachForItself() {
        var zones = List.of(
                new BoxInput(BoxInput.Kind.FIRE, "East", new LineSpec(100, false)),
                new BoxInput(BoxInput.Kind.FIRE, "West", new LineSpec(101, true)));
        var door = new Doorway(1, Map.of(), new LineSpec(102, true), null, null, null);
        var plan = new HardwarePlan("", Map.of(), List.of(door), Map.of(), zones, false);
        try (var opened = new SimulatedHardware(plan, System::nanoTime)) {
            assertThat(opened.state(1))
                    .containsEntry("fire", false)
                    .containsEntry("fire_zones", Map.of("East", false, "West", false));
            InputPoint west = opened.gpio().input(new LineSpec(101, true), 0, (_, _) -> {});
            assertThat(west.active()).as("at power-up").isFalse();
            opened.fire("West", true);
            assertThat(opened.state(1))
                    .containsEntry("fire", true)
                    .containsEntry("fire_zones", Map.of("East", false, "West", true));
            opened.fire(true);
            assertThat(opened.state(1)).containsEntry("fire_zones", Map.of("East", true, "West", true));
            assertThatThrownBy(() -> opened.fire("North", true)).hasMessage("there is no fire input 'North'");
        }
    }

    @Test
    void namedInputsAreDriven_andOutputsAreSeen() throws InterruptedException {
        var bell = new BoxInput(BoxInput.Kind.NAMED, "bell", new LineSpec(30, false));
        var power = new BoxInput(BoxInput.Kind.POWER, "", new LineSpec(31, true));
        var siren = new HardwarePlan.BoxOutput("siren", new LineSpec(32, true));
        var door = new Doorway(1, Map.of(), new LineSpec(17, true), null, null, null);
        var plan = new HardwarePlan("", Map.of(), List.of(door), Map.of(), List.of(bell, power), List.of(siren), false);
        var moved = new LinkedBlockingQueue<String>();
        try (var opened = new SimulatedHardware(plan, System::nanoTime)) {
            opened.gpio().input(bell.line(), 0, (active, _) -> moved.add("bell " + active));
            opened.gpio().input(power.line(), 0, (active, _) -> moved.add("power " + active));
            OutputPoint output = opened.gpio().output(siren.line());
            assertThat(opened.state(1))
                    .containsEntry("inputs", Map.of("bell", false, "power", false))
                    .containsEntry("outputs", Map.of("siren", false));
            opened.input("bell", true);
            assertThat(moved.poll(5, TimeUnit.SECONDS)).isEqualTo("bell true");
            opened.input("power", true);
            assertThat(moved.poll(5, TimeUnit.SECONDS)).isEqualTo("power true");
            output.set(true);
            assertThat(opened.state(1))
                    .containsEntry("inputs", Map.of("bell", true, "power", true))
                    .containsEntry("outputs", Map.of("siren", true));
            assertThatThrownBy(() -> opened.input("desk", true)).hasMessage("there is no input 'desk'");
            assertThatThrownBy(() -> opened.input("battery_low", true)).hasMessage("no input is wired");
        }
    }

    @Test
    void lockdownSwitch_movesBothContacts() throws InterruptedException {
        var key = new BoxInput(BoxInput.Kind.LOCKDOWN, "Guard", new LineSpec(100, false), new LineSpec(101, false));
        var door = new Doorway(1, Map.of(), new LineSpec(102, true), null, null, null);
        var plan = new HardwarePlan("", Map.of(), List.of(door), Map.of(), List.of(key), false);
        try (var opened = new SimulatedHardware(plan, System::nanoTime)) {
            var moves = new LinkedBlockingQueue<String>();
            InputPoint line = opened.gpio().input(key.line(), 0, (active, _) -> moves.add("line " + active));
            InputPoint check =
                    opened.gpio().input(new LineSpec(101, false), 0, (active, _) -> moves.add("check " + active));
            assertThat(line.active()).isFalse();
            assertThat(check.active()).as("at rest").isTrue();
            opened.lockdownSwitch("Guard", true);
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo("check false");
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo("line true");
            assertThat(opened.state(1)).containsEntry("lockdown_switches", Map.of("Guard", true));
            opened.lockdownSwitch("Guard", false);
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo("line false");
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo("check true");
            assertThatThrownBy(() -> opened.lockdownSwitch("Desk", true))
                    .hasMessage("there is no lockdown switch 'Desk'");
        }
    }

    @Test
    void evacuationSwitch_movesItsContact() throws InterruptedException {
        var button = new BoxInput(BoxInput.Kind.EVACUATION, "Gate", new LineSpec(100, false));
        var door = new Doorway(1, Map.of(), new LineSpec(102, true), null, null, null);
        var plan = new HardwarePlan("", Map.of(), List.of(door), Map.of(), List.of(button), false);
        try (var opened = new SimulatedHardware(plan, System::nanoTime)) {
            var moves = new LinkedBlockingQueue<Boolean>();
            var line = opened.gpio().input(button.line(), 0, (active, _) -> moves.add(active));
            assertThat(line.active()).isFalse();
            opened.evacuationSwitch("Gate", true);
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo(true);
            assertThat(opened.state(1)).containsEntry("evacuation_switches", Map.of("Gate", true));
            assertThatThrownBy(() -> opened.evacuationSwitch("Desk", true))
                    .hasMessage("there is no evacuation switch 'Desk'");
        }
    }

    @Test
    void threatSwitch_movesItsContact() throws InterruptedException {
        var button = new BoxInput(BoxInput.Kind.THREAT, "Desk", new LineSpec(100, false));
        var door = new Doorway(1, Map.of(), new LineSpec(102, true), null, null, null);
        var plan = new HardwarePlan("", Map.of(), List.of(door), Map.of(), List.of(button), false);
        try (var opened = new SimulatedHardware(plan, System::nanoTime)) {
            var moves = new LinkedBlockingQueue<Boolean>();
            opened.gpio().input(button.line(), 0, (active, _) -> moves.add(active));
            opened.threatSwitch("Desk", true);
            assertThat(moves.poll(5, TimeUnit.SECONDS)).isEqualTo(true);
            assertThat(opened.state(1)).containsEntry("threat_switches", Map.of("Desk", true));
            assertThatThrownBy(() -> opened.threatSwitch("Gate", true)).hasMessage("there is no threat switch 'Gate'");
        }
    }

    @Test
    void whatIsNotThereIsRefusedInWords() {
        CardBits card = CardBits.of("1010");
        assertThatThrownBy(() -> hardware.state(9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no door with unit 9");
        assertThatThrownBy(() -> hardware.presentCard(2, "exit", card))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("door 2 has no exit reader");
        assertThatThrownBy(() -> hardware.fault(2, "gremlins", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gremlins")
                .hasMessageContaining("noise");
        assertThatThrownBy(() -> hardware.pressAux(2, 500)).hasMessage("door 2 has no auxiliary input");
        assertThatThrownBy(() -> hardware.pressKeys(2, "entry", "12A")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBusIsFoundByItsPortAndItsReadersByTheirDoor() {
        var reader = new ReaderWiring.Osdp("rs485-1", 3);
        var bus = Map.of("rs485-1", new HardwarePlan.Bus("/dev/ttyAMA0", 9600));
        var door = new Doorway(1, Map.of("entry", reader), STRIKE, null, null, null);
        try (var opened = new SimulatedHardware(new HardwarePlan("", bus, List.of(door)), System::nanoTime)) {
            assertThat(opened.serialPort("/dev/ttyAMA0")).startsWith("/dev/pts/");
            assertThatThrownBy(() -> opened.serialPort("/dev/ttyUSB7")).isInstanceOf(HardwareException.class);
            opened.presentCard(1, "entry", CardBits.of("1010"));
            assertThat(opened.doorway(1).reader("entry").state())
                    .containsEntry("driver", "osdp")
                    .containsEntry("online", false);
        }
    }

    @Test
    void aPlanThatContradictsItselfIsRefusedInWords() {
        var reader = new ReaderWiring.Osdp("rs485-1", 3);
        var bus = Map.of("rs485-1", new HardwarePlan.Bus("/dev/ttyAMA0", 9600));
        var door = new Doorway(1, Map.of("entry", reader, "exit", reader), STRIKE, null, null, null);
        assertThatThrownBy(() -> new SimulatedHardware(new HardwarePlan("", bus, List.of(door)), System::nanoTime))
                .isInstanceOf(HardwareException.class)
                .hasMessage("bus rs485-1 has two readers at address 3");
        var unwired = new Doorway(1, Map.of("entry", reader), STRIKE, null, null, null);
        assertThatThrownBy(
                        () -> new SimulatedHardware(new HardwarePlan("", Map.of(), List.of(unwired)), System::nanoTime))
                .isInstanceOf(HardwareException.class)
                .hasMessage("there is no bus rs485-1");
    }

    @Test
    void assetsAreFilesOfThePageAndNothingElse() {
        assertThat(hardware.asset("../world/SimDoorway.class")).isNull();
        assertThat(hardware.asset("absent.js")).isNull();
        for (String name : List.of("index.html", "sim.js", "sim.css"))
            assertThat(hardware.asset(name)).isNotEmpty();
    }
}
