package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.LedColour;
import dev.lintel.reader.osdp.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What can be seen, heard and touched at one simulated reader: LEDs, buzzer, display, outputs, inputs, case,
/// supply. Commands and the time in, replies out. What changes is told at the next POLL, one kind each. The bus's
/// thread.
final class PdParts {
    private static final int INPUT_STATE_MAX = 5;
    private static final int READER_STATE_MAX = 2;

    private final PdSettings settings;
    private final PdLog log;
    private final List<PdLed> leds = new ArrayList<>();
    private final List<PdOutput> outputs = new ArrayList<>();
    private final byte[] inputs;
    private PdBuzzer buzzer = new PdBuzzer();
    private PdDisplay display;
    private boolean tamper;
    private boolean power;
    private int reader;

    private boolean localUntold;
    private boolean inputsUntold;
    private boolean readerUntold;
    private Bytes outputsTold;

    PdParts(PdSettings settings, PdLog log, long nowNs) {
        this.settings = settings;
        this.log = log;
        this.inputs = new byte[settings.parts().inputs()];
        this.display = new PdDisplay(settings.parts().rows());
        for (int i = 0; i < settings.parts().leds(); i++) leds.add(new PdLed(nowNs));
        for (int i = 0; i < settings.parts().outputs(); i++) outputs.add(new PdOutput());
        this.outputsTold = outputsAt(nowNs);
    }

    /// As after switching on: dark, silent, outputs off. Inputs and the case are as somebody left them.
    void restart(long nowNs) {
        leds.replaceAll(_ -> new PdLed(nowNs));
        outputs.replaceAll(_ -> new PdOutput());
        buzzer = new PdBuzzer();
        display = new PdDisplay(settings.parts().rows());
        outputsTold = outputsAt(nowNs);
    }

    void tamper(boolean on) {
        localUntold |= tamper != on;
        tamper = on;
    }

    void power(boolean failed) {
        localUntold |= power != failed;
        power = failed;
    }

    /// `state` as in ISTATR, 0..5. Throws `IllegalArgumentException` in words.
    void input(int number, int state) {
        if (number < 0 || number >= inputs.length) throw new IllegalArgumentException("there is no input " + number);
        if (state < 0 || state > INPUT_STATE_MAX) throw new IllegalArgumentException("no input is in state " + state);
        inputsUntold |= inputs[number] != state;
        inputs[number] = (byte) state;
    }

    /// `state` as in RSTATR, 0..2.
    void reader(int state) {
        if (state < 0 || state > READER_STATE_MAX) throw new IllegalArgumentException("no reader is in state " + state);
        readerUntold |= reader != state;
        reader = state;
    }

    /// A status that changed and that nobody was told of; null when all is known.
    @Nullable
    Reply untold(long nowNs) {
        if (localUntold) return localStatus();
        if (inputsUntold) return inputStatus();
        if (readerUntold) return readerStatus();
        return outputsAt(nowNs).equals(outputsTold) ? null : outputStatus(nowNs);
    }

    Reply localStatus() {
        localUntold = false;
        return new Reply.LocalStatus(tamper, power);
    }

    Reply inputStatus() {
        inputsUntold = false;
        return new Reply.InputStatus(Bytes.copyOf(inputs));
    }

    Reply readerStatus() {
        readerUntold = false;
        return new Reply.ReaderStatus(Bytes.of(reader));
    }

    Reply outputStatus(long nowNs) {
        outputsTold = outputsAt(nowNs);
        return new Reply.OutputStatus(outputsTold);
    }

    Reply drive(Command.Output command, long nowNs) {
        for (Command.OutputRecord r : command.records()) {
            if (r.output() >= outputs.size() || !PdOutput.valid(r)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        }
        for (Command.OutputRecord r : command.records()) {
            outputs.get(r.output()).apply(r, nowNs);
            log.tell("output", Map.of("output", r.output(), "code", r.code(), "timer", r.timer()));
        }
        Reply status = outputStatus(nowNs); // told or not: who drives an output knows it
        return settings.has(PdTrait.OUT_ACKNOWLEDGED) ? new Reply.Ack() : status;
    }

    Reply light(Command.Led command, long nowNs) {
        for (Command.LedRecord r : command.records()) {
            boolean there = r.reader() == 0 && r.led() < leds.size();
            if (!there || !PdLed.valid(r)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        }
        for (Command.LedRecord r : command.records()) {
            leds.get(r.led()).apply(r, nowNs);
            log.tell("led", lit(r, nowNs));
        }
        return new Reply.Ack();
    }

    Reply sound(Command.Buzzer command, long nowNs) {
        if (command.reader() != 0 || !PdBuzzer.valid(command)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        buzzer.apply(command, nowNs);
        boolean on = command.tone() != Command.Buzzer.TONE_OFF;
        log.tell(
                "buzzer",
                Map.of("on", on, "on_time", command.onTime(), "off_time", command.offTime(), "count", command.count()));
        return new Reply.Ack();
    }

    Reply show(Command.Text command, long nowNs) {
        if (command.reader() != 0 || !display.valid(command)) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        display.apply(command, nowNs);
        log.tell("text", Map.of("text", display.text(nowNs), "mode", command.mode(), "seconds", command.seconds()));
        return new Reply.Ack();
    }

    LedColour led(int number, long nowNs) {
        return number < leds.size() ? leds.get(number).colour(nowNs) : LedColour.OFF;
    }

    boolean output(int number, long nowNs) {
        return number < outputs.size() && outputs.get(number).on(nowNs);
    }

    boolean sounding(long nowNs) {
        return buzzer.sounding(nowNs);
    }

    String text(long nowNs) {
        return display.text(nowNs);
    }

    private Map<String, Object> lit(Command.LedRecord record, long nowNs) {
        Map<String, Object> lit = new LinkedHashMap<>();
        lit.put("led", record.led());
        lit.put("colour", led(record.led(), nowNs).word());
        var t = record.temporary();
        if (t.code() == Command.LedRecord.Temporary.SET) lit.put("for_ms", t.timer() * 100L);
        return lit;
    }

    private Bytes outputsAt(long nowNs) {
        byte[] states = new byte[outputs.size()];
        for (int i = 0; i < states.length; i++)
            states[i] = (byte) (outputs.get(i).on(nowNs) ? 1 : 0);
        return Bytes.copyOf(states);
    }
}
