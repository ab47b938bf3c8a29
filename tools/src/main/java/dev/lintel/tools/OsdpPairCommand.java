package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.Scbk;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
            "A new reader has to be in install mode: see its manual. It is spoken to under the key that every new",
            "reader has, so whoever listens on the cable can read the new one: pair on a cable that you can see.",
            "No controller may use the port meanwhile."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp pair reader-1 --port /dev/ttyUSB0 --address 0",
            "  lintel osdp pair reader-1 --port /dev/ttyUSB0 --rekey     another key for a reader that has one"
        })
final class OsdpPairCommand implements Callable<Integer> {
    private static final int SECONDS_MAX = 600;
    private static final long LOOK_MS = 500;

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
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw options.misused("Invalid value for option '--seconds': must be 1 to 600, not " + seconds);
        }
        line.opener(); // refuses a wrong speed before a key is made
        KeyFile known = KeyFile.of(data.folder, name);
        if (rekey && !known.exists()) throw new CommandFailed(known.path() + " is not there: nothing to give up");
        Scbk base = rekey ? known.readOld() : Scbk.standard();
        KeyFile file = rekey ? known.next() : known;
        boolean made = !file.exists();
        if (made) file.write(KeyFile.randomDigits());
        else if (!rekey) warn(file);
        try {
            pair(base, file, made);
        } catch (OrderException e) {
            throw new CommandFailed(failed(e, file, made));
        }
        if (rekey) file.replace(known);
        else known.next().delete(); // of a change that broke off: it would be given to the reader some day
        tell(known);
        return 0;
    }

    private void warn(KeyFile file) {
        var err = output.spec.commandLine().getErr();
        err.println("lintel: " + file.path()
                + " is there already: the reader gets that key; each reader should have one of its own");
        err.flush();
    }

    private void pair(Scbk base, KeyFile file, boolean made) {
        Scbk fresh = file.read();
        var progress = new TerminalProgress(output.spec);
        var one = new OneReader(line.opener(), address, fresh, _ -> {});
        try (one) {
            await(one, one.bus().pair(address, base, fresh, Duration.ofSeconds(seconds)), progress);
        } catch (CommandFailed e) { // the bus is closed by now: what it counted stays
            if (!made || one.bus().statistics().openings() > 0) {
                throw new CommandFailed(e.getMessage() + "; the key stays in " + file.path());
            }
            file.delete();
            throw e;
        } finally {
            progress.clear();
        }
    }

    private void await(OneReader one, CompletableFuture<Void> paired, TerminalProgress progress) {
        var time = new SystemTime();
        long untilNs = time.nowNs() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            try {
                paired.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                var seen = one.bus().statistics();
                if (!seen.open() && seen.openings() == 0 && !seen.lineError().isEmpty()) {
                    throw new CommandFailed(seen.lineError());
                }
                long left = TimeUnit.NANOSECONDS.toSeconds(untilNs - time.nowNs());
                progress.show("waiting for the reader at address %d, %d s left".formatted(address, Math.max(0, left)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandFailed("interrupted");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof OrderException failed) throw failed;
                throw new CommandFailed(String.valueOf(e.getMessage()));
            }
        }
    }

    private String failed(OrderException why, KeyFile file, boolean made) {
        String what = "the reader at address " + address + " is not paired: " + why.getMessage();
        if (why.keyGiven()) return what + ". It may have the key of " + file.path() + ": run the same again";
        if (made) file.delete();
        return what;
    }

    private void tell(KeyFile file) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("address", address);
        answer.put("file", file.path().toString());
        answer.put("key", file.secret());
        String then = rekey
                ? "it holds from the controller's next start on"
                : "name it at its reader in controller.yaml: key: " + file.secret();
        output.print(
                answer, _ -> "the reader at address %d has the key of %s; %s".formatted(address, file.path(), then));
    }
}
