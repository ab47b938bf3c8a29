package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.SecureSession;
import java.util.Map;

/// What a simulated reader does on each command: the command and the time in, the reply out. Whoever calls has made
/// sure that it may be done, and only once. The bus's thread.
final class PdFunctions {
    /// What every ACU takes that has not told another number by ACURXSIZE.
    private static final int ACU_BYTES = 128;

    private final PdSpec spec;
    private final PdLog log;
    private final PdSecurity security;
    private final PdLine line;
    final PdParts parts;
    final PdFile file;
    final PdQueue queue;
    private int acuBytes = ACU_BYTES;

    PdFunctions(PdSpec spec, PdLog log, PdSecurity security, PdLine line, long nowNs) {
        this.spec = spec;
        this.log = log;
        this.security = security;
        this.line = line;
        this.parts = new PdParts(spec.settings(), log, nowNs);
        this.file = new PdFile(spec.settings().files(), log);
        this.queue = new PdQueue(log);
    }

    void restart(long nowNs) {
        queue.clear();
        parts.restart(nowNs);
        file.end();
        acuBytes = ACU_BYTES;
    }

    Reply execute(Command command, long nowNs) {
        return switch (command) {
            case Command.Poll _ -> poll(nowNs);
            case Command.Id c -> PdIdentity.identity(c, spec.serial(), replyDataMax());
            case Command.Capabilities _ -> capabilities();
            case Command.LocalStatus _ -> parts.localStatus();
            case Command.InputStatus _ -> parts.inputStatus();
            case Command.OutputStatus _ -> parts.outputStatus(nowNs);
            case Command.ReaderStatus _ -> parts.readerStatus();
            case Command.Output c -> parts.drive(c, nowNs);
            case Command.Led c -> parts.light(c, nowNs);
            case Command.Buzzer c -> parts.sound(c, nowNs);
            case Command.Text c -> parts.show(c, nowNs);
            case Command.ComSet c -> comSet(c);
            case Command.FileTransfer c -> file.take(c, !queue.isEmpty());
            case Command.Manufacturer c -> manufacturer(c);
            case Command.ReceiveSize c -> receiveSize(c);
            case Command.Abort _ -> abort();
            case Command.KeepActive c -> keepActive(c);
            case Command.Malformed _ -> new Reply.Nak(Reply.Nak.BAD_LENGTH);
            // A reader that knows sessions takes these in its security, and this only outside of one.
            case Command.KeySet _ -> new Reply.Nak(Reply.Nak.SECURITY_REQUIRED);
            case Command.Challenge _, Command.ServerCryptogram _ -> new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED);
            case Command.BioRead _, Command.BioMatch _, Command.ExtendedWrite _, Command.PivData _, Command.Other _ ->
                new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND);
        };
    }

    private Reply comSet(Command.ComSet command) {
        boolean kept = spec.settings().has(PdTrait.COMSET_IN_SESSION) && !security.open();
        return kept ? new Reply.Nak(Reply.Nak.SECURITY_REQUIRED) : line.set(command);
    }

    private Reply poll(long nowNs) {
        Reply status = parts.untold(nowNs);
        if (status != null) return status;
        Reply next = queue.next(nowNs);
        return next == null ? new Reply.Ack() : next;
    }

    private Reply capabilities() {
        return PdIdentity.capabilities(spec.settings(), security.capable(), security.takesStandardKey());
    }

    private Reply receiveSize(Command.ReceiveSize command) {
        acuBytes = Math.max(ACU_BYTES, command.bytes()); // less than everybody takes is a slip
        log.tell("acu-receive-size", Map.of("bytes", acuBytes));
        return new Reply.Ack();
    }

    private Reply abort() {
        file.end();
        log.tell("abort");
        return new Reply.Ack();
    }

    private Reply keepActive(Command.KeepActive command) {
        log.tell("keep-active", Map.of("ms", command.milliseconds()));
        return new Reply.Ack();
    }

    /// Our own maker's one command: says what it was told.
    private Reply manufacturer(Command.Manufacturer command) {
        if (!command.vendor().equals(PdIdentity.VENDOR)) return new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND);
        int size = command.vendor().size() + command.data().size();
        if (size > replyDataMax()) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        log.tell("manufacturer", Map.of("data", command.data().hex()));
        return new Reply.Manufacturer(command.vendor(), command.data());
    }

    /// How much data, code aside, fits in a reply that the ACU takes, be it secured or not.
    private int replyDataMax() {
        return SecureSession.payloadBytesMax(acuBytes, true) - 1;
    }
}
