package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SingleReader;
import dev.lintel.reader.serial.LineOpener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A [SingleReader] whose faults are [CommandFailed], with what to type next. The caller's thread waits.
final class OneReader implements AutoCloseable {
    private final SingleReader reader;

    /// `listener` takes what the reader reports, on the bus's thread. Begins at once.
    OneReader(LineOpener opener, int address, @Nullable Scbk key, ReaderListener listener) {
        reader = new SingleReader(opener, new PdSettings(address, listener, key), new SystemTime()::nowNs);
    }

    int address() {
        return reader.address();
    }

    OsdpBusDriver bus() {
        return reader.bus();
    }

    /// Waits until the reader answers. Throws [CommandFailed] with the likely reason when it does not, and at
    /// once when the port cannot be opened.
    void awaitOnline() {
        SingleReader.Away away;
        try {
            away = reader.awaitOnline();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        if (away != null) throw new CommandFailed(words(away));
    }

    /// Why a reader is away, with what to type next.
    static String words(SingleReader.Away away) {
        return switch (away.reason()) {
            case WANTS_KEY -> away.words() + " (--key FILE)";
            case SILENT -> away.words() + "; try 'lintel osdp scan'";
            case NO_LINE, OTHER_KEY, BUSY, NOISE -> away.words();
        };
    }

    /// One command's answer, a refusal too. Throws [CommandFailed] when none comes.
    Reply ask(Command command) {
        try {
            return reader.ask(command);
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (OrderException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    /// Waits for what was asked of the bus. Throws [CommandFailed] with the reader's reason.
    <T> T await(CompletableFuture<T> asked, Duration limit) {
        try {
            return reader.await(asked, limit);
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (OrderException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        reader.close();
    }

    private static CommandFailed interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailed("interrupted");
    }
}
