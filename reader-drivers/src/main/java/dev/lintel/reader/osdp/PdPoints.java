package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Turns a PD's replies into reader events, and remembers its switches so that only changes are events.
final class PdPoints {
    private boolean caseOpen;
    private boolean readerOpen;
    private boolean powerFailed;
    private final AlarmPoint tamper = new AlarmPoint();
    private final AlarmPoint power = new AlarmPoint();
    private final ReaderPresence presence = new ReaderPresence();
    private Bytes inputs = Bytes.EMPTY;

    boolean tampered() {
        return caseOpen || readerOpen;
    }

    boolean powerFailed() {
        return powerFailed;
    }

    /// Whether the PD answers and says that none of its readers is connected to it, or said so a moment ago.
    boolean absent() {
        return presence.absent();
    }

    /// Whether the reply was a card or a key, to which somebody will answer with the LED.
    boolean take(Reply reply, long nowNs, List<ReaderEvent> events) {
        boolean shown = read(reply, nowNs, events);
        if (shown) presence.connected(nowNs); // a card needs a reader to be shown to
        presence.answered(nowNs);
        return shown;
    }

    private boolean read(Reply reply, long nowNs, List<ReaderEvent> events) {
        return switch (reply) {
            case Reply.Raw r -> {
                events.add(new ReaderEvent.Card(r.bits(), nowNs));
                yield true;
            }
            case Reply.Formatted r -> {
                String text = characters(r);
                if (!text.isEmpty()) events.add(new ReaderEvent.Text(text, false, nowNs));
                yield !text.isEmpty();
            }
            case Reply.Keypad r -> {
                String keys = keys(r.keys());
                if (!keys.isEmpty()) events.add(new ReaderEvent.Keys(keys, nowNs));
                yield !keys.isEmpty();
            }
            case Reply.LocalStatus r -> {
                tamper(r.tamper(), readerOpen, nowNs, events);
                powerFailed = r.power();
                power.told(powerFailed, nowNs, powerEvents(nowNs, events));
                yield false;
            }
            case Reply.ReaderStatus r -> {
                tamper(caseOpen, contains(r.readers(), Reply.ReaderStatus.TAMPER), nowNs, events);
                if (all(r.readers(), Reply.ReaderStatus.NOT_CONNECTED)) presence.disconnected(nowNs);
                else presence.connected(nowNs);
                yield false;
            }
            case Reply.InputStatus r -> {
                boolean atPeace = inputs.isEmpty() && all(r.inputs(), 0);
                if (!atPeace && !r.inputs().equals(inputs)) events.add(new ReaderEvent.Inputs(r.inputs(), nowNs));
                inputs = r.inputs();
                yield false;
            }
            case Reply.Manufacturer r -> {
                events.add(new ReaderEvent.Vendor(r.vendor(), r.data(), nowNs));
                yield false;
            }
            case Reply.Ack _,
                    Reply.Nak _,
                    Reply.Identity _,
                    Reply.Capabilities _,
                    Reply.OutputStatus _,
                    Reply.Com _,
                    Reply.BioRead _,
                    Reply.BioMatch _,
                    Reply.ExtendedIdentity _,
                    Reply.ClientCryptogram _,
                    Reply.InitialMac _,
                    Reply.FileStatus _,
                    Reply.PivData _,
                    Reply.ExtendedRead _,
                    Reply.Busy _,
                    Reply.Other _,
                    Reply.Malformed _ -> false;
        };
    }

    private void tamper(boolean caseNow, boolean readerNow, long nowNs, List<ReaderEvent> events) {
        caseOpen = caseNow;
        readerOpen = readerNow;
        tamper.told(tampered(), nowNs, tamperEvents(nowNs, events));
    }

    /// Reports changes that were kept back, see [AlarmPoint].
    void expire(long nowNs, List<ReaderEvent> events) {
        tamper.expire(nowNs, tamperEvents(nowNs, events));
        power.expire(nowNs, powerEvents(nowNs, events));
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        return Math.min(tamper.expiresNs(), power.expiresNs());
    }

    private static AlarmPoint.Sink tamperEvents(long nowNs, List<ReaderEvent> events) {
        return (on, changes) -> events.add(new ReaderEvent.Tamper(on, changes, nowNs));
    }

    private static AlarmPoint.Sink powerEvents(long nowNs, List<ReaderEvent> events) {
        return (failed, changes) -> events.add(new ReaderEvent.Power(failed, changes, nowNs));
    }

    /// What an old reader read, as text and as sent, whichever way the card went through; empty when it is none.
    private static String characters(Reply.Formatted reply) {
        String text = new String(reply.characters().toArray(), StandardCharsets.ISO_8859_1);
        return text.chars().allMatch(c -> c >= ' ' && c <= '~') ? text.strip() : "";
    }

    /// The keys a door knows, in order; function keys of larger keypads are left out.
    private static String keys(Bytes sent) {
        var keys = new StringBuilder();
        for (int i = 0; i < sent.size(); i++) {
            int key = sent.at(i);
            if (key >= '0' && key <= '9') keys.append((char) key);
            else if (key == Reply.Keypad.ENTER || key == '#') keys.append('#');
            else if (key == Reply.Keypad.CLEAR || key == '*') keys.append('*');
        }
        return keys.toString();
    }

    private static boolean all(Bytes bytes, int value) {
        for (int i = 0; i < bytes.size(); i++) if (bytes.at(i) != value) return false;
        return true;
    }

    private static boolean contains(Bytes bytes, int value) {
        for (int i = 0; i < bytes.size(); i++) if (bytes.at(i) == value) return true;
        return false;
    }
}
