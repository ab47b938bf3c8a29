package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.LedColour;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
/// Cards and keys wait in a queue and go out one a POLL. What nobody has fetched for 8 s is forgotten, as a person
/// would have walked away: a card of minutes ago must not open a door when a cable is mended.
public final class OsdpPd {
    static final long OFFLINE_NS = 8_000_000_000L;

    /// More than a person can present or type before the next poll.
    static final int QUEUE_MAX = 32;

    /// Keys that fit in the smallest packet buffer of the standard.
    private static final int KEYS_MAX = 64;

    private static final int RECEIVE_BYTES = 1440;
    private static final int LEDS = 2;
    private static final int OUTPUTS = 1;
    private static final int ANY_ADDRESS = OsdpFrame.ADDRESS_ANY;

    private record Waiting(Reply reply, long sinceNs) {}

    private final PdSpec spec;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final Map<Integer, PdLed> leds = new HashMap<>();
    private PdBuzzer buzzer = new PdBuzzer();
    private int address;
    private boolean tamper;
    private boolean tamperUntold;
    private PdOutput output = new PdOutput();
    private String text = "";

    private @Nullable OsdpFrame asked;
    private @Nullable OsdpFrame answered;
    private boolean conversing;
    private int sequence;
    private boolean heard;
    private final PdSecurity security;
    private long heardNs;
    private long executed;

    public OsdpPd(PdSpec spec, long nowNs) {
        this.spec = spec;
        this.address = spec.address();
        this.heardNs = nowNs;
        this.security = new PdSecurity(spec.key(), spec.serial());
        for (int i = 0; i < LEDS; i++) leds.put(i, new PdLed(nowNs));
    }

    /// The address it answers to now; COMSET changes it.
    public int address() {
        return address;
    }

    /// Queues a card. Returns whether there was room.
    public boolean presentCard(CardBits bits, long nowNs) {
        return enqueue(new Reply.Raw(0, 1, bits), nowNs);
    }

    /// Queues keys, `0`-`9`, `*`, `#`; others throw `IllegalArgumentException`. Returns whether there was room.
    public boolean pressKeys(String keys, long nowNs) {
        if (keys.isEmpty() || keys.length() > KEYS_MAX || !keys.matches("[0-9*#]+")) {
            throw new IllegalArgumentException("keys are 1 to " + KEYS_MAX + " of 0-9, * and #: " + keys.length());
        }
        String sent = keys.replace('#', (char) Reply.Keypad.ENTER).replace('*', (char) Reply.Keypad.CLEAR);
        return enqueue(new Reply.Keypad(0, Bytes.copyOf(sent.getBytes(StandardCharsets.ISO_8859_1))), nowNs);
    }

    /// Puts another key into it, or none.
    public void key(@Nullable Scbk key) {
        security.key(key);
    }

    /// Opens or closes the case; told at the next POLL.
    public void tamper(boolean on) {
        tamperUntold |= tamper != on;
        tamper = on;
    }

    /// Power off and on: everything learnt is gone.
    public void reboot(long nowNs) {
        queue.clear();
        leds.replaceAll((_, _) -> new PdLed(nowNs));
        buzzer = new PdBuzzer();
        output = new PdOutput();
        text = "";
        heard = false;
        forget();
    }

    /// Answers a frame that arrived whole at `nowNs`; null when it is not for this PD.
    public @Nullable OsdpFrame answer(OsdpFrame frame, long nowNs) {
        if (frame.isReply() || (frame.pd() != address && frame.pd() != ANY_ADDRESS)) return null;
        // Begun with CRC, it goes on with CRC: a damaged frame whose checksum fits by chance must do nothing.
        if (conversing && asked != null && frame.sequence() != 0 && asked.crc() && !frame.crc()) return null;
        if (heard && nowNs - heardNs >= OFFLINE_NS) forget();
        heard = true;
        heardNs = nowNs;

        if (frame.sequence() == 0) forget();
        else if (frame.equals(asked) && answered != null) return answered;
        else if (!conversing || !follows(frame)) return reply(frame, new Reply.Nak(Reply.Nak.BAD_SEQUENCE));

        sequence = frame.sequence();
        conversing = true;
        asked = frame;
        OsdpFrame reply = security.answer(frame, command -> execute(command, nowNs));
        answered = reply;
        return reply;
    }

    /// Whether the ACU has talked to it within the offline limit.
    public boolean online(long nowNs) {
        return heard && nowNs - heardNs < OFFLINE_NS;
    }

    /// What the first LED shines now.
    public LedColour led(long nowNs) {
        PdLed led = leds.get(0);
        return led == null ? LedColour.OFF : led.colour(nowNs);
    }

    public boolean sounding(long nowNs) {
        return buzzer.sounding(nowNs);
    }

    /// What stands on the display.
    public String text() {
        return text;
    }

    /// Commands carried out; repeats do not count.
    public long executed() {
        return executed;
    }

    private boolean enqueue(Reply reply, long nowNs) {
        dropOld(nowNs);
        return queue.size() < QUEUE_MAX && queue.add(new Waiting(reply, nowNs));
    }

    private void dropOld(long nowNs) {
        queue.removeIf(w -> nowNs - w.sinceNs >= OFFLINE_NS);
    }

    private void forget() {
        security.close();
        asked = null;
        answered = null;
        conversing = false;
        sequence = 0;
    }

    private boolean follows(OsdpFrame frame) {
        return frame.sequence() == sequence % 3 + 1 || frame.sequence() == sequence;
    }

    private static OsdpFrame reply(OsdpFrame command, Reply reply) {
        return OsdpFrame.reply(command.pd(), command.sequence(), command.crc(), reply.payload());
    }

    private Reply execute(Command command, long nowNs) {
        executed++;
        return switch (command) {
            case Command.Poll _ -> poll(nowNs);
            case Command.Id _ -> new Reply.Identity(Bytes.of(0x4C, 0x4E, 0x54), 1, 1, spec.serial(), Bytes.of(0, 1, 0));
            case Command.Capabilities _ -> capabilities();
            case Command.LocalStatus _ -> localStatus();
            case Command.InputStatus _ -> new Reply.InputStatus(Bytes.EMPTY);
            case Command.OutputStatus _ -> outputStatus(nowNs);
            case Command.ReaderStatus _ -> new Reply.ReaderStatus(Bytes.of(0));
            case Command.Output c -> outputs(c.records(), nowNs);
            case Command.Led c -> light(c.records(), nowNs);
            case Command.Buzzer c -> sound(c, nowNs);
            case Command.Text c -> {
                text = c.text();
                yield new Reply.Ack();
            }
            case Command.ComSet c -> {
                if (c.address() >= ANY_ADDRESS) yield new Reply.Nak(Reply.Nak.BAD_LENGTH);
                address = c.address();
                yield new Reply.Com(c.address(), c.baud());
            }
            case Command.Malformed _ -> new Reply.Nak(Reply.Nak.BAD_LENGTH);
            case Command.KeySet _, Command.Challenge _, Command.ServerCryptogram _ ->
                new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED);
            case Command.BioRead _,
                    Command.BioMatch _,
                    Command.ReceiveSize _,
                    Command.FileTransfer _,
                    Command.Manufacturer _,
                    Command.ExtendedWrite _,
                    Command.Abort _,
                    Command.PivData _,
                    Command.KeepActive _,
                    Command.Other _ -> new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND);
        };
    }

    private Reply poll(long nowNs) {
        dropOld(nowNs);
        if (tamperUntold) return localStatus();
        Waiting next = queue.poll();
        return next == null ? new Reply.Ack() : next.reply;
    }

    private Reply localStatus() {
        tamperUntold = false;
        return new Reply.LocalStatus(tamper, false);
    }

    private Reply outputs(List<Command.OutputRecord> records, long nowNs) {
        for (Command.OutputRecord r : records) {
            if (r.output() >= OUTPUTS || !PdOutput.valid(r)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        }
        for (Command.OutputRecord r : records) output.apply(r, nowNs);
        return outputStatus(nowNs);
    }

    private Reply outputStatus(long nowNs) {
        return new Reply.OutputStatus(Bytes.of(output.on(nowNs) ? 1 : 0));
    }

    private Reply light(List<Command.LedRecord> records, long nowNs) {
        for (Command.LedRecord r : records) {
            if (r.reader() != 0 || r.led() >= LEDS || !PdLed.valid(r)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        }
        for (Command.LedRecord r : records) {
            leds.computeIfPresent(r.led(), (_, led) -> {
                led.apply(r, nowNs);
                return led;
            });
        }
        return new Reply.Ack();
    }

    private Reply sound(Command.Buzzer command, long nowNs) {
        if (command.reader() != 0 || !PdBuzzer.valid(command)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        buzzer.apply(command, nowNs);
        return new Reply.Ack();
    }

    private static Reply capabilities() {
        return new Reply.Capabilities(List.of(
                new Reply.Capability(2, 1, OUTPUTS),
                new Reply.Capability(3, 1, 0),
                new Reply.Capability(4, 4, LEDS),
                new Reply.Capability(5, 2, 1),
                new Reply.Capability(6, 1, 1),
                new Reply.Capability(Reply.Capability.CHECK, 1, 0),
                new Reply.Capability(9, 0, 0),
                new Reply.Capability(Reply.Capability.RECEIVE_BUFFER, RECEIVE_BYTES & 0xFF, RECEIVE_BYTES >> 8),
                new Reply.Capability(13, 0, 1),
                new Reply.Capability(16, 2, 0)));
    }
}
