package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.FireRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What is tried at a door before it is handed over. The box sees some of it by itself; of the rest whoever stands
/// there says what came of it.
public enum DoorTest {
    ENTRY_READER("entry reader", true, "Present a card at the entry reader, or enter a PIN."),
    EXIT_READER("exit reader", true, "Present a card at the exit reader, or enter a PIN."),
    ENTRY_LIGHT("entry reader's light", false, "Does the entry reader's light change, and does it beep?"),
    EXIT_LIGHT("exit reader's light", false, "Does the exit reader's light change, and does it beep?"),
    STRIKE("strike", false, "Release the lock: can the door be opened, and is it locked again afterwards?"),
    CONTACT("contact", true, "Begin with the door shut: open it, and close it."),
    REX("request to exit", true, "Press the exit button."),
    AUX("auxiliary input", true, "Press the auxiliary button."),
    TAMPER("tamper switch", true, "Begin with the housing shut: open it, and close it."),
    SOUNDER("sounder", false, "Sound the alarm: is it heard at the door?"),
    FIRE("fire input", true, "Let the fire panel release the door, and reset it."),
    FIRE_RELEASE(
            "release in a fire",
            false,
            "Trigger the alarm at the fire panel: does the door open without a card, a button or a key? Reset the"
                    + " panel: is the door locked again?");

    private final String title;
    private final boolean seen;
    private final String instruction;

    DoorTest(String title, boolean seen, String instruction) {
        this.title = title;
        this.seen = seen;
        this.instruction = instruction;
    }

    public String title() {
        return title;
    }

    /// Whether the box sees by itself that it works.
    public boolean seen() {
        return seen;
    }

    /// What to do at the door, in a sentence.
    public String instruction() {
        return instruction;
    }

    /// As commands and files name it, such as `entry-reader`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Null for a word that is none.
    public static @Nullable DoorTest named(String word) {
        for (DoorTest test : values()) if (test.word().equals(word)) return test;
        return null;
    }

    /// Whether the test may not be left out: the tests of a fire, at a door that people leave only when the box or the
    /// fire panel releases it.
    public boolean isRequired(@Nullable ChannelWiring wiring) {
        return wiring != null && (this == FIRE || this == FIRE_RELEASE) && FireRelease.concerns(wiring);
    }

    /// What there is to try at a door that is wired so.
    public static List<DoorTest> of(ChannelWiring wiring, BoxInputs inputs) {
        var tests = new ArrayList<DoorTest>();
        boolean entry = wiring.readers().containsKey("entry");
        boolean exit = wiring.readers().containsKey("exit");
        if (entry) tests.add(ENTRY_READER);
        if (entry) tests.add(ENTRY_LIGHT);
        if (exit) tests.add(EXIT_READER);
        if (exit) tests.add(EXIT_LIGHT);
        tests.add(STRIKE);
        if (wiring.contact() != null) tests.add(CONTACT);
        if (wiring.rex() != null) tests.add(REX);
        if (wiring.aux() != null) tests.add(AUX);
        if (wiring.tamper() != null) tests.add(TAMPER);
        if (wiring.alarm() != null) tests.add(SOUNDER);
        if (FireRelease.isByBox(wiring, inputs)) tests.add(FIRE);
        if (FireRelease.concerns(wiring)) tests.add(FIRE_RELEASE);
        return List.copyOf(tests);
    }
}
