package dev.lintel.tools;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is typed to `lintel sim osdp-pd`, one act a line. A line that is wrong is told of and changes nothing.
final class PdLines {
    private static final List<String> INPUTS = List.of("off", "on", "short", "open", "fault", "unknown");

    private final PdSimulator simulator;
    private final PdSimulatorProvider provider;
    private final int first;
    private final PdPrinter printer;

    /// `first` is the reader that is meant where none is named.
    PdLines(PdSimulator simulator, PdSimulatorProvider provider, int first, PdPrinter printer) {
        this.simulator = simulator;
        this.provider = provider;
        this.first = first;
        this.printer = printer;
    }

    /// Acts on each line. Returns true when told to quit, false at the input's end.
    boolean read(CappedLines lines) throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            List<String> words = List.of(line.strip().split("\\s+", -1));
            if (words.getFirst().equals("quit")) return true;
            try {
                if (!words.getFirst().isEmpty()) address(words);
            } catch (IllegalArgumentException e) { // our words, the simulator's, or a format's
                printer.error(String.valueOf(e.getMessage()));
            }
        }
        return false;
    }

    private void address(List<String> words) {
        if (!words.getFirst().startsWith("@")) {
            act(first, words);
            return;
        }
        if (words.size() < 2) throw new IllegalArgumentException("say what is to happen: @3 card 0101");
        act(number(words.getFirst().substring(1)), words.subList(1, words.size()));
    }

    private void act(int address, List<String> words) {
        switch (words.getFirst()) {
            case "card" -> accepted(simulator.presentCard(address, card(words)));
            case "keys" -> accepted(simulator.pressKeys(address, only(words)));
            case "tamper" -> simulator.tamper(address, isOn(only(words)));
            case "power-failure" -> simulator.powerFailure(address, isOn(only(words)));
            case "input" -> {
                count(words, 3);
                simulator.input(address, number(words.get(1)), input(words.get(2)));
            }
            case "busy" -> simulator.busy(address, number(only(words)));
            case "nak" -> {
                count(words, 3);
                simulator.refuse(address, number(words.get(1)), number(words.get(2)));
            }
            case "fault" -> {
                count(words, 3);
                simulator.fault(address, words.get(1), isOn(words.get(2)));
            }
            case "reboot" -> {
                count(words, 1);
                simulator.reboot(address);
            }
            case "state" -> state(address);
            case "help" -> help();
            default -> throw new IllegalArgumentException("unknown: " + words.getFirst() + "; type help");
        }
    }

    private void state(int address) {
        Map<String, @Nullable Object> state = new LinkedHashMap<>();
        state.put("event", "state");
        state.putAll(simulator.state(address));
        var words = new StringBuilder("reader " + address + ":");
        simulator
                .state(address)
                .forEach((name, value) ->
                        words.append(' ').append(name).append(' ').append(Output.inLine(value)));
        printer.say(state, words.toString());
    }

    private void help() {
        String faults = String.join(", ", provider.faults().keySet());
        String text = """
                    card BITS                      a card, the first bit sent first
                    card FORMAT FACILITY NUMBER    a card of a format: card H10301 12 3456
                    keys 1234#                     keys 0-9, * and #
                    tamper on|off                  opens or closes the case
                    power-failure on|off           fails or restores the supply
                    input N on|off|short|open      switches an input
                    busy N                         answers the next N commands with BUSY
                    nak CODE N                     answers the next N commands with that NAK
                    fault NAME on|off              switches a fault: %s
                    reboot                         power off and on
                    state                          what the reader shows now
                    @ADDRESS ...                   any of these at another reader: @3 card 0101
                    help, quit""".formatted(faults);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", "help");
        json.put("text", text);
        printer.say(json, text);
    }

    private static CardBits card(List<String> words) {
        if (words.size() == 2) return CardBits.of(words.get(1));
        if (words.size() != 4) throw new IllegalArgumentException("a card is BITS, or FORMAT FACILITY NUMBER");
        var fields = new CardFields(big(words.get(2)), big(words.get(3)), null, null);
        return CardFormats.known(words.get(1)).encode(fields);
    }

    private static String only(List<String> words) {
        count(words, 2);
        return words.get(1);
    }

    private static void count(List<String> words, int count) {
        if (words.size() != count) {
            throw new IllegalArgumentException(words.getFirst() + " takes " + (count - 1) + " words; type help");
        }
    }

    private static boolean isOn(String word) {
        return switch (word) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("on or off, not " + word);
        };
    }

    private static int input(String word) {
        int state = INPUTS.indexOf(word);
        if (state < 0) throw new IllegalArgumentException("an input is " + String.join(", ", INPUTS) + ", not " + word);
        return state;
    }

    private static int number(String word) {
        if (!word.matches("[0-9]{1,9}")) throw new IllegalArgumentException("no whole number: " + word);
        return Integer.parseInt(word);
    }

    private static BigInteger big(String word) {
        if (!word.matches("[0-9]{1,80}")) throw new IllegalArgumentException("no whole number: " + word);
        return new BigInteger(word);
    }

    private static void accepted(boolean taken) {
        if (!taken) throw new IllegalArgumentException("the reader has too much to tell already: no panel asks it");
    }
}
