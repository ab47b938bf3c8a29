package dev.lintel.tools;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.commission.ReaderPairing;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.serial.LineOpener;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel osdp pair`: gives a reader its base key. The key is on disk before the reader has it, so that none is
/// lost.
@Command(
        name = "pair",
        description = {
            "Gives a reader a base key (SCBK) of its own, and opens a secure session with it to see that it holds.",
            "The key is the one of keys/NAME in the data folder; where there is none, a random one is made.",
            "A new reader has to be in install mode: see its manual. It is spoken to under the key that every new"
                    + " reader has, so whoever listens on the cable can read the new one: pair on a cable that you"
                    + " can see.",
            "Where the box that runs on the data folder has the port, the box does it, and its bus reads no card"
                    + " meanwhile; no other controller may use the port."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp pair reader-1 --port /dev/ttyUSB0 --address 0",
            "  lintel osdp pair reader-1 --port /dev/ttyUSB0 --rekey     another key for a reader that has one"
        })
final class OsdpPairCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "The key's name, as in controller.yaml: key: secret:NAME.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String name;

    @Mixin
    OsdpPortOptions line = new OsdpPortOptions();

    @Option(names = "--address", paramLabel = "N", description = "The reader's address, 0 to 126 (default: 0).")
    int address;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "How long the reader is waited for, 1 to 600 (default: ${DEFAULT-VALUE}).")
    int seconds = 60;

    @Option(
            names = "--rekey",
            description = "The reader has the key of keys/NAME: gives it a new random one in a session under that.")
    boolean rekey;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var options = new OsdpReaderOptions();
        options.line = line;
        options.checked("--address", address, 126);
        if (seconds < 1 || seconds > ReaderPairing.SECONDS_MAX) {
            throw options.misused("Invalid value for option '--seconds': must be 1 to 600, not " + seconds);
        }
        LineOpener opener = line.opener(); // refuses a wrong speed before a key is made
        try {
            var order = new ReaderPairing.Order(address, name, seconds, rekey);
            BoxLine box = BoxLine.of(data.folder, line.port, output.spec);
            if (box == null) own(opener, order);
            else running(box);
            return 0;
        } catch (CommissionException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    /// On a line of the tool's own.
    private void own(LineOpener opener, ReaderPairing.Order order) {
        KeyFiles files = KeyFiles.of(data.folder);
        var progress = new TerminalProgress(output.spec);
        try {
            boolean _ = new ReaderPairing(files, new SystemTime()).pair(opener, order, new Told(progress));
        } finally {
            progress.clear();
        }
        String file = String.valueOf(files.path(name));
        String key = KeyFiles.secret(name);
        String then = rekey
                ? "it holds from the controller's next start on"
                : "name it at its reader in controller.yaml: key: " + key;
        tell(file, key, "the reader at address %d has the key of %s; %s".formatted(address, file, then));
    }

    /// On a line of the running box, which does the same and keeps the key where it reads it.
    private void running(BoxLine box) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("port", line.port);
        request.put("baud", (long) line.baud);
        request.put("name", name);
        request.put("address", (long) address);
        request.put("seconds", (long) seconds);
        request.put("rekey", rekey);
        box.work("osdp pair", request, (type, answer) -> {
            if (!type.equals("ended")) return;
            String words = String.valueOf(answer.get("words"));
            tell(String.valueOf(answer.get("file")), String.valueOf(answer.get("key")), words);
        });
    }

    private void tell(String file, String key, String sentence) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("file", file);
        answer.put("key", key);
        output.print(answer, _ -> sentence);
    }

    private final class Told implements ReaderPairing.Progress {
        private final TerminalProgress progress;

        Told(TerminalProgress progress) {
            this.progress = progress;
        }

        @Override
        public void note(String words) {
            var err = output.spec.commandLine().getErr();
            err.println("lintel: " + Output.inLine(words));
            err.flush();
        }

        @Override
        public void waiting(long left) {
            progress.show("waiting for the reader at address %d, %d s left".formatted(address, left));
        }
    }
}
