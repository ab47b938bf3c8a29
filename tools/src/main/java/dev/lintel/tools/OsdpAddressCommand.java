package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.OsdpProbe;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
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
            "No controller may use the port meanwhile."
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
        Scbk key = reader.scbk();
        if (newAddress != address) refuseTaken(newAddress);
        Reply.Com said = move(address, newAddress, newBaud, key);
        int there = said == null ? newAddress : said.address();
        int speed = said == null ? newBaud : speed(said);
        look(there, speed, key, said != null);
        tell(there, speed, newAddress, newBaud);
        return 0;
    }

    private void refuseTaken(int newAddress) {
        try (SerialLine line = reader.line.opener().open()) {
            OsdpProbe.Answer answer =
                    new OsdpProbe(line, new SystemTime()::nowNs).ask(newAddress, new Command.Id(0), OsdpProbe.REPLY_NS);
            if (answer.frame() != null) {
                throw new CommandFailed("a reader answers at address " + newAddress + " already; nothing was changed");
            }
        } catch (SerialException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    /// Where the reader says that it goes; null when it did not say, and may be there all the same.
    private Reply.@Nullable Com move(int address, int newAddress, int newBaud, @Nullable Scbk key) {
        try (var one = new OneReader(reader.line.opener(), address, key, _ -> {})) {
            one.awaitOnline();
            return switch (one.askUnlessSilent(new Command.ComSet(newAddress, newBaud))) {
                case Reply.Com com -> com;
                case Reply.Nak nak ->
                    throw new CommandFailed(
                            "the reader stays where it is: " + OsdpNames.nak(nak.reason()) + "; nothing was changed");
                case null -> null;
                default -> throw new CommandFailed("the reader gave no sense as an answer; look with 'osdp scan'");
            };
        }
    }

    /// Where the reader says that it goes, if a tool can follow it there.
    static int speed(Reply.Com said) {
        String going = "the reader says that it goes to address %d, %d baud".formatted(said.address(), said.baud());
        if (said.address() > ADDRESS_MAX) throw new CommandFailed(going + ", and no reader can be there");
        for (int speed : BusScan.SPEEDS) if (speed == said.baud()) return speed;
        throw new CommandFailed(going + ", which this port cannot do");
    }

    private void look(int address, int baud, @Nullable Scbk key, boolean said) {
        try (var one = new OneReader(reader.line.opener(baud), address, key, _ -> {})) {
            one.awaitOnline();
        } catch (CommandFailed e) {
            String what = said ? "the reader says that it goes to" : "the reader did not answer, and is not at";
            throw new CommandFailed("%s address %d, %d baud; there: %s".formatted(what, address, baud, e.getMessage()));
        }
    }

    private void tell(int address, int baud, int wishedAddress, int wishedBaud) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("baud", baud);
        boolean asWished = address == wishedAddress && baud == wishedBaud;
        String own = asWished ? "" : ": its own choice, not what it was given";
        output.print(answer, _ -> "the reader answers at address %d, %d baud%s".formatted(address, baud, own));
    }
}
