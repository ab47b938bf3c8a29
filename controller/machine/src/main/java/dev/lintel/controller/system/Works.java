package dev.lintel.controller.system;

import dev.lintel.controller.system.Answer.State;
import dev.lintel.controller.system.SystemRequest.DropNetwork;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.KeepNetwork;
import dev.lintel.controller.system.SystemRequest.Restart;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.system.SystemRequest.SetClock;
import dev.lintel.controller.system.SystemRequest.TimeServers;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Carries out what is asked, as root: start reading here. One at a time and in a process of its own
/// (`lintel system serve`), or in that of a command that root gives.
public final class Works {
    /// Whoever asks waits for it. What waited behind an install is not what somebody wants by then; but on a slow board
    /// that is busy root's process, which gives way to the doors, was seen to take more than a minute to start.
    static final Duration AGE_MAX = Duration.ofMinutes(3);

    /// Small things are done in a second; whoever finds an install at work need not wait for that.
    private static final int TURN_ATTEMPTS = 60;

    private static final long TURN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final SystemFolders folders;
    private final Machine machine;
    private final Supplier<List<String>> faults;
    private final Instant made;
    private final Time time;
    private final NetworkTrial network;
    private final TimeService clock;
    private final Intake intake;

    /// @param faults names of what does not work on the box now: an update is not to blame for it
    /// @param made when this version was: no clock that is right shows less
    public Works(SystemFolders folders, Machine machine, Supplier<List<String>> faults, Instant made, Time time) {
        this.folders = folders;
        this.machine = machine;
        this.faults = faults;
        this.made = made;
        this.time = time;
        this.network = new NetworkTrial(folders, machine, time);
        this.clock = new TimeService(folders, machine, time);
        this.intake = new Intake(folders);
    }

    /// One turn: ends a trial of a network whose time is over, carries out the request that waits, and tells how the
    /// machine stands. Throws [SystemException] only when it cannot even tell.
    public void serve() {
        try (FileChannel _ = turn()) {
            inTurn();
        } catch (IOException e) {
            throw new SystemException("whose turn it is cannot be noted: " + e.getMessage(), e);
        }
    }

    private void inTurn() {
        String fault = null;
        try { // first: whatever the box has left here, a network on trial ends
            network.endIfOver();
            clock.apply();
        } catch (SystemException e) { // what is asked may be the way out
            fault = String.valueOf(e.getMessage());
        }
        endCutOff();
        if (fault != null) answer("", "", State.REFUSED, fault);
        Letter letter = letter();
        if (letter == null) report();
        else carryOut(letter);
    }

    /// One at a time: a command that root gives, and what the box asks for.
    private FileChannel turn() throws IOException {
        Path lock = folders.own().resolve("system.lock");
        Files.createDirectories(folders.own());
        var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        for (int attempt = 0; attempt < TURN_ATTEMPTS; attempt++) {
            if (isLocked(file)) return file;
            LockSupport.parkNanos(TURN_PAUSE_NS);
        }
        file.close();
        throw new SystemException("something else is being done to this machine: wait until it is over");
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) { // by another thread of this process
            return false;
        }
    }

    /// A run that was killed has left its word that it works on something.
    private void endCutOff() {
        intake.clearAside();
        intake.removeBundle();
        Answer last = Answer.read(folders);
        if (last == null || last.state() != State.WORKING) return;
        answer(last.id(), last.kind(), State.REFUSED, "it was cut off: " + last.text());
    }

    private @Nullable Letter letter() {
        try {
            byte[] bytes = intake.request();
            if (bytes == null) return null;
            Letter letter = Letter.parse(bytes);
            long ageNs = time.nowNs() - letter.askedNs();
            boolean old =
                    ageNs < 0 || ageNs > AGE_MAX.toNanos() || !letter.boot().equals(folders.boot());
            if (!old) return letter;
            answer(letter.id(), letter.request().kind(), State.REFUSED, "it was asked for too long ago: ask again");
        } catch (SystemException e) {
            answer("", "", State.REFUSED, String.valueOf(e.getMessage()));
        }
        return null;
    }

    private void carryOut(Letter letter) {
        String kind = letter.request().kind();
        answer(letter.id(), kind, State.WORKING, "begun");
        Outcome outcome;
        try {
            outcome = run(letter, words -> answer(letter.id(), kind, State.WORKING, words));
        } catch (SystemException | UpdateException e) {
            report();
            answer(letter.id(), kind, State.REFUSED, String.valueOf(e.getMessage()));
            return;
        } catch (RuntimeException e) { // a fault of ours: whoever waits is told, and the journal has the rest
            answer(letter.id(), kind, State.REFUSED, "it failed: " + e);
            throw e;
        }
        report(); // before the answer: whoever sees that looks at this
        answer(letter.id(), kind, outcome.restart ? State.RESTARTING : State.DONE, outcome.text);
        if (outcome.restart) machine.restart();
    }

    /// What a command that root gives has done. Throws [SystemException] and [UpdateException].
    ///
    /// @param id random, 32 hexadecimal digits
    public String carryOut(String id, SystemRequest request) {
        try (FileChannel _ = turn()) {
            Outcome outcome = run(new Letter(id, folders.boot(), time.nowNs(), request), _ -> {});
            report();
            if (outcome.restart) machine.restart();
            return outcome.text;
        } catch (IOException e) {
            throw new SystemException("whose turn it is cannot be noted: " + e.getMessage(), e);
        }
    }

    /// @param text a sentence
    /// @param restart it takes a restart
    private record Outcome(String text, boolean restart) {
        static Outcome of(String text) {
            return new Outcome(text, false);
        }
    }

    private Outcome run(Letter letter, Consumer<String> progress) {
        return switch (letter.request()) {
            case Install install -> install(install, progress);
            case Rollback _ -> {
                requireImage();
                yield rollback();
            }
            case Restart _ -> new Outcome("the machine restarts now", true);
            case TryNetwork(NetworkPlan plan) -> {
                requireImage();
                network.begin(letter.id(), plan);
                yield Outcome.of("the new network is being tried");
            }
            case KeepNetwork(String trial) -> {
                network.keep(trial);
                yield Outcome.of("the new network is kept");
            }
            case DropNetwork(String trial) -> {
                network.drop(trial);
                yield Outcome.of("the network of before is back");
            }
            case SetClock(Instant to) -> Outcome.of(clock.set(to, letter.askedNs(), made));
            case TimeServers(List<String> servers) -> {
                clock.serve(servers);
                yield Outcome.of(
                        servers.isEmpty() ? "the system's own time servers are asked" : "these time servers are asked");
            }
        };
    }

    /// Throws [SystemException].
    private void requireImage() {
        Path root = folders.root();
        if (!Files.exists(root.resolve(Release.FILE))) {
            throw new SystemException(
                    "this machine does not run from a Lintel image: versions come by apt or dpkg, and the"
                            + " network is its own system's");
        }
    }

    private Outcome install(Install asked, Consumer<String> progress) {
        if (network.trial() != null) { // its end must not wait until a slot is written
            throw new SystemException("a network is being tried: keep it, or have the one of before back, first");
        }
        var installer = new Installer(folders.root(), folders.data(), time, progress);
        installer.status(); // before a bundle is taken that cannot be installed anyway
        Path file = intake.bundle();
        try {
            long bytes; // on the box's disk, and gone before the new version needs room there
            try (Bundle bundle = Bundle.open(file)) {
                if (bundle.manifest().release() != asked.release()) {
                    throw new SystemException("the bundle is another one than was looked at");
                }
                bytes = bundle.manifest().bundleBytes();
            }
            Installer.Installed installed = installer.install(file, bytes, faults.get());
            String what = "Lintel " + installed.now().version() + " is in slot " + installed.slot();
            return new Outcome(
                    what + (asked.restart() ? ": the box restarts into it now" : ": it is tried at the next start"),
                    asked.restart());
        } finally {
            intake.removeBundle();
        }
    }

    private Outcome rollback() {
        Installer.Back back = new Installer(folders.root(), folders.data(), time, _ -> {}).rollback(faults.get());
        if (!back.next()) return Outcome.of(back.title() + " was to be tried at the next start, and is not any more");
        return new Outcome(back.title() + ": the box restarts into it now", true);
    }

    /// How the machine stands, for everybody.
    ///
    /// @return what was told
    public MachineState tell() {
        try (FileChannel _ = turn()) {
            return report();
        } catch (IOException e) {
            throw new SystemException("whose turn it is cannot be noted: " + e.getMessage(), e);
        }
    }

    private MachineState report() {
        MachineState state = new StateReport(folders, network, clock, time).state();
        state.write(folders);
        return state;
    }

    private void answer(String id, String kind, State state, String text) {
        new Answer(id, kind, state, text, time.nowNs()).write(folders);
    }
}
