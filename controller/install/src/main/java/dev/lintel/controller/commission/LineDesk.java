package dev.lintel.controller.commission;

import dev.lintel.controller.commission.WorkState.Kind;
import dev.lintel.controller.commission.WorkState.Paired;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialPorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds readers on serial ports, gives them keys and other addresses, while the box runs: where a bus of the box has
/// the port, that bus lends it meanwhile and has it back in every case. One piece of work at a time for a port. Any
/// thread but an event loop; `lock` guards `works`, `nextId` and `closed`.
public final class LineDesk implements AutoCloseable {
    /// A box has a few ports; more at once is somebody's mistake.
    public static final int WORKS_MAX = 4;

    /// Works that have ended, for whoever looks again: a page that is opened anew.
    static final int KEPT_MAX = 16;

    /// A bus lets go within a tenth of a second, but for an adapter that is being opened.
    private static final Duration LEND_MAX = Duration.ofSeconds(10);

    /// A scan ends with the address at which it is, a pairing and a move with their bus.
    private static final Duration END_MAX = Duration.ofSeconds(5);

    private final Lines lines;
    private final ReaderPairing pairing;
    private final LineMove moving;
    private final KeyFiles keys;
    private final EventLog log;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, LineWork> works = new LinkedHashMap<>();
    private long nextId = 1;
    private boolean closed;

    public LineDesk(Lines lines, KeyFiles keys, EventLog log, Time time) {
        this.lines = lines;
        this.keys = keys;
        this.pairing = new ReaderPairing(keys, time);
        this.moving = new LineMove(keys, time);
        this.log = log;
        this.time = time;
    }

    /// The ports of this machine and of the wiring.
    public List<LinePort> ports() {
        return lines.ports();
    }

    /// Which of the wiring's ports that is, whatever it is called; null for one that the wiring does not have.
    public @Nullable LinePort port(String port) {
        return lines.port(port);
    }

    /// Looks for readers at every address; `speeds` empty: at every speed there is. Takes a minute and a half, or four.
    ///
    /// @param quick does not ask patiently: slow readers are missed
    /// @param by who asks, for the log
    public LineWork scan(String port, List<Integer> speeds, boolean quick, String by) {
        Lines.Line line = lines.line(port);
        for (int speed : speeds) checkSpeed(speed);
        List<Integer> all =
                speeds.isEmpty() ? BusScan.SPEEDS : speeds.stream().distinct().toList();
        List<Integer> asked = line.network() ? all.subList(0, 1) : all; // the bridge has its own
        return begin(Kind.SCAN, line, by, work -> {
            tell("osdp scan", line, Map.of(), by);
            return onLine(line, "lent to a scan for readers", () -> scan(line, asked, quick, work));
        });
    }

    private String scan(Lines.Line line, List<Integer> speeds, boolean quick, LineWork work)
            throws InterruptedException {
        var told = new Told(work, line.network(), quick);
        var scan = new BusScan(speed -> SerialPorts.opener(line.path(), speed).open(), time::nowNs, told);
        BusScan.Result result = scan.run(speeds, quick);
        if (Thread.interrupted()) throw new InterruptedException();
        return FoundReader.ending(result, line.network());
    }

    /// Gives the reader at an address of a port a base key of its own: see [ReaderPairing]. A reader of the running box
    /// gets another key over its session (KeyRing), not here.
    ///
    /// @param by who asks, for the log
    public LineWork pair(String port, int baud, ReaderPairing.Order order, String by) {
        Lines.Line line = lines.line(port);
        checkSpeed(baud);
        if (order.rekey() && line.bus() != null) {
            throw new CommissionException("the running box has this reader: it changes the key itself"
                    + " (POST /api/3/channels/ID/regenerate_encryption_key)");
        }
        return begin(Kind.PAIR, line, by, work -> {
            String why = "lent to give a reader its key";
            return onLine(line, why, () -> pair(line, baud, order, work));
        });
    }

    private String pair(Lines.Line line, int baud, ReaderPairing.Order order, LineWork work) {
        var progress = new ReaderPairing.Progress() {
            @Override
            public void note(String words) {
                work.change(s -> s.noted(words));
            }

            @Override
            public void waiting(long left) {
                String words = "waiting for the reader at address %d, %d s left".formatted(order.address(), left);
                work.change(s -> s.at((int) (100 * (order.seconds() - left) / order.seconds()), words));
            }
        };
        var facts = Map.<String, Object>of("address", order.address(), "key", order.name());
        boolean made;
        try {
            made = pairing.pair(SerialPorts.opener(line.path(), baud), order, progress);
        } catch (CommissionException e) {
            var more = new LinkedHashMap<>(facts);
            more.put("found", String.valueOf(e.getMessage()));
            tell("osdp pair", line, more, work.state().by());
            throw e;
        }
        tell("osdp pair", line, facts, work.state().by());
        String then = then(line, order, made);
        String file = String.valueOf(keys.path(order.name()));
        var paired = new Paired(order.address(), baud, file, KeyFiles.secret(order.name()), made, then);
        work.change(s -> s.with(paired));
        return "the reader at address %d has the key of %s; %s".formatted(order.address(), file, then);
    }

    /// What is to be done once the reader has its key.
    private String then(Lines.Line line, ReaderPairing.Order order, boolean made) {
        boolean named = order.name().equals(line.keyOf(order.address()));
        if (named && !made) return "the box speaks to it with that key now";
        if (named) return "the box speaks to it with that key from its next start on";
        return "name it at its reader in controller.yaml: key: " + KeyFiles.secret(order.name());
    }

    /// Gives the reader at an address of a port another address, another speed, or both, and looks whether it is
    /// there: see [ReaderMove]. Refused where somebody is there already, and, unless it is confirmed, where a
    /// door of the running box has the reader.
    ///
    /// @param by who asks, for the log
    public LineWork move(String port, MoveOrder order, String by) {
        Lines.Line line = lines.line(port);
        moving.check(line, order);
        return begin(Kind.MOVE, line, by, work -> {
            String why = "lent to give a reader another address";
            return onLine(line, why, () -> move(line, order, work));
        });
    }

    private String move(Lines.Line line, MoveOrder order, LineWork work) throws InterruptedException {
        ReaderMove.Order where = order.where();
        var facts = new LinkedHashMap<String, Object>();
        facts.put("old", "address %d, %d baud".formatted(where.address(), where.baud()));
        try {
            LineMove.Result result = moving.run(line, order, work);
            facts.put(
                    "new",
                    "address %d, %d baud"
                            .formatted(result.moved().address(), result.moved().baud()));
            work.change(s -> s.with(result.moved()));
            return result.words();
        } catch (CommissionException | SerialException e) {
            facts.put("new", "address %d, %d baud".formatted(where.toAddress(), where.toBaud()));
            facts.put("found", String.valueOf(e.getMessage()));
            throw e;
        } finally {
            if (facts.containsKey("new"))
                tell("osdp move", line, facts, work.state().by());
        }
    }

    /// The work of that number, also for a while after it has ended; or null.
    public @Nullable LineWork work(long id) {
        lock.lock();
        try {
            return works.get(id);
        } finally {
            lock.unlock();
        }
    }

    /// What runs, and what ended last, oldest first.
    public List<WorkState> works() {
        lock.lock();
        try {
            return works.values().stream().map(LineWork::state).collect(Collectors.toList());
        } finally {
            lock.unlock();
        }
    }

    /// Ends all work, and gives every line back.
    @Override
    public void close() {
        List<LineWork> left;
        lock.lock();
        try {
            closed = true;
            left = new ArrayList<>(works.values());
        } finally {
            lock.unlock();
        }
        for (LineWork work : left) work.cancel();
        try {
            for (LineWork work : left) if (!work.await(END_MAX)) return; // its daemon thread ends with the process
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller is being ended
        }
    }

    private LineWork begin(Kind kind, Lines.Line line, String by, LineWork.Job job) {
        lock.lock();
        try {
            if (closed) throw new CommissionException("the box is stopping");
            int running = 0;
            for (LineWork one : works.values()) {
                WorkState other = one.state();
                if (other.ended()) continue;
                running++;
                if (!one.place().equals(line.place())) continue;
                throw new CommissionException(
                        other.by() + " " + other.kind().does() + " on " + line.port() + " at this moment");
            }
            if (running >= WORKS_MAX) throw new CommissionException("too much is under way: wait, or cancel some");
            var first = new WorkState(
                    nextId++,
                    kind,
                    line.port(),
                    line.busName(),
                    by,
                    WorkState.Stage.RUNNING,
                    0,
                    "beginning",
                    List.of(),
                    List.of(),
                    null,
                    null);
            var work = new LineWork(line.place(), first, job);
            works.put(first.id(), work);
            forget();
            work.start();
            return work;
        } finally {
            lock.unlock();
        }
    }

    /// The oldest that have ended make room.
    private void forget() {
        var old = works.entrySet().iterator();
        while (works.size() > KEPT_MAX + WORKS_MAX && old.hasNext()) {
            if (old.next().getValue().state().ended()) old.remove();
        }
    }

    @FunctionalInterface
    private interface OnLine {
        String run() throws InterruptedException;
    }

    /// The bus has its line back whatever becomes of it.
    private static String onLine(Lines.Line line, String why, OnLine work) throws InterruptedException {
        LentBus bus = line.bus();
        try {
            if (bus != null && !bus.lend(why, LEND_MAX)) {
                throw new CommissionException("bus " + line.busName() + " does not let go of " + line.port()
                        + ": its adapter hangs, or is being opened");
            }
            return work.run();
        } catch (SerialException e) {
            throw new CommissionException(String.valueOf(e.getMessage()), e);
        } finally {
            if (bus != null) bus.takeBack();
        }
    }

    private static void checkSpeed(int speed) {
        if (BusScan.SPEEDS.contains(speed)) return;
        String known = BusScan.SPEEDS.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
        throw new CommissionException("a speed is one of " + known + ", not " + speed);
    }

    private void tell(String action, Lines.Line line, Map<String, Object> facts, String by) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("what", "osdp");
        told.put("action", action);
        told.put("port", line.port());
        told.putAll(facts);
        told.put("by", by);
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, told));
    }

    /// A scan's rounds as one percentage: patient ones, of which nobody knows how many there will be, are half of it.
    private static final class Told implements BusScan.Progress {
        private final LineWork work;
        private final boolean network;
        private final int share;

        Told(LineWork work, boolean network, boolean quick) {
            this.work = work;
            this.network = network;
            this.share = quick ? 50 : 25;
        }

        @Override
        public void at(int baud, int address, int step, int steps, BusScan.Round round) {
            int percent = switch (round) {
                case QUICK -> share * step / steps;
                case AGAIN -> share + share * step / steps;
                case PATIENT -> 2 * share + 2 * share * step / steps;
            };
            String how = switch (round) {
                case QUICK -> "";
                case AGAIN -> "again: ";
                case PATIENT -> "again, patiently: ";
            };
            String words =
                    how + (network ? "" : baud + " baud, ") + "address " + address + " of " + (OsdpBus.PDS_MAX - 1);
            work.change(s -> s.at(percent, words));
        }

        @Override
        public void found(BusScan.Found reader) {
            work.change(s -> s.with(FoundReader.of(reader, network)));
        }
    }
}
