package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.LedColour;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One simulated PD as a machine: a frame and the time in, a reply out. Holds no clock and no line.
///
/// ```
///   number 0                        -> forget the conversation, execute
///   the number before, same frame   -> the same reply again, nothing is executed twice
///   the next number, or the same
///   number with another command     -> execute
///   any other number                -> NAK 4
/// ```
///
/// What it does on a command is [PdFunctions]'; sessions and keys are [PdSecurity]'s, address and speed
/// [PdLine]'s.
public final class OsdpPd {
    static final long OFFLINE_NS = 8_000_000_000L;

    /// How long it hears nothing while it starts with what it was sent as a file.
    static final long RESTART_NS = 2_000_000_000L;

    /// Keys that fit in the smallest packet buffer of the standard.
    private static final int KEYS_MAX = 64;

    /// The control byte's bit.
    private static final int CRC = 0x04;

    private final PdSettings settings;
    private final PdLog log = new PdLog();
    private final PdLine line;
    private final PdSecurity security;
    private final PdFunctions functions;

    private @Nullable OsdpFrame asked;
    private @Nullable OsdpFrame answered;
    private boolean conversing;
    private int sequence;
    private boolean heard;
    private long heardNs;
    private long deafUntilNs;
    private long executed;
    private int busy;
    private int refusals;
    private int refusal;

    /// A PD whose random numbers follow from its serial number.
    public OsdpPd(PdSpec spec, long nowNs) {
        this(spec, PdSecurity.randomOf(spec.serial()), nowNs);
    }

    /// A PD with another source of random numbers, 8 bytes each.
    OsdpPd(PdSpec spec, Supplier<Bytes> random, long nowNs) {
        this(spec, PdSecurity.eight(spec.serial()), random, nowNs);
    }

    /// A PD with another cUID, too: 8 bytes.
    OsdpPd(PdSpec spec, Bytes cuid, Supplier<Bytes> random, long nowNs) {
        this.settings = spec.settings();
        this.heardNs = nowNs;
        this.deafUntilNs = nowNs;
        this.line = new PdLine(spec, log);
        this.security = new PdSecurity(spec, log, cuid, random);
        this.functions = new PdFunctions(spec, log, security, line, nowNs);
    }

    /// Tells `listener` from now on what it does, on the thread of whoever brings the frame.
    public void listener(Consumer<PdEvent> listener) {
        log.listener(listener);
    }

    /// The address it answers to now; COMSET changes it.
    public int address() {
        return line.address();
    }

    /// The speed it hears, in bits a second; 0 for any.
    public int baud() {
        return line.baud();
    }

    /// Whether it begins its frames with a mark byte.
    boolean marks() {
        return !settings.has(PdTrait.NO_MARK);
    }

    /// Queues a card. Returns whether there was room.
    public boolean presentCard(CardBits bits, long nowNs) {
        return functions.queue.add(new Reply.Raw(0, 1, bits), nowNs);
    }

    /// Queues keys, `0`-`9`, `*`, `#`; others throw `IllegalArgumentException`. Returns whether there was room.
    public boolean pressKeys(String keys, long nowNs) {
        if (keys.isEmpty() || keys.length() > KEYS_MAX || !keys.matches("[0-9*#]+")) {
            throw new IllegalArgumentException("keys are 1 to " + KEYS_MAX + " of 0-9, * and #: " + keys.length());
        }
        String sent = keys.replace('#', (char) Reply.Keypad.ENTER).replace('*', (char) Reply.Keypad.CLEAR);
        Bytes bytes = Bytes.copyOf(sent.getBytes(StandardCharsets.ISO_8859_1));
        return functions.queue.add(new Reply.Keypad(0, bytes), nowNs);
    }

    /// Queues any answer to a POLL. Returns whether there was room.
    public boolean say(Reply reply, long nowNs) {
        return functions.queue.add(reply, nowNs);
    }

    /// Puts another key into it, or none.
    public void key(@Nullable Scbk key) {
        security.key(key);
    }

    /// Whether it has a key of its own.
    public boolean hasKey() {
        return security.hasKey();
    }

    /// Whether a secure session is open.
    public boolean secure() {
        return security.open();
    }

    /// Puts a key that fits nobody's in place of its own, until null is given.
    public void wrongKey(@Nullable Scbk other) {
        security.wrongKey(other);
    }

    /// Answers everything in the clear, as if it knew nothing of security.
    public void plainOnly(boolean on) {
        security.plainOnly(on);
    }

    /// The next `times` commands are answered BUSY, and not carried out.
    public void busy(int times) {
        busy = times;
    }

    boolean isBusy() {
        return busy > 0;
    }

    /// The next `times` commands are answered with that NAK in the clear, and not carried out.
    public void refuse(int reason, int times) {
        refusal = reason;
        refusals = times;
    }

    /// Opens or closes the case; told at the next POLL.
    public void tamper(boolean on) {
        functions.parts.tamper(on);
    }

    /// Its supply fails or is back; told at the next POLL.
    public void powerFailure(boolean on) {
        functions.parts.power(on);
    }

    /// Switches an input to a state as in ISTATR; told at the next POLL. Throws `IllegalArgumentException` in
    /// words.
    public void input(int number, int state) {
        functions.parts.input(number, state);
    }

    /// The reading head's state as in RSTATR; told at the next POLL. Throws `IllegalArgumentException` in words.
    public void head(int state) {
        functions.parts.reader(state);
    }

    /// Power off and on: everything learnt is gone but address, speed and, in most readers, the key.
    public void reboot(long nowNs) {
        log.tell("restarted");
        functions.restart(nowNs);
        heard = false;
        forget();
        security.restarted();
    }

    /// Answers a frame that arrived whole at `nowNs`; null when it is not for this PD.
    public @Nullable OsdpFrame answer(OsdpFrame frame, long nowNs) {
        if (nowNs < deafUntilNs || frame.isReply()) return null;
        if (frame.pd() != address() && frame.pd() != OsdpFrame.ADDRESS_ANY) return null;
        // Begun with CRC, it goes on with CRC: a damaged frame whose checksum fits by chance must do nothing.
        if (conversing && asked != null && frame.sequence() != 0 && asked.crc() && !frame.crc()) return null;
        expire(nowNs);
        if (!heard) log.tell("online");
        heard = true;
        heardNs = nowNs;

        OsdpFrame refused = refused(frame);
        if (refused != null) return refused;
        if (frame.sequence() == 0) forget();
        else if (frame.equals(asked) && answered != null) return answered;
        else if (!conversing || !follows(frame)) return reply(frame, new Reply.Nak(outOfStep(frame)));

        sequence = frame.sequence();
        conversing = true;
        asked = frame;
        OsdpFrame reply = checked(security.answer(frame, command -> execute(command, nowNs)));
        answered = reply;
        line.moved();
        if (functions.file.takeRestart()) restart(nowNs);
        return reply;
    }

    /// Ends the session when nobody has talked to it for 8 s.
    void expire(long nowNs) {
        if (!heard || nowNs - heardNs < OFFLINE_NS) return;
        forget();
        heard = false;
        log.tell("offline");
    }

    /// Whether the ACU has talked to it within the offline limit.
    public boolean online(long nowNs) {
        return heard && nowNs - heardNs < OFFLINE_NS;
    }

    /// What the first LED shines now.
    public LedColour led(long nowNs) {
        return led(0, nowNs);
    }

    public LedColour led(int number, long nowNs) {
        return functions.parts.led(number, nowNs);
    }

    public boolean output(int number, long nowNs) {
        return functions.parts.output(number, nowNs);
    }

    public boolean sounding(long nowNs) {
        return functions.parts.sounding(nowNs);
    }

    /// What stands on the display, a row a line.
    public String text(long nowNs) {
        return functions.parts.text(nowNs);
    }

    /// SHA-256, in hex, of the last file that came whole; null before one did.
    public @Nullable String fileDigest() {
        PdFile.Received received = functions.file.received();
        return received == null ? null : received.sha256();
    }

    /// Commands carried out; repeats do not count.
    public long executed() {
        return executed;
    }

    /// What is answered without a look inside.
    private @Nullable OsdpFrame refused(OsdpFrame frame) {
        boolean repeat = frame.sequence() != 0 && frame.equals(asked);
        if (busy > 0 && !repeat) {
            busy--;
            return OsdpFrame.reply(frame.pd(), 0, frame.crc(), new Reply.Busy().payload());
        }
        if (refusals > 0 && !repeat) {
            refusals--;
            OsdpFrame nak = reply(frame, new Reply.Nak(refusal));
            if (refusal != Reply.Nak.BAD_CHECK && refusal != Reply.Nak.BAD_SEQUENCE) remember(frame, nak);
            return nak;
        }
        if (frame.crc() && settings.has(PdTrait.CHECKSUM_ONLY)) {
            return OsdpFrame.reply(frame.pd(), frame.sequence(), false, new Reply.Nak(Reply.Nak.BAD_CHECK).payload());
        }
        int max = settings.parts().receiveBytes();
        if (max < OsdpCodec.FRAME_BYTES_MAX && OsdpCodec.encode(frame).length > max) {
            return reply(frame, new Reply.Nak(Reply.Nak.BAD_LENGTH));
        }
        return null;
    }

    /// What is refused for itself, not for how it arrived, was a turn of the conversation: else the ACU's third
    /// number from here would look like a repeat of the command before.
    private void remember(OsdpFrame frame, OsdpFrame reply) {
        if (frame.sequence() == 0) forget();
        else if (!conversing || !follows(frame)) return;
        sequence = frame.sequence();
        conversing = true;
        asked = frame;
        answered = reply;
    }

    private Reply execute(Command command, long nowNs) {
        executed++;
        if (!(command instanceof Command.Poll)) {
            int code = command.payload().at(0);
            String name = OsdpNames.command(code);
            log.tell("command", Map.of("code", code, "name", name == null ? "?" : name));
        }
        return functions.execute(command, nowNs);
    }

    /// Of a reply that has no MAC: one with a MAC was made with the check it is sent with.
    private OsdpFrame checked(OsdpFrame reply) {
        if (reply.crc() || !settings.has(PdTrait.CRC_ALWAYS)) return reply;
        return new OsdpFrame(reply.address(), reply.control() | CRC, reply.block(), reply.payload());
    }

    private void restart(long nowNs) {
        reboot(nowNs);
        deafUntilNs = nowNs + RESTART_NS;
    }

    private void forget() {
        security.close();
        asked = null;
        answered = null;
        conversing = false;
        sequence = 0;
    }

    /// A frame of a session that is over tells the ACU more by NAK 6 than by a wrong number.
    private int outOfStep(OsdpFrame frame) {
        boolean lost = frame.secured() && !security.open() && security.capable();
        return lost ? Reply.Nak.SECURITY_REQUIRED : Reply.Nak.BAD_SEQUENCE;
    }

    private boolean follows(OsdpFrame frame) {
        return frame.sequence() == sequence % 3 + 1 || frame.sequence() == sequence;
    }

    private static OsdpFrame reply(OsdpFrame command, Reply reply) {
        return OsdpFrame.reply(command.pd(), command.sequence(), command.crc(), reply.payload());
    }
}
