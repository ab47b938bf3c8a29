package dev.lintel.controller.wiring;

import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Doorways that are not there: lines and readers of the test account, of which nothing leads out of this process.
/// Everything above them is as with real ones. It has no thread: what is done to an input is heard on the thread that
/// does it, one at a time; outputs are the door lane's.
///
/// Levels are logical (active or not), for there is no wire to have a polarity.
public final class VirtualDoorways implements GpioChip, WiredReader.Opener {
    private final ControllerConfig wiring;
    private final Time time;
    private final Map<Integer, LineListener> inputs = new ConcurrentHashMap<>();
    private final Map<Integer, Output> outputs = new ConcurrentHashMap<>();
    private final Set<Integer> active = ConcurrentHashMap.newKeySet(); // inputs
    private final Map<Long, ReaderInbox> readers = new ConcurrentHashMap<>(); // entry readers, by channel

    /// Every leaf closed, nothing pressed.
    public VirtualDoorways(ControllerConfig wiring, Time time) {
        this.wiring = wiring;
        this.time = time;
        for (ChannelWiring door : wiring.channels())
            if (door.contact() != null) active.add(door.contact().line());
    }

    // ---- what is done there

    /// Holds a card to the entry reader.
    public void present(long channelId, CardBits card) {
        reader(channelId).on(new ReaderEvent.Card(card, time.nowNs()));
    }

    /// Presses keys at the entry reader: `0`-`9`, `*`, `#`.
    public void press(long channelId, String keys) {
        reader(channelId).on(new ReaderEvent.Keys(keys, time.nowNs()));
    }

    /// Moves the leaf, whatever the strike does: opening a secured door is forcing it.
    public void moveLeaf(int unit, boolean open) {
        drive(wired(unit).contact(), !open);
    }

    /// Presses the request-to-exit button, or lets go of it.
    public void pressRex(int unit, boolean down) {
        drive(wired(unit).rex(), down);
    }

    /// Whether the strike lets somebody pass now.
    public boolean released(int unit) {
        Output strike = outputs.get(wired(unit).strike().released().line());
        return strike != null && strike.set;
    }

    private ReaderInbox reader(long channelId) {
        return Objects.requireNonNull(readers.get(channelId), "a channel with an entry reader");
    }

    private ChannelWiring wired(int unit) {
        return Objects.requireNonNull(wiring.channel(unit), "a unit that is wired");
    }

    private void drive(@Nullable LineSpec wire, boolean now) {
        int line = Objects.requireNonNull(wire, "a line that is wired").line();
        boolean changed = now ? active.add(line) : active.remove(line);
        LineListener listener = inputs.get(line);
        if (changed && listener != null) listener.on(now, time.nowNs());
    }

    // ---- as hardware

    @Override
    public Map<Long, Map<String, Reader>> open(List<WiredReader> wired) {
        Map<Long, Map<String, Reader>> opened = new HashMap<>();
        for (WiredReader one : wired) {
            if (one.side().equals("entry")) readers.put(one.channelId(), one.inbox());
            opened.computeIfAbsent(one.channelId(), _ -> new HashMap<>()).put(one.side(), new Unseen());
        }
        return opened;
    }

    /// A reader that nobody looks at.
    private static final class Unseen implements Reader {
        @Override
        public void show(ReaderSignal signal, int holdMs) {
            // Its lamps are nowhere.
        }

        @Override
        public boolean online() {
            return true;
        }
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        int number = line.line();
        if (inputs.putIfAbsent(number, listener) != null) throw new GpioException("line " + number + " is taken");
        return () -> active.contains(number);
    }

    @Override
    public OutputPoint output(LineSpec line) {
        var output = new Output();
        if (outputs.putIfAbsent(line.line(), output) != null) {
            throw new GpioException("line " + line.line() + " is taken");
        }
        return output;
    }

    /// Readers are simulated above their wires.
    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        throw new GpioException("there are no data lines here");
    }

    @Override
    public void release(int line) {
        inputs.remove(line);
        outputs.remove(line);
    }

    @Override
    public void close() {
        inputs.clear();
        readers.clear();
    }

    private static final class Output implements OutputPoint {
        private volatile boolean set;

        @Override
        public void set(boolean wanted) {
            set = wanted;
        }

        @Override
        public boolean active() {
            return set;
        }
    }
}
