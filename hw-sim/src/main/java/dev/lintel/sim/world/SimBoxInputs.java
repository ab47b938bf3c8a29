package dev.lintel.sim.world;

import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The simulated inputs that are the whole box's, such as the lines of the fire panel. At power-up none is active. Any
/// thread.
final class SimBoxInputs {
    private static final String POWER = "power";
    private static final String BATTERY_LOW = "battery_low";

    private final SimGpioChip chip;
    private final List<BoxInput> inputs;
    private final Map<BoxInput, Boolean> active = new ConcurrentHashMap<>();

    SimBoxInputs(SimGpioChip chip, List<BoxInput> inputs) {
        this.chip = chip;
        this.inputs = inputs;
        for (BoxInput input : inputs) {
            chip.preset(input.line(), false);
            if (input.check() != null) chip.preset(input.check(), true);
        }
    }

    private List<BoxInput> of(BoxInput.Kind kind) {
        return inputs.stream().filter(input -> input.kind() == kind).toList();
    }

    /// Throws `IllegalArgumentException` in words where there is none.
    void driveAll(BoxInput.Kind kind, boolean on) {
        List<BoxInput> all = of(kind);
        if (all.isEmpty()) throw new IllegalArgumentException("no " + words(kind) + " is wired");
        for (BoxInput input : all) drive(input, on);
    }

    /// As [#driveAll], of the one with that name.
    void drive(BoxInput.Kind kind, String name, boolean on) {
        for (BoxInput input : of(kind)) {
            if (!input.name().equals(name)) continue;
            drive(input, on);
            return;
        }
        throw new IllegalArgumentException("there is no " + words(kind) + " '" + name + "'");
    }

    private void drive(BoxInput input, boolean on) {
        active.put(input, on);
        LineSpec check = input.check();
        if (check != null && on) chip.drive(check, false); // it leaves one contact before it reaches the other
        chip.drive(input.line(), on);
        if (check != null && !on) chip.drive(check, true);
    }

    private static String words(BoxInput.Kind kind) {
        return switch (kind) {
            case FIRE -> "fire input";
            case LOCKDOWN -> "lockdown switch";
            case EVACUATION -> "evacuation switch";
            case THREAT -> "threat switch";
            case POWER, BATTERY_LOW, NAMED -> "input";
        };
    }

    /// Drives the named input of actions, or `power` or `battery_low`. Throws `IllegalArgumentException` in words where
    /// there is none.
    void drivePoint(String name, boolean on) {
        switch (name) {
            case POWER -> driveAll(BoxInput.Kind.POWER, on);
            case BATTERY_LOW -> driveAll(BoxInput.Kind.BATTERY_LOW, on);
            default -> drive(BoxInput.Kind.NAMED, name, on);
        }
    }

    /// The inputs that [#drivePoint] drives, and whether each is active.
    Map<String, Boolean> points() {
        Map<String, Boolean> all = named(BoxInput.Kind.NAMED);
        if (wired(BoxInput.Kind.POWER)) all.put(POWER, any(BoxInput.Kind.POWER));
        if (wired(BoxInput.Kind.BATTERY_LOW)) all.put(BATTERY_LOW, any(BoxInput.Kind.BATTERY_LOW));
        return all;
    }

    boolean wired(BoxInput.Kind kind) {
        return !of(kind).isEmpty();
    }

    boolean any(BoxInput.Kind kind) {
        return of(kind).stream().anyMatch(this::isOn);
    }

    /// Those with a name, and whether each is active.
    Map<String, Boolean> named(BoxInput.Kind kind) {
        Map<String, Boolean> all = new TreeMap<>();
        for (BoxInput input : of(kind)) if (!input.name().isEmpty()) all.put(input.name(), isOn(input));
        return all;
    }

    private boolean isOn(BoxInput input) {
        return active.getOrDefault(input, false);
    }
}
