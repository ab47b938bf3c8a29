package dev.lintel.tools;

import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.Scbk;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel sim osdp-acu`: a panel without a door, to test readers with. The same driver as a door's; the main thread
/// reads lines, the bus's tells what readers report, through a printer of its own.
@Command(
        name = "osdp-acu",
        description = {
            "Plays the panel's side of an OSDP bus, to test readers with: polls them, and prints what they report.",
            "With a key nothing is said or believed in the clear. Reads what is to be done, one a line: type help."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel sim osdp-acu --port /dev/ttyUSB0 --address 0",
            "  lintel sim osdp-acu --port /dev/ttyUSB0 --baud 115200 --address 0 --address 3 \\",
            "      --key reader.key --json",
            "  printf 'led admitted\\noutput 0 on\\n' | \\",
            "      lintel sim osdp-acu --port tcp://127.0.0.1:4001 --address 0"
        })
final class SimOsdpAcuCommand implements Callable<Integer> {
    private static final int LINE_CHARS_MAX = 4_096; // a command in hex

    @Mixin
    OsdpPortOptions line = new OsdpPortOptions();

    @Option(
            names = "--address",
            paramLabel = "N",
            required = true,
            description = "A reader's address, 0 to 126, or 127 for the only one; once for each reader.")
    List<Integer> addresses = new ArrayList<>();

    @Option(
            names = "--key",
            paramLabel = "FILE|-|HEX",
            description = {
                "The readers' base key, 32 hex digits: in a file, or - for the first line of standard input.",
                "Given as digits, others on this machine can see it while the command runs."
            })
    @Nullable
    String key;

    @Option(names = "--scbk-d", description = "Speak with SCBK-D, the key every new reader has and everybody knows.")
    boolean standardKey;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        try (var in = new BufferedReader(StandardInput.reader(output.spec.commandLine()));
                var printer = new PdPrinter(output)) {
            var lines = new CappedLines(in, LINE_CHARS_MAX);
            AcuBus bus = bus(scbk(lines), printer);
            try (bus;
                    var watch = new LineWatch(bus::statistics, printer)) {
                announce(printer);
                bus.start();
                watch.start();
                if (!new AcuLines(bus, addresses.getFirst(), printer).read(lines)) {
                    new CountDownLatch(1).await(); // the input's end is no end of the bus: Ctrl-C is
                }
            }
            return 0;
        } catch (IOException e) {
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    private void announce(PdPrinter printer) {
        Map<String, @Nullable Object> ready = new LinkedHashMap<>();
        ready.put("event", "ready");
        ready.put("port", line.port);
        ready.put("baud", line.baud);
        ready.put("addresses", addresses);
        String which = String.join(", ", addresses.stream().map(String::valueOf).toList());
        printer.say(
                ready,
                "ready on %s, %d baud, %s %s; type help"
                        .formatted(line.port, line.baud, addresses.size() == 1 ? "address" : "addresses", which));
    }

    private AcuBus bus(@Nullable Scbk scbk, PdPrinter printer) {
        try {
            return new AcuBus(
                    line,
                    addresses,
                    scbk,
                    (address, event) -> printer.say(json(address, event), words(address, event)));
        } catch (IllegalArgumentException e) { // an address that there is not, or twice
            throw new ParameterException(output.spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Scbk scbk(CappedLines lines) throws IOException {
        if (standardKey && key != null) {
            throw new ParameterException(output.spec.commandLine(), "--key and --scbk-d exclude each other");
        }
        if (standardKey) return Scbk.standard();
        if (key == null) return null;
        var source = new KeySource(key);
        source.warn(output.spec.commandLine().getErr());
        return source.read(lines);
    }

    private static Map<String, @Nullable Object> json(int address, ReaderEvent event) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", name(event));
        json.put("address", address);
        switch (event) {
            case ReaderEvent.Card card -> {
                json.put("bits", card.bits().toString());
                json.put("length", card.bits().count());
            }
            case ReaderEvent.Text text -> json.put("text", text.text());
            case ReaderEvent.Keys keys -> json.put("keys", keys.keys());
            case ReaderEvent.Insecure insecure -> {
                json.put("why", insecure.why());
                json.put("attempts", insecure.attempts());
            }
            case ReaderEvent.Tamper tamper -> {
                json.put("on", tamper.on());
                json.put("changes", tamper.changes());
            }
            case ReaderEvent.Power power -> {
                json.put("failed", power.failed());
                json.put("changes", power.changes());
            }
            case ReaderEvent.Inputs inputs -> json.put("states", inputs.states().hex());
            case ReaderEvent.Vendor vendor -> {
                json.put("vendor", vendor.vendor().hex());
                json.put("data", vendor.data().hex());
            }
            case ReaderEvent.Online _, ReaderEvent.Offline _ -> {}
        }
        return json;
    }

    private static String name(ReaderEvent event) {
        return switch (event) {
            case ReaderEvent.Card _ -> "card";
            case ReaderEvent.Text _ -> "text";
            case ReaderEvent.Keys _ -> "keys";
            case ReaderEvent.Online _ -> "online";
            case ReaderEvent.Offline _ -> "offline";
            case ReaderEvent.Insecure _ -> "insecure";
            case ReaderEvent.Tamper _ -> "tamper";
            case ReaderEvent.Power _ -> "power";
            case ReaderEvent.Inputs _ -> "inputs";
            case ReaderEvent.Vendor _ -> "vendor";
        };
    }

    private static String words(int address, ReaderEvent event) {
        String what = switch (event) {
            case ReaderEvent.Card card -> "card of " + card.bits().count() + " bits: " + card.bits();
            case ReaderEvent.Text text -> "text: " + text.text();
            case ReaderEvent.Keys keys -> "keys " + keys.keys();
            case ReaderEvent.Online _ -> "online";
            case ReaderEvent.Offline _ -> "offline";
            case ReaderEvent.Insecure i -> "no secure channel: " + i.why() + " (" + i.attempts() + ")";
            case ReaderEvent.Tamper tamper -> tamper.on() ? "tampered with" : "tamper over";
            case ReaderEvent.Power power -> power.failed() ? "its supply fails" : "its supply is back";
            case ReaderEvent.Inputs inputs -> "inputs " + inputs.states().hex();
            case ReaderEvent.Vendor v ->
                "vendor " + v.vendor().hex() + ": " + v.data().hex();
        };
        return "reader " + address + ": " + what;
    }
}
