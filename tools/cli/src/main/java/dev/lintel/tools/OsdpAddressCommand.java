package dev.lintel.tools;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.ReaderMove.Absent;
import dev.lintel.reader.osdp.ReaderMove.Gone;
import dev.lintel.reader.osdp.ReaderMove.Moved;
import dev.lintel.reader.osdp.ReaderMove.Outcome;
import dev.lintel.reader.osdp.ReaderMove.Refused;
import dev.lintel.reader.osdp.ReaderMove.Stays;
import dev.lintel.reader.osdp.ReaderMove.Step;
import dev.lintel.reader.osdp.ReaderMove.Taken;
import dev.lintel.reader.serial.SerialException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel osdp address`: moves a reader to another address or speed, and sees that it is there.
@CommandLine.Command(
        name = "address",
        description = {
            "Gives a reader another address, another speed, or both, and looks whether it answers there.",
            "Refuses an address at which a reader answers already. A reader may take other values than it is"
                    + " given: it is followed to those it names. Behind a network bridge, --baud is the speed of"
                    + " its wire.",
            "Two readers at one address both hear what is sent there: have one alone on the line meanwhile.",
            "Where the box that runs on the data folder has the port, the box does it, and its bus reads no card"
                    + " meanwhile; a reader that one of its doors has is spoken to under its own key, and moves only"
                    + " with --yes. No other controller may use the port."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp address --port /dev/ttyUSB0 --address 0 --to 3",
            "  lintel osdp address --port /dev/ttyUSB0 --address 127 --to 3     the only reader on the line",
            "  lintel osdp address --port /dev/ttyUSB0 --address 3 --to-baud 115200 --key data/keys/reader-1"
        })
final class OsdpAddressCommand implements Callable<Integer> {
    private static final int ADDRESS_MAX = 126;

    @Mixin
    OsdpReaderOptions reader = new OsdpReaderOptions();

    @Option(names = "--to", paramLabel = "N", description = "The new address, 0 to 126 (default: as it is).")
    @Nullable
    Integer to;

    @Option(names = "--to-baud", paramLabel = "N", description = "The new speed (default: as it is).")
    @Nullable
    Integer toBaud;

    @Option(names = "--yes", description = "Also a reader that a door of the running box has.")
    boolean yes;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        int address = reader.checkedAddress();
        if (to == null && toBaud == null) throw reader.misused("say where to: --to N, --to-baud N, or both");
        if (to == null && address > ADDRESS_MAX) throw reader.misused("say which address it shall have: --to N");
        int newAddress = to == null ? address : reader.checked("--to", to, ADDRESS_MAX);
        if (toBaud != null && reader.line.isNetwork()) {
            throw reader.misused("--to-baud: the speed behind a network bridge is set there");
        }
        // The reader is told its speed with its address: a wrong one would lose it behind the bridge.
        boolean told = output.spec.commandLine().getParseResult().hasMatchedOption("--baud");
        if (reader.line.isNetwork() && !told) {
            throw reader.misused("say which speed the wire behind the network bridge has: --baud N");
        }
        int newBaud = toBaud == null ? reader.line.baud : toBaud;
        reader.line.opener(newBaud, toBaud == null ? "--baud" : "--to-baud"); // refuses a speed that there is not
        reader.line.opener();
        var order = new ReaderMove.Order(address, reader.line.baud, newAddress, newBaud, null);
        String fault = order.fault();
        if (fault != null) throw reader.misused(fault);
        BoxLine box = BoxLine.of(data.folder, reader.line.port, output.spec);
        if (box == null) own(order.with(reader.scbk()));
        else running(box, order);
        return 0;
    }

    /// On a line of the tool's own.
    private void own(ReaderMove.Order order) {
        var progress = new TerminalProgress(output.spec);
        var step = new AtomicReference<>(Step.LOOKING);
        var move = new ReaderMove(baud -> reader.line.opener(baud), new SystemTime()::nowNs);
        Outcome outcome;
        try {
            outcome = move.move(order, at -> {
                step.set(at);
                progress.show(at.words());
            });
        } catch (SerialException e) {
            boolean sent = step.get().compareTo(Step.TELLING) >= 0;
            throw new CommandFailed(e.getMessage() + (sent ? "; the reader may have moved: look for it" : ""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            boolean sent = step.get().compareTo(Step.TELLING) >= 0;
            throw new CommandFailed(sent ? "interrupted; the reader may have moved" : "interrupted");
        } finally {
            progress.clear();
        }
        if (!(outcome instanceof Moved moved)) throw new CommandFailed(words(outcome));
        String still = "; another reader answers at address " + order.address() + " still";
        tell(moved.address(), moved.baud(), moved.another() ? moved.words() + still : moved.words());
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Absent(var away) -> OneReader.words(away);
            case Gone gone -> gone.words() + "; look with 'lintel osdp scan'";
            case Taken _, Refused _, Stays _, Moved _ -> outcome.words();
        };
    }

    /// On a line of the running box, which does the same.
    private void running(BoxLine box, ReaderMove.Order order) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("port", reader.line.port);
        request.put("baud", (long) order.baud());
        request.put("address", (long) order.address());
        request.put("to", (long) order.toAddress());
        request.put("to_baud", (long) order.toBaud());
        request.put("key", keyName());
        request.put("standard", reader.standardKey);
        request.put("confirmed", yes);
        box.work("osdp move", request, (type, answer) -> {
            if (!type.equals("ended")) return;
            tell(answer.get("address"), answer.get("baud"), String.valueOf(answer.get("words")));
        });
    }

    /// The box has its keys itself, and is told which; null where none is named.
    private @Nullable String keyName() {
        if (reader.key == null) return null;
        if (reader.standardKey) throw reader.misused("--key and --scbk-d exclude each other");
        Path keys = KeyFiles.of(data.folder).folder().toAbsolutePath().normalize();
        Path file = Path.of(reader.key).toAbsolutePath().normalize();
        if (keys.equals(file.getParent())) return String.valueOf(file.getFileName());
        throw new CommandFailed("the box that runs on " + data.folder + " has the port and does it, with a key of its"
                + " own: name one of " + keys + ", or stop the box first");
    }

    private void tell(@Nullable Object address, @Nullable Object baud, String words) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("baud", baud);
        output.print(answer, _ -> words);
    }
}
