package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The ACU's side of one RS-485 bus: whose turn it is, what to send, what the reply means. A machine that is
/// stepped with the time and the bytes received; it holds no clock, no thread and no line. Used by one thread.
///
/// ```
///   idle --turn of a PD: command--> waiting --reply--------------> idle (two characters of silence)
///                                     |  ^ '-incomplete: 30 ms more
///                                     '--|--200 ms without reply--> idle (the PD missed one)
///                                        '-- echo, foreign or late frames: not seen
/// ```
///
/// Turns: a command for a person's LED first; then whoever waits longest, live PDs every 50 ms. A PD that misses
/// a reply costs the others 200 ms, so after such a loss every live PD comes first, and one that stays away is
/// asked once a second, one such PD a bus.
public final class OsdpBus {
    /// More addresses do not exist.
    public static final int PDS_MAX = OsdpFrame.ADDRESS_ANY;

    static final long REPLY_NS = 200_000_000;
    static final long PROBE_NS = 1_000_000_000;

    /// How long one command may hold up the other readers of a bus; on a slow line a long frame takes seconds.
    private static final long COMMAND_NS_MAX = 150_000_000;

    /// 20 ms by the book; USB adapters and bridges hold bytes back a little longer.
    private static final long GAP_NS = 30_000_000;

    /// A start bit, eight bits, a stop bit.
    private static final long BITS_PER_BYTE = 10;

    private static final int QUIET_BYTES = 2;

    private final List<PdSession> sessions = new ArrayList<>();
    private final FrameReceiver receiver = new FrameReceiver();
    private final List<BusStep.Event> events = new ArrayList<>();
    private final List<BusStep.Event> farewells = new ArrayList<>(); // of PDs that are forgotten
    private final List<ReaderEvent> told = new ArrayList<>();

    private boolean up;
    private long byteNs;
    private long slackNs;
    private long lastByteNs;
    private long quietUntilNs;
    private long probeNs;
    private long stallNs;
    private long strayFrames;

    private @Nullable PdSession waitingFor;
    private boolean probing;
    private long replyByNs;

    /// PDs on a plain wire. `addresses` are each 0..126 and once; anything else throws
    /// `IllegalArgumentException`.
    public OsdpBus(List<Integer> addresses, long nowNs) {
        this(addresses.stream().map(address -> new PdKey(address, null)).toList(), () -> Bytes.EMPTY, nowNs);
    }

    /// `pds` are those wired to the bus, each at an address of its own; `random` gives 8 unpredictable bytes. A
    /// PD that is alone may be spoken to by [OsdpFrame#ADDRESS_ANY], whatever its own address is.
    public OsdpBus(List<PdKey> pds, Supplier<Bytes> random, long nowNs) {
        List<Integer> addresses = pds.stream().map(PdKey::address).toList();
        if (addresses.stream().distinct().count() != addresses.size()) {
            throw new IllegalArgumentException("each address once on a bus: " + addresses);
        }
        for (PdKey pd : pds) {
            int address = pd.address();
            boolean any = address == OsdpFrame.ADDRESS_ANY && pds.size() == 1;
            if (address < 0 || (address >= PDS_MAX && !any)) {
                throw new IllegalArgumentException("no PD has address " + address);
            }
            sessions.add(new PdSession(address, new PdSecurity(pd.key(), random), nowNs));
        }
        lastByteNs = nowNs;
        quietUntilNs = nowNs;
        probeNs = nowNs;
        stallNs = nowNs;
    }

    /// The line was opened. `baud` is its speed, from which the time of its bytes follows.
    public void lineUp(long nowNs, int baud) {
        lineUp(nowNs, baud, 0);
    }

    /// The same for a line that hands bytes on up to `slackNs` later than a wire: a network.
    public void lineUp(long nowNs, int baud, long slackNs) {
        up = true;
        this.slackNs = slackNs;
        byteNs = BITS_PER_BYTE * 1_000_000_000L / baud;
        waitingFor = null;
        receiver.clear();
        lastByteNs = nowNs;
        quietUntilNs = nowNs;
        probeNs = nowNs;
        int bytesMax = (int) Math.min(OsdpCodec.FRAME_BYTES_MAX, COMMAND_NS_MAX / byteNs);
        for (PdSession session : sessions) session.lineUp(nowNs, bytesMax, REPLY_NS + slackNs);
    }

    /// The line is gone: nothing is sent until [#lineUp], readers go offline when their time is over.
    public void lineDown() {
        up = false;
        waitingFor = null;
    }

    /// Takes the first `length` bytes of `received`, which came in until `nowNs`, and says what is to be done.
    public BusStep step(long nowNs, byte[] received, int length) {
        events.clear();
        events.addAll(farewells);
        farewells.clear();
        if (length > 0) {
            receiver.add(received, length);
            lastByteNs = nowNs;
            quietUntilNs = nowNs + QUIET_BYTES * byteNs;
            for (var frame = receiver.next(); frame != null; frame = receiver.next()) offer(frame, nowNs);
        }
        PdSession awaited = waitingFor;
        if (awaited != null && receiver.waiting() > 0 && nowNs - lastByteNs >= gapNs()) {
            for (var frame = receiver.gap(); frame != null; frame = receiver.next()) offer(frame, nowNs);
        }
        if (awaited != null && waitingFor == awaited && nowNs - giveUpNs() >= 0) {
            awaited.miss(nowNs);
            waitingFor = null;
            receiver.clear();
            stallNs = nowNs;
        }
        for (PdSession session : sessions) {
            session.expire(nowNs, told);
            tell(session.address());
        }
        Bytes send = up && waitingFor == null && nowNs - quietUntilNs >= 0 ? turn(nowNs) : Bytes.EMPTY;
        return new BusStep(send, deadlineNs(nowNs), events);
    }

    /// Puts a reader's wish in place of the one before.
    void wish(int address, Wish wish) {
        for (PdSession session : sessions) if (session.address() == address) session.wish(wish);
    }

    /// Asks the PD for one thing, between its polls: any command but those of the secure channel and of files.
    /// The result is its reply, a NAK too; or an [OrderException] when there is none within `limitNs`. A PD that
    /// begins anew in between is asked again. Completed on the bus's thread; whoever cancels it is not answered.
    public CompletableFuture<Reply> ask(int address, Command command, long limitNs, long nowNs) {
        boolean own = switch (command) {
            case Command.KeySet _, Command.Challenge _, Command.ServerCryptogram _, Command.FileTransfer _ -> true;
            case Command.Malformed _ -> true;
            default -> false;
        };
        if (own) throw new IllegalArgumentException("this command is not for asking");
        if (command.payload().isEmpty()) throw new IllegalArgumentException("a command has a code");
        var order = new SingleOrder(command, limitNs, nowNs);
        session(address).order(order, nowNs);
        return order.result();
    }

    /// Sends the PD a file. Cards go on being read where the PD takes polls in between. Cancelling the result
    /// tells the PD to forget the file; an [OrderException] says why it did not take it.
    public CompletableFuture<Void> send(int address, PdFile file, PdFile.Progress progress, long nowNs) {
        var order = new FileOrder(file, progress, nowNs);
        session(address).order(order, nowNs);
        return order.result();
    }

    /// Gives the PD a new base key, an installer's act that ends within `limitNs`. `base` is the key it has, or
    /// SCBK-D for one in install mode: then whoever listens on the line can read the new key. Until it is done
    /// the PD reads no cards. Afterwards the conversation goes on under the new key; when it fails
    /// ([OrderException]) or is cancelled, under the key of before.
    public CompletableFuture<Void> pair(int address, Scbk base, Scbk fresh, long limitNs, long nowNs) {
        var pairing = new Pairing(base, fresh, nowNs + limitNs);
        session(address).pair(pairing, nowNs);
        return pairing.result();
    }

    /// Never speaks to the PD again, nor believes it: the key that it shares with this ACU is given up. It is offline
    /// from the next step on, and for [#ask] and its like not wired.
    public void forget(int address, long nowNs) {
        PdSession gone = session(address);
        sessions.remove(gone);
        gone.end("its key was removed");
        var last = new ArrayList<ReaderEvent>();
        gone.attempts().report(last);
        if (gone.online()) last.add(new ReaderEvent.Offline(nowNs));
        for (ReaderEvent event : last) farewells.add(new BusStep.Event(address, event));
        if (waitingFor != gone) return;
        waitingFor = null;
        quietUntilNs = nowNs + REPLY_NS + slackNs; // its answer may still come
    }

    /// Whether there is nobody to speak to.
    boolean isEmpty() {
        return sessions.isEmpty();
    }

    /// The bus is over: whoever waits for an answer is told so.
    void end(String why) {
        for (PdSession session : sessions) session.end(why);
    }

    private PdSession session(int address) {
        for (PdSession session : sessions) if (session.address() == address) return session;
        throw new IllegalArgumentException("no PD is wired at address " + address);
    }

    private long gapNs() {
        return GAP_NS + slackNs;
    }

    boolean online(int address) {
        return sessions.stream().anyMatch(s -> s.address() == address && s.online());
    }

    List<BusStatistics.PdStatistics> pds() {
        return sessions.stream().map(PdSession::statistics).toList();
    }

    long badChecks() {
        return receiver.badChecks();
    }

    long noiseBytes() {
        return receiver.noiseBytes();
    }

    long strayFrames() {
        return strayFrames;
    }

    private void offer(OsdpFrame frame, long nowNs) {
        PdSession awaited = waitingFor;
        if (awaited == null || !awaited.accept(frame, nowNs, told)) {
            strayFrames++;
            return;
        }
        tell(awaited.address());
        waitingFor = null;
        if (probing) probeNs = nowNs; // it was alive: the next dead one need not wait for its sake
    }

    private void tell(int address) {
        for (ReaderEvent event : told) events.add(new BusStep.Event(address, event));
        told.clear();
    }

    /// When the reply is given up: 200 ms, or a gap after the last byte of one that is coming in, never later
    /// than the longest frame takes.
    private long giveUpNs() {
        if (receiver.waiting() == 0) return replyByNs;
        long latest = replyByNs + OsdpCodec.FRAME_BYTES_MAX * byteNs;
        return Math.min(latest, Math.max(replyByNs, lastByteNs + gapNs()));
    }

    private Bytes turn(long nowNs) {
        PdSession first = null;
        long firstNs = Long.MAX_VALUE;
        for (PdSession session : sessions) {
            long readyNs = readyNs(session, nowNs);
            if (readyNs < firstNs || (first != null && readyNs == firstNs && session.sentNs() < first.sentNs())) {
                first = session;
                firstNs = readyNs;
            }
        }
        if (first == null || firstNs > nowNs) return Bytes.EMPTY;
        probing = first.health() == PdHealth.DEAD;
        if (probing) probeNs = nowNs + PROBE_NS;
        byte[] bytes = first.send(nowNs);
        receiver.clear(); // whatever came before cannot be the reply
        waitingFor = first;
        replyByNs = nowNs + bytes.length * byteNs + REPLY_NS + slackNs;
        return Bytes.copyOf(bytes);
    }

    /// From when on it may be this PD's turn, or `Long.MAX_VALUE`.
    private long readyNs(PdSession session, long nowNs) {
        if (session.urgent()) return nowNs - session.restUntilNs() >= 0 ? Long.MIN_VALUE : session.restUntilNs();
        return switch (session.health()) {
            case LIVE -> session.dueNs();
            case MISSING -> othersWait() ? Long.MAX_VALUE : session.dueNs();
            case DEAD -> othersWait() ? Long.MAX_VALUE : Math.max(probeNs, session.dueNs());
        };
    }

    /// Whether a live PD has not been asked since the last time the bus stood still for a missing reply.
    private boolean othersWait() {
        return sessions.stream().anyMatch(s -> s.health() == PdHealth.LIVE && s.sentNs() - stallNs < 0);
    }

    private long deadlineNs(long nowNs) {
        long deadline = nowNs + PROBE_NS;
        for (PdSession session : sessions) {
            deadline = Math.min(deadline, session.expiresNs());
            if (up && waitingFor == null) {
                long readyNs = Math.max(nowNs, readyNs(session, nowNs));
                deadline = Math.min(deadline, Math.max(readyNs, quietUntilNs));
            }
        }
        if (waitingFor != null) {
            deadline = Math.min(deadline, giveUpNs());
            long gapNs = lastByteNs + gapNs();
            if (receiver.waiting() > 0 && gapNs > nowNs) deadline = Math.min(deadline, gapNs);
        }
        return deadline;
    }
}
