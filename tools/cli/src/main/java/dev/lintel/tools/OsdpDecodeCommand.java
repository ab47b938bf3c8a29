package dev.lintel.tools;

import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SessionFollower;
import dev.lintel.reader.serial.SerialException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `lintel osdp decode`: reads a capture, and through its secure sessions where their key is given.
@Command(
        name = "decode",
        description = {
            "Reads captured frames, one a line, 'acu HEX' or 'pd HEX', or listens on a port, and says what each is.",
            "Traces of other tools (.osdpcap, a JSON object a line) are read as well.",
            "Follows the secure sessions of every address; keys that KEYSET hands over are used from then on."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp decode capture.txt",
            "  lintel osdp decode --port /dev/ttyUSB0 --baud 9600    until Ctrl-C; --record keeps it for later",
            "  lintel osdp decode --scbk 8F14E45FCEEA167A5A36DEDD4BEA2543 --json <capture.txt"
        })
final class OsdpDecodeCommand implements Callable<Integer> {
    @Option(
            names = "--scbk",
            paramLabel = "HEX",
            description = {
                "A reader's base key, 32 hex digits; once for each key. SCBK-D is tried as well.",
                "Others on this machine can see it while the command runs."
            })
    List<String> keys = new ArrayList<>();

    @Option(names = "--scbk-d", description = "Read what is secured with SCBK-D, the key every new reader has.")
    boolean standardKey;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The capture; standard input without it.")
    @Nullable
    Path file;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Listens on a serial port, or on tcp://HOST:PORT, without sending anything, until Ctrl-C.")
    @Nullable
    String port;

    @Option(names = "--baud", paramLabel = "N", description = "The port's speed (default: ${DEFAULT-VALUE}).")
    int baud = 9_600;

    @Option(names = "--record", paramLabel = "FILE", description = "Writes what is heard to a new file as well.")
    @Nullable
    Path record;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var decoder = new OsdpLines(new SessionFollower(scbks()));
        if (record != null && port == null) {
            throw new ParameterException(output.spec.commandLine(), "--record is for what is heard on a --port");
        }
        if (port != null) return listen(decoder, port);
        try (Reader in = open()) {
            var lines = new CappedLines(in, OsdpLines.CHARS_MAX);
            String line = lines.next(); // a folder opens, but cannot be read
            if (!output.json) output.line(OsdpLines.HEADING);
            for (; line != null; line = lines.next()) {
                for (var answer : decoder.decode(line)) output.print(answer, OsdpLines::row);
            }
        } catch (IOException e) {
            throw new CommandFailed(
                    (file == null ? "standard input" : file) + " cannot be read: " + GivenFile.reason(e));
        }
        return 0;
    }

    /// Until the process is ended, or the line is gone.
    private int listen(OsdpLines decoder, String from) {
        if (file != null)
            throw new ParameterException(output.spec.commandLine(), "a file and --port exclude each other");
        var line = new OsdpPortOptions();
        line.spec = output.spec;
        line.port = from;
        line.baud = baud;
        try (var ear = new OsdpEar(line.opener().open(), record)) {
            if (!output.json) output.line(OsdpLines.HEADING);
            ear.listen(heard -> output.print(decoder.heard(heard), OsdpLines::row));
            return 0;
        } catch (SerialException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailed(record + " cannot be written: " + GivenFile.reason(e));
        }
    }

    private List<Scbk> scbks() {
        var scbks = new ArrayList<Scbk>();
        for (String hex : keys) {
            try {
                scbks.add(Scbk.ofAnyHex(hex));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(
                        output.spec.commandLine(), "Invalid value for option '--scbk': " + e.getMessage());
            }
        }
        if (standardKey) scbks.add(Scbk.standard());
        return scbks;
    }

    private Reader open() throws IOException {
        var bytes = file == null ? System.in : Files.newInputStream(file);
        // Latin-1 takes any byte: what is no hex becomes a line without a frame, not an end.
        return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1));
    }
}
