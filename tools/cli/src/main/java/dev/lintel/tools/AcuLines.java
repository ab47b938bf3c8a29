package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.PdFile;
import dev.lintel.reader.osdp.PdTraits;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What is typed to `lintel sim osdp-acu`, one act a line. A line that is wrong is told of and changes nothing.
final class AcuLines {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final Duration PAIRING_MAX = Duration.ofSeconds(60);
    private static final int HOLD_MS = 3_000;
    private static final int HUNDRED = 100;

    private final AcuBus bus;
    private final PdPrinter printer;
    private int first;

    /// `first` is the reader that is meant where none is named, wherever it moves.
    AcuLines(AcuBus bus, int first, PdPrinter printer) {
        this.bus = bus;
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
            } catch (IllegalArgumentException | CommandFailed e) { // our words, or the driver's
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
        if (words.size() < 2) throw new IllegalArgumentException("say what is to be done: @3 led admitted");
        act(number(words.getFirst().substring(1)), words.subList(1, words.size()));
    }

    private void act(int address, List<String> words) {
        switch (words.getFirst()) {
            case "led" -> bus.driver().reader(address).show(signal(only(words)), HOLD_MS);
            case "output" -> {
                count(words, 3);
                bus.driver().reader(address).output(number(words.get(1)), isOn(words.get(2)));
            }
            case "text" -> bus.driver().reader(address).text(String.join(" ", words.subList(1, words.size())));
            case "id" -> query(address, new Command.Id(0));
            case "extended-id" -> query(address, new Command.Id(1));
            case "capabilities" -> query(address, new Command.Capabilities());
            case "status" -> {
                query(address, new Command.LocalStatus());
                query(address, new Command.InputStatus());
                query(address, new Command.OutputStatus());
                query(address, new Command.ReaderStatus());
            }
            case "comset" -> {
                count(words, 3);
                move(address, comSet(number(words.get(1)), number(words.get(2))));
            }
            case "command" -> {
                Command command = Command.decode(hex(only(words)));
                if (command instanceof Command.ComSet comSet) move(address, comSet);
                else query(address, command);
            }
            case "file" -> send(address, Path.of(only(words)));
            case "key" -> pair(address, words);
            case "statistics" -> statistics(address);
            case "help" -> help();
            default -> throw new IllegalArgumentException("unknown: " + words.getFirst() + "; type help");
        }
    }

    /// A slip here would lose the reader: nobody looks for it at an address that there is not.
    private static Command.ComSet comSet(int address, int baud) {
        if (address >= OsdpFrame.ADDRESS_ANY) throw new IllegalArgumentException("an address is 0 to 126");
        if (!BusScan.SPEEDS.contains(baud)) {
            throw new IllegalArgumentException("a speed is one of " + BusScan.SPEEDS);
        }
        return new Command.ComSet(address, baud);
    }

    /// Moves a reader and goes after it once it has said where it goes. What is typed meanwhile waits: it is
    /// meant for the reader where it is then.
    private void move(int address, Command.ComSet command) {
        Reply reply = await(ask(address, command));
        if (!(reply instanceof Reply.Com said)) return;
        AcuBus.Moved moved = bus.follow(address, said);
        String left = moved.left();
        if (left == null && address == first) first = moved.address();
        Map<String, @Nullable Object> json = json("moved", address);
        json.put("to", moved.address());
        json.put("baud", moved.baud());
        json.put("followed", left == null);
        if (left != null) json.put("why", left);
        String where =
                "reader %d: it is at address %d, %d baud from now on".formatted(address, said.address(), said.baud());
        printer.say(json, left == null ? where : where + ", and is not followed: " + left);
    }

    /// Null when no answer came, which has been told.
    private static @Nullable Reply await(CompletableFuture<Reply> asked) {
        try {
            return asked.get(ANSWER_MAX.toSeconds() + 1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException unanswered) {
            return null;
        }
    }

    private void query(int address, Command command) {
        var _ = ask(address, command);
    }

    private CompletableFuture<Reply> ask(int address, Command command) {
        String name = String.valueOf(OsdpNames.command(command.payload().at(0)));
        CompletableFuture<Reply> asked = bus.driver().ask(address, command, ANSWER_MAX);
        tell(address, name, asked, reply -> {
            Map<String, @Nullable Object> json = json("answer", address);
            json.put("command", name);
            json.put("reply", OsdpNames.reply(reply.payload().at(0)));
            json.put("data", reply.payload().slice(1, reply.payload().size()).hex());
            String said = reply instanceof Reply.Nak nak ? OsdpNames.nak(nak.reason()) : String.valueOf(reply);
            printer.say(json, "reader " + address + ": " + name + ": " + said);
        });
        return asked;
    }

    private void send(int address, Path path) {
        var file = new PdFile(1, Bytes.copyOf(GivenFile.read(path, PdFile.BYTES_MAX)));
        CompletableFuture<Void> sent = bus.driver().send(address, file, (taken, total) -> {
            Map<String, @Nullable Object> json = json("progress", address);
            json.put("taken", taken);
            json.put("total", total);
            printer.say(json, "reader " + address + ": file " + HUNDRED * taken / total + " %");
        });
        tell(address, "file", sent, _ -> printer.say(json("file-sent", address), "reader " + address + ": has it"));
    }

    private void pair(int address, List<String> words) {
        if (words.size() < 2 || words.size() > 3) throw new IllegalArgumentException("key FILE [FILE OF THE OLD KEY]");
        Scbk base = words.size() == 3 ? new KeyFile(Path.of(words.get(2))).readOld() : Scbk.standard();
        Scbk fresh = new KeyFile(Path.of(words.get(1))).read();
        CompletableFuture<Void> paired = bus.driver().pair(address, base, fresh, PAIRING_MAX);
        tell(address, "key", paired, _ -> {
            bus.hasKey(address, fresh);
            printer.say(json("paired", address), "reader " + address + ": has the key");
        });
    }

    private <T> void tell(int address, String what, CompletableFuture<T> asked, Consumer<T> told) {
        var _ = asked.whenComplete((done, fault) -> {
            if (fault == null) told.accept(done);
            else printer.error("reader " + address + ": " + what + ": " + fault.getMessage());
        });
    }

    private void statistics(int address) {
        for (PdStatistics pd : bus.driver().statistics().pds()) {
            if (pd.address() != address) continue;
            Map<String, @Nullable Object> json = json("statistics", address);
            json.put("online", pd.online());
            json.put("exchanges", pd.exchanges());
            json.put("retries", pd.retries());
            json.put("timeouts", pd.timeouts());
            json.put("busy", pd.busy());
            json.put("restarts", pd.restarts());
            json.put("malformed", pd.malformed());
            json.put("insecure", pd.insecure());
            json.put("insecure_why", pd.insecureWhy());
            json.put("longest_gap_ms", pd.longestGapMs());
            var identity = pd.identity();
            json.put("identity", identity == null ? "" : PdTraits.identity(identity));
            printer.say(json, "reader " + address + ": " + json);
        }
    }

    private void help() {
        for (String line : List.of(
                "led idle|admitted|rejected|waiting_for_pin|unlocked|lockdown   as a door shows it, buzzer too",
                "output N on|off      text WORDS",
                "id   extended-id   capabilities   status   statistics",
                "comset ADDRESS BAUD  moves the reader and goes after it, to another speed if it is the only one",
                "command HEX          any command, code first: 6a0002010103 is a buzzer",
                "file PATH            sends a file        key FILE [OLD]   gives it another key",
                "@N ..                the reader at address N, where there are several",
                "help, quit")) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("event", "help");
            json.put("line", line);
            printer.say(json, line);
        }
    }

    private static Map<String, @Nullable Object> json(String event, int address) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("address", address);
        return json;
    }

    private static ReaderSignal signal(String word) {
        try {
            return ReaderSignal.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no signal: " + word + "; type help", e);
        }
    }

    private static Bytes hex(String text) {
        if (text.isEmpty() || !text.matches("([0-9a-fA-F]{2})+")) {
            throw new IllegalArgumentException("a command is pairs of hex digits, code first");
        }
        return Bytes.ofHex(text.toLowerCase(Locale.ROOT));
    }

    private static String only(List<String> words) {
        count(words, 2);
        return words.get(1);
    }

    private static void count(List<String> words, int wanted) {
        if (words.size() != wanted) throw new IllegalArgumentException(words.getFirst() + ": type help");
    }

    private static boolean isOn(String word) {
        if (word.equals("on") || word.equals("off")) return word.equals("on");
        throw new IllegalArgumentException("on or off, not " + word);
    }

    private static int number(String word) {
        if (!word.matches("[0-9]{1,7}")) throw new IllegalArgumentException(word + " is not a whole number");
        return Integer.parseInt(word);
    }
}
