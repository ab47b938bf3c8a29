package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One PD as the ACU sees it: which command is next, what its reply means, whether it is online. Stepped by
/// [OsdpBus] on the bus's thread; holds no clock and does no I/O.
///
/// A command stays the same, byte for byte, until its reply has come: the PD then answers from memory and
/// nothing is done twice. Only a restart (sequence number 0) gives it up.
final class PdSession {
    static final long POLL_NS = 50_000_000;
    static final long OFFLINE_NS = 8_000_000_000L;

    /// After a card or key somebody decides within milliseconds what the LED shall show: until then polls are
    /// close together, so that the answer does not wait for the next regular poll.
    private static final long PROMPT_NS = 5_000_000;

    private static final long PROMPT_FOR_NS = 100_000_000;
    private static final long BUSY_NS = 50_000_000;

    /// A PD that refuses the start of a conversation (some do for a while after power-up) is asked again after this.
    private static final long REFUSED_NS = 200_000_000;

    /// A PD with another key stays so until a person comes: asking it more often only costs the others time.
    private static final long INSECURE_NS = 2_000_000_000;

    /// A lost frame is sent again at once. After so many misses in a row the PD counts as dead, and is asked slowly.
    private static final int QUICK_TRIES_MAX = 3;

    /// After so many "bad check" in a row the PD is taken for one that knows the other kind of check only.
    private static final int BAD_CHECKS_MAX = 3;

    private final int address;
    private final PdTally tally = new PdTally();
    private final PdPoints points = new PdPoints();
    private final PdSecurity security;
    private final PdAgenda agenda = new PdAgenda();
    private final Attempts attempts;

    private PdStage stage;
    private int sequence;
    private boolean crc = true;
    private boolean heard;
    private boolean ready; // it was brought up, and has answered since within the limit
    private boolean toldOnline;
    private int misses;
    private int badChecks;
    private int probes;
    private long dueNs;
    private long sentNs;
    private long polledNs;
    private long readyNs;
    private long promptUntilNs;
    private long restUntilNs;
    private boolean unanswered;

    private @Nullable Command command;
    private byte[] sent = {};
    private @Nullable OsdpFrame accepted;

    private long replyNs = OsdpBus.REPLY_NS;
    private int lineBytesMax = FrameRoom.BYTES_MIN;
    private int pdBytesMax = FrameRoom.BYTES_MIN;

    PdSession(int address, PdSecurity security, long nowNs) {
        this.address = address;
        this.security = security;
        this.attempts = new Attempts(nowNs);
        this.stage = first();
        this.dueNs = nowNs;
        this.sentNs = nowNs;
        this.promptUntilNs = nowNs;
        this.restUntilNs = nowNs;
    }

    int address() {
        return address;
    }

    /// Whether it answers and has a reader.
    boolean online() {
        return ready && !points.absent();
    }

    Attempts attempts() {
        return attempts;
    }

    PdStatistics statistics() {
        return tally.snapshot(address, ready, points);
    }

    long dueNs() {
        return dueNs;
    }

    /// When a command was sent last.
    long sentNs() {
        return sentNs;
    }

    PdHealth health() {
        if (!heard || misses > QUICK_TRIES_MAX) return PdHealth.DEAD;
        return misses == 0 ? PdHealth.LIVE : PdHealth.MISSING;
    }

    /// Whether something for the person at the door waits, and nothing hinders it.
    boolean urgent() {
        return stage == PdStage.READY && command == null && agenda.urgent();
    }

    /// Until when nothing may be sent, because an answer may still be under way.
    long restUntilNs() {
        return restUntilNs;
    }

    void wish(Wish newest) {
        agenda.wish(newest);
    }

    void order(Order order, long nowNs) {
        agenda.order(order);
        if (stage == PdStage.READY && command == null) dueNs = Math.max(restUntilNs, nowNs);
    }

    /// Begins to give the PD a new key; one at a time.
    void pair(Pairing begun, long nowNs) {
        if (!security.pair(begun)) return;
        dueNs = nowNs;
        startOver(nowNs);
    }

    /// Gives up whatever is under way for an installer.
    void end(String why) {
        agenda.end(why);
        security.endPairing(why);
    }

    /// The bytes to send now: the command that still lacks its reply, or the next one.
    byte[] send(long nowNs) {
        sentNs = nowNs;
        if (command != null) {
            tally.sentAgain();
            return sent;
        }
        Command next = next(nowNs);
        if (next instanceof Command.Poll) polledNs = nowNs;
        command = next;
        unanswered = false;
        sent = wrap(next);
        return sent;
    }

    /// Whether the frame is the reply that is waited for; then it is done with. `events` takes what it tells.
    boolean accept(OsdpFrame frame, long nowNs, List<ReaderEvent> events) {
        Command asked = command;
        if (asked == null || !frame.isReply() || (frame.pd() != address && address != OsdpFrame.ADDRESS_ANY))
            return false;
        // A checksum holds for one damaged frame in 256: it counts only where it was asked for, or at the start.
        if (crc && sequence != 0 && !frame.crc()) return false;
        if (security.open() && frame.secured() && frame.sequence() != sequence) return false; // a late one
        return switch (security.heard(frame, asked)) {
            case PdSecurity.Heard.Payload(Bytes payload) -> accept(asked, frame, payload, nowNs, events);
            case PdSecurity.Heard.Ignored _ -> false;
            case PdSecurity.Heard.Broken(String why) -> insecure(why, nowNs, 0, events);
        };
    }

    private boolean accept(Command asked, OsdpFrame frame, Bytes payload, long nowNs, List<ReaderEvent> events) {
        Reply reply = Reply.decode(payload);
        if (reply instanceof Reply.Busy) return busy(frame, nowNs);
        if (security.required() && !security.open()) return shakeHands(asked, frame, reply, nowNs, events);
        if (reply instanceof Reply.Nak nak && Answers.refusesSession(nak)) {
            tally.lastNak = nak.reason();
            restart(nowNs, sequence == 0 || nak.reason() != Reply.Nak.BAD_SEQUENCE ? REFUSED_NS : 0);
            return true;
        }
        if (frame.sequence() != sequence) return restartWished(frame, nowNs);
        if (!Answers.fits(asked, payload.at(0))) return false;
        if (reply instanceof Reply.Nak nak && nak.reason() == Reply.Nak.BAD_CHECK) return badCheck(nowNs);

        answered(frame, nowNs);
        take(asked, reply, nowNs, events);
        return true;
    }

    /// A step of the handshake: the next one, or all of it again after a while.
    private boolean shakeHands(Command asked, OsdpFrame frame, Reply reply, long nowNs, List<ReaderEvent> events) {
        if (reply instanceof Reply.Nak nak) {
            tally.lastNak = nak.reason();
            // Noise on the line, or a reader that has just been switched on: no alarm.
            if (nak.reason() == Reply.Nak.BAD_CHECK) return badCheck(nowNs);
            if (nak.reason() != Reply.Nak.BAD_SEQUENCE) return insecure(PdSecurity.REFUSES, nowNs, INSECURE_NS, events);
            restart(nowNs, REFUSED_NS);
            return true;
        }
        if (frame.sequence() != sequence) return false; // a late one
        if (!Answers.fits(asked, frame.code())) {
            // Number 0 was never given to anything but this handshake's first step.
            return sequence == 0 && insecure(PdSecurity.IN_THE_CLEAR, nowNs, INSECURE_NS, events);
        }
        if (reply instanceof Reply.Malformed) tally.malformed++;
        AcuHandshake.Fault fault = security.step(asked, frame);
        if (fault != null) return insecure(security.words(fault), nowNs, INSECURE_NS, events);
        answered(frame, nowNs);
        if (unanswered) rest(nowNs);
        dueNs = Math.max(nowNs, restUntilNs);
        advance(nowNs, events);
        if (security.keyToSet()) stage = PdStage.KEYSET;
        return true;
    }

    private boolean insecure(String why, long nowNs, long pauseNs, List<ReaderEvent> events) {
        if (security.tryOtherKey(why)) {
            restart(nowNs, Pairing.PAUSE_NS);
            return true;
        }
        tally.insecure(why);
        attempts.failed(why, nowNs, events);
        restart(nowNs, pauseNs);
        return true;
    }

    /// No reply came in time.
    void miss(long nowNs) {
        tally.missed(++misses > QUICK_TRIES_MAX);
        unanswered = true;
        dueNs = nowNs;
        boolean probing = stage == first() && sequence == 0;
        if (probing && misses > QUICK_TRIES_MAX) security.tryOtherKey(Pairing.SILENT);
        if (probing || (!ready && misses > QUICK_TRIES_MAX)) startOver(nowNs);
        if (misses > QUICK_TRIES_MAX && !ready) heard = false;
    }

    /// Reports the PD offline when its time is over, and ends what an installer asked for in vain.
    void expire(long nowNs, List<ReaderEvent> events) {
        agenda.expire(nowNs);
        attempts.expire(nowNs, events);
        points.expire(nowNs, events);
        if (security.expire(nowNs)) restart(nowNs, 0);
        if (!ready || nowNs - readyNs < OFFLINE_NS) return;
        ready = false;
        heard = false;
        startOver(nowNs);
        tell(nowNs, events);
    }

    private void tell(long nowNs, List<ReaderEvent> events) {
        if (online() == toldOnline) return;
        toldOnline = !toldOnline;
        events.add(toldOnline ? new ReaderEvent.Online(nowNs) : new ReaderEvent.Offline(nowNs));
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        long ownNs = Math.min(ready ? readyNs + OFFLINE_NS : Long.MAX_VALUE, points.expiresNs());
        return Math.min(Math.min(ownNs, attempts.expiresNs()), Math.min(agenda.expiresNs(), security.expiresNs()));
    }

    /// The line was opened: whatever was under way is void. No frame may be longer than `bytesMax`, for the
    /// others' sake; a reply takes `replyNs` at most.
    void lineUp(long nowNs, int bytesMax, long replyNs) {
        this.replyNs = replyNs;
        heard = false;
        misses = 0;
        dueNs = nowNs;
        lineBytesMax = bytesMax;
        startOver(nowNs);
    }

    private Command next(long nowNs) {
        return switch (stage) {
            case CHLNG -> security.challenge();
            case SCRYPT -> new Command.ServerCryptogram(Bytes.EMPTY); // the handshake knows its bytes
            // Some readers answer ID only after a POLL: every third probe is one.
            case ID -> sequence == 0 && probes++ % 3 == 2 ? new Command.Poll() : new Command.Id(0);
            case CAP -> new Command.Capabilities();
            case LSTAT -> new Command.LocalStatus();
            case ISTAT -> new Command.InputStatus();
            case RSTAT -> new Command.ReaderStatus();
            case KEYSET -> security.keySet();
            case READY ->
                agenda.next(new FrameRoom(Math.min(lineBytesMax, pdBytesMax), security.open()), points.absent(), nowNs);
        };
    }

    /// The only way out, as [PdSecurity#heard] is the only way in.
    private byte[] wrap(Command next) {
        return OsdpCodec.encodeMarked(security.frame(address, sequence, crc, next));
    }

    private PdStage first() {
        return security.required() ? PdStage.CHLNG : PdStage.ID;
    }

    private boolean busy(OsdpFrame frame, long nowNs) {
        if (frame.sequence() != 0 && frame.sequence() != sequence) return false;
        tally.askedToWait();
        heard = true;
        misses = 0;
        dueNs = nowNs + BUSY_NS;
        return true; // but no answer: a PD that is busy for the whole offline limit is offline
    }

    /// Sequence number 0 to another number: the PD has been started anew. The same reply once more is only late.
    private boolean restartWished(OsdpFrame frame, long nowNs) {
        if (frame.sequence() != 0 || frame.equals(accepted)) return false;
        restart(nowNs, 0);
        return true;
    }

    private boolean badCheck(long nowNs) {
        misses = 0;
        dueNs = nowNs;
        if (++badChecks < BAD_CHECKS_MAX) return true;
        crc = !crc;
        restart(nowNs, 0);
        return true;
    }

    private void restart(long nowNs, long pauseNs) {
        heard = true;
        misses = 0;
        dueNs = nowNs + pauseNs;
        startOver(nowNs);
    }

    private void startOver(long nowNs) {
        security.close();
        agenda.restarted(nowNs);
        stage = first();
        sequence = 0;
        badChecks = 0;
        command = null;
    }

    private void answered(OsdpFrame frame, long nowNs) {
        tally.heard(nowNs, ready);
        tally.exchanges++;
        accepted = frame;
        command = null;
        heard = true;
        misses = 0;
        badChecks = 0;
        sequence = sequence % 3 + 1;
    }

    private void take(Command asked, Reply reply, long nowNs, List<ReaderEvent> events) {
        if (reply instanceof Reply.Nak nak) tally.lastNak = nak.reason();
        if (reply instanceof Reply.Malformed) tally.malformed++;
        if (reply instanceof Reply.Identity id) tally.identity = id;
        if (reply instanceof Reply.Capabilities caps && crc && Answers.checksumOnly(caps)) {
            crc = false;
            restart(nowNs, 0);
            return;
        }
        if (reply instanceof Reply.Capabilities caps) pdBytesMax = Answers.receiveBytes(caps);
        if (stage == PdStage.KEYSET) {
            security.keyAnswered(reply);
            restart(nowNs, 0);
            return;
        }
        if (points.take(reply, nowNs, events)) promptUntilNs = nowNs + PROMPT_FOR_NS;
        if (unanswered) rest(nowNs);
        if (stage == PdStage.READY) {
            readyNs = nowNs;
            tell(nowNs, events);
            agenda.answered(reply, nowNs);
            long pollNs = nowNs - promptUntilNs < 0 ? nowNs + PROMPT_NS : polledNs + POLL_NS;
            dueNs = Math.max(restUntilNs, agenda.dueNs(pollNs, nowNs));
        } else {
            dueNs = Math.max(nowNs, restUntilNs);
            boolean poll = asked instanceof Command.Poll;
            if (!poll) advance(nowNs, events);
        }
    }

    /// A command that was sent twice may be answered twice, and three numbers on the second answer would look
    /// like a new one: so the PD is left alone until it can no longer come.
    private void rest(long nowNs) {
        restUntilNs = sentNs + replyNs;
        promptUntilNs = nowNs;
    }

    private void advance(long nowNs, List<ReaderEvent> events) {
        stage = stage.next();
        if (stage != PdStage.READY) return;
        tally.broughtUp();
        readyNs = nowNs;
        polledNs = nowNs - POLL_NS;
        agenda.reconnected(nowNs);
        ready = true;
        tell(nowNs, events);
    }
}
