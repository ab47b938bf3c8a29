package dev.lintel.reader.osdp;

import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Ends what an installer had a PD switch on, show or sound, for [PdAgenda]. Each part is due until the PD has
/// answered the command that ends it. If the PD goes offline before that, the command is sent again after the
/// reconnection. The bus's thread.
final class OrderEnd {
    /// How long the installer sees the effect, unless the door shows something before: as long as a test of a lamp at a
    /// box that runs.
    static final long SHOWN_NS = 4_000_000_000L;

    /// Reconnections after which a command is no longer sent: a PD may restart at it each time.
    static final int LOST_MAX = 10;

    /// In the order in which they end.
    private enum Part {
        OUTPUTS,
        LED,
        BUZZER,
        TEXT
    }

    private final Set<Part> due = EnumSet.noneOf(Part.class);
    /// Outputs that an installer has switched.
    private final SortedSet<Integer> outputs = new TreeSet<>();
    private Command.@Nullable Text text; // the last one of an installer
    private long orderedNs;
    private @Nullable Command ending; // sent last, and not answered
    private int lost;

    /// A command of an installer goes out. Its reply may be lost although the PD has acted on it, and a PD may act on
    /// a part of a command that it refuses: so each counts.
    void ordered(Command command, long nowNs) {
        Part part = part(command);
        if (part == null) return;
        if (command instanceof Command.Output output) outputs.addAll(numbers(output));
        if (command instanceof Command.Text newest) text = newest;
        due.add(part);
        orderedNs = nowNs;
        lost = 0;
    }

    /// The door shows another signal.
    void signalled() {
        due.remove(Part.LED);
    }

    /// The PD is ready after a bring-up and gets the LED of the door. It may have kept everything else.
    void reconnected() {
        due.remove(Part.LED);
        Command last = ending;
        if (last == null) return;
        if (++lost >= LOST_MAX) over(last);
        ending = null;
    }

    /// The next command; null when none is due.
    @Nullable
    Command next(Wish wish, long nowNs) {
        ending = null;
        if (nowNs - orderedNs < SHOWN_NS) return null;
        while (!due.isEmpty()) {
            Part part = due.iterator().next();
            Command command = switch (part) {
                case OUTPUTS -> usualOutputs(wish);
                case LED -> wish.usualLed();
                case BUZZER -> Wish.silence();
                case TEXT -> usualText(wish);
            };
            ending = command;
            if (command != null) return command;
            due.remove(part);
        }
        return null;
    }

    /// The PD has answered the command sent last. A refusal ends it as well: the PD has no such output or display.
    void answered() {
        Command last = ending;
        if (last == null) return;
        over(last);
        ending = null;
        lost = 0;
    }

    private void over(Command command) {
        if (command instanceof Command.Output output) {
            outputs.removeAll(numbers(output));
            if (!outputs.isEmpty()) return;
        }
        Part part = part(command);
        if (part != null) due.remove(part);
    }

    /// One command for the outputs of the door, and one for each other output: a PD refuses a whole command if it lacks
    /// one of the outputs.
    private Command.@Nullable Output usualOutputs(Wish wish) {
        if (outputs.isEmpty()) return null;
        int first = outputs.first();
        return wish.outputs().containsKey(first) ? wish.output() : Wish.off(first);
    }

    /// The door's text, or blanks over the installer's.
    private Command.@Nullable Text usualText(Wish wish) {
        Command.Text usual = wish.display();
        return usual == null && text != null ? Wish.blank(text) : usual;
    }

    private static Set<Integer> numbers(Command.Output output) {
        var numbers = new TreeSet<Integer>();
        for (Command.OutputRecord one : output.records()) numbers.add(one.output());
        return numbers;
    }

    private static @Nullable Part part(Command command) {
        return switch (command) {
            case Command.Output _ -> Part.OUTPUTS;
            case Command.Led _ -> Part.LED;
            case Command.Buzzer _ -> Part.BUZZER;
            case Command.Text _ -> Part.TEXT;
            default -> null;
        };
    }
}
