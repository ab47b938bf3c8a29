package dev.lintel.controller;

import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.backup.Exchange;
import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.commission.Report;
import dev.lintel.controller.commission.TestSheet;
import dev.lintel.controller.commission.WiringFile;
import dev.lintel.controller.commission.WorkState;
import dev.lintel.controller.config.BareConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.config.SharedPorts;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.controller.wiring.ReaderKeys;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Putting the box into service, put together; and what a start does with wiring that is on trial.
final class BoxCommissioning {
    private static final Logger LOG = System.getLogger(BoxCommissioning.class.getName());

    private BoxCommissioning() {}

    /// The file that this box was started with, and how it begins anew. Any thread.
    static final class Beginning {
        /// Looks of housekeeping before the box begins anew: whoever asked for it gets an answer first.
        private static final int LOOKS = 2;

        private final @Nullable WiringFile wiring;
        private final @Nullable Path named;
        private final Path data;
        private final Runnable again;
        private final AtomicInteger looks = new AtomicInteger();
        private volatile boolean kept;

        private Beginning(@Nullable WiringFile wiring, @Nullable Path named, Path data, Runnable again) {
            this.wiring = wiring;
            this.named = named;
            this.data = data;
            this.again = again;
        }

        /// Of a box with these options, of which `again` makes another one.
        static Beginning of(RunOptions options, Surroundings surroundings, Runnable again) {
            Path named = options.config();
            return new Beginning(named == null ? file(options, surroundings) : null, named, options.data(), again);
        }

        /// The box works: what it was started with stays. Once; what was written since is on trial.
        void worked() {
            if (wiring == null || kept) return;
            try {
                wiring.keep();
                kept = true;
            } catch (CommissionException e) { // tried again
                LOG.log(Level.ERROR, String.valueOf(e.getMessage()));
            }
        }

        /// Doors have worked for long and no page has opened. Where the wiring on trial has it opened elsewhere,
        /// nobody could mend that: the box goes back to the one of before. Else another program has its port,
        /// and the box waits.
        void unreached() {
            if (wiring == null || kept || !wiring.isReachedOtherwise()) return;
            try {
                if (!wiring.goBack("no page opened with it")) return;
                LOG.log(Level.ERROR, "the new wiring is not kept: no page opened with it");
                again.run();
            } catch (IOException e) {
                LOG.log(Level.ERROR, "the wiring of before cannot be put back: " + e.getMessage());
            }
        }

        /// The box ends as it was told to, before the next one begins or for good.
        ///
        /// @param anew another one begins in this process
        void ends(boolean anew) {
            if (wiring == null) return;
            try {
                if (!kept) WiringFile.forgetTry(data);
                if (anew) wiring.haveWayBack();
            } catch (CommissionException e) {
                LOG.log(Level.ERROR, String.valueOf(e.getMessage()));
            }
        }

        private void soon() {
            looks.set(LOOKS);
        }

        /// For housekeeping, each second.
        void look() {
            if (looks.get() > 0 && looks.decrementAndGet() == 0) again.run();
        }
    }

    private static WiringFile file(RunOptions options, Surroundings surroundings) {
        var keys = new KeyFiles(options.data().resolve("keys"));
        return WiringFile.of(options.data(), surroundings.board() ? BareConfig.TEXT : DemoConfig.TEXT, config -> {
            var missing = new ArrayList<>(ReaderKeys.read(config, keys).faults());
            missing.addAll(SharedPorts.faults(config));
            return missing;
        });
    }

    /// Half a box that a restore left has no wiring of its own.
    private static boolean onTrial(RunOptions options) {
        return options.config() == null
                && WiringFile.onTrial(options.data())
                && !Exchange.of(options.data()).isMarked();
    }

    /// Before a start: wiring that one has been tried with already and has not come up, whatever became of it, is gone
    /// back from. Another process's folder is left alone.
    static void beforeStart(RunOptions options, Surroundings surroundings) {
        if (!onTrial(options)) return;
        try (DataFolder _ = DataFolder.open(options.data())) {
            String why = file(options, surroundings).tried();
            if (why != null) LOG.log(Level.ERROR, "the new wiring is not kept: " + why);
        } catch (DataFolderException | IOException e) { // the start itself says more of it
            LOG.log(Level.ERROR, "the wiring on trial cannot be marked: " + e.getMessage());
        }
    }

    /// A start that came to nothing for another reason says nothing about the wiring.
    static void notOfWiring(RunOptions options) {
        if (!onTrial(options)) return;
        try (DataFolder _ = DataFolder.open(options.data())) {
            WiringFile.forgetTry(options.data());
        } catch (DataFolderException | CommissionException e) { // another process's, or a disk that takes nothing
            LOG.log(Level.ERROR, "the wiring on trial cannot be marked: " + e.getMessage());
        }
    }

    /// After a start that came to nothing, for `why`: whether the wiring of before stands again, so that another start
    /// is worth while. Another process's folder is left alone.
    static boolean wentBack(RunOptions options, Surroundings surroundings, String why) {
        if (!onTrial(options)) return false;
        try (DataFolder _ = DataFolder.open(options.data())) {
            return file(options, surroundings).goBack(why);
        } catch (DataFolderException | IOException e) {
            LOG.log(Level.ERROR, "the wiring of before cannot be put back: " + e.getMessage());
            return false;
        }
    }

    /// `url`: where it is served, or null while it is not.
    static Commissioning of(Front.Parts parts, Supplier<@Nullable String> url, Time time) {
        Beginning beginning = parts.beginning();
        String elsewhere = beginning.named == null
                ? ""
                : "the wiring is in " + beginning.named + ": change it there, then 'lintel reload'";
        return new Commissioning(new Commissioning.Parts(
                parts.config(),
                beginning.wiring,
                elsewhere,
                parts.policy(),
                TestSheet.open(parts.folder().path(), time),
                parts.database().events(),
                parts.following()::policyElsewhere,
                new Report.Facts(
                        Front.version(),
                        url,
                        () -> fingerprint(parts),
                        parts.asking().clock()::read,
                        parts.following()::elsewhere,
                        () -> parts.health().report().reasons()),
                () -> busy(parts),
                beginning::soon,
                time));
    }

    /// A line that is lent comes back before the box begins anew: a pairing or a move that is broken off leaves nobody
    /// knows what.
    static @Nullable String busy(Front.Parts parts) {
        for (WorkState work : parts.wires().desk().lines().works()) {
            if (work.ended()) continue;
            return work.by() + " " + work.kind().does() + " on " + work.port();
        }
        return null;
    }

    /// Of the box's own authority, as the card's paper shows it.
    private static @Nullable String fingerprint(Front.Parts parts) {
        try {
            String pem = Files.readString(
                    parts.folder().path().resolve(BoxCertificate.FOLDER).resolve("ca.crt"));
            return BoxKey.fingerprint(BoxKey.certificates(pem).getFirst());
        } catch (IOException | TlsException e) { // not made yet, or not readable: /health says more
            return null;
        }
    }
}
