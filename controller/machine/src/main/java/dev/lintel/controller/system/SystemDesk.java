package dev.lintel.controller.system;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.SchemaRoom;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BundleLook;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The box's side: what the pages show of the machine, and the one request that they may leave for root. Any
/// thread; reads and writes small files, so no event loop.
public final class SystemDesk {
    /// Root's process is there within seconds, also on a small board.
    private static final Duration TAKEN_WITHIN = Duration.ofSeconds(30);
    /// Each step of an install tells of itself sooner, on the slowest card.
    private static final Duration SILENCE_MAX = Duration.ofMinutes(15);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int ID_BYTES = 16;
    /// Made before a newer version changed the tables.
    private static final Pattern COPY = Pattern.compile("lintel[.]db[.]schema-\\d+");

    private final SystemFolders folders;
    private final Time time;
    private final Spool spool;
    private final SecureRandom random = new SecureRandom();
    private final AtomicReference<@Nullable Looked> looked = new AtomicReference<>();
    private final AtomicReference<@Nullable Asked> asked = new AtomicReference<>();

    /// A look takes seconds: it is kept for as long as the file is the same.
    private record Looked(String file, BundleLook look) {}

    public SystemDesk(SystemFolders folders, Time time) {
        this(folders, time, new Spool(folders.requests(), Spool::freeOn));
    }

    SystemDesk(SystemFolders folders, Time time, Spool spool) {
        this.folders = folders;
        this.time = time;
        this.spool = spool;
    }

    /// How the machine stands; null where nothing on it carries out what is asked here.
    public @Nullable MachineState state() {
        MachineState state = MachineState.read(folders);
        if (state == null) return null;
        // Of another box's folder on the same machine: a developer's, beside an installed one.
        return isOurs(state.data()) ? state : null;
    }

    private boolean isOurs(String data) {
        try {
            return folders.data().toRealPath().equals(Path.of(data).toRealPath());
        } catch (IOException e) { // it is not for us to look into, and so not ours
            return false;
        }
    }

    /// Why nothing can be asked of this machine now, in a sentence; null: it can.
    public @Nullable String hindrance() {
        if (state() != null) return null;
        boolean installed = Files.exists(folders.root().resolve(UNIT));
        boolean others = MachineState.read(folders) != null; // an installed box is there, and this is another one
        return installed && !others ? NOT_YET : WITHOUT;
    }

    private static final String UNIT = "usr/lib/systemd/system/lintel-system.path";
    private static final String NOT_YET =
            "this machine has not told yet how it stands: that takes half a minute after a start";
    private static final String WITHOUT = "this box runs on a machine that was neither made by a Lintel image nor"
            + " installed from Lintel's package: whoever runs the machine updates it, restarts it, and sets its network"
            + " and clock";

    /// What the machine's card was given for this box, and was refused.
    public List<Refusal> refusals() {
        return Refusal.all(folders.root());
    }

    /// Where uploads lie.
    public Spool spool() {
        return spool;
    }

    /// How the last request stands; null: there was none since the machine started.
    public @Nullable Answer answer() {
        Answer answer = Answer.read(folders);
        if (answer == null || answer.state() != Answer.State.WORKING) return answer;
        if (time.nowNs() - answer.atNs() <= SILENCE_MAX.toNanos()) return answer;
        return new Answer(answer.id(), answer.kind(), Answer.State.REFUSED, "nothing came of it", answer.atNs());
    }

    /// Whether something is asked, or being done.
    public boolean isBusy() {
        boolean waiting = isWaiting(); // first: what waited may have been answered since
        Answer answer = answer();
        if (waiting || (answer != null && answer.state() == Answer.State.WORKING)) return true;
        Asked last = asked.get();
        return last != null && (answer == null || !answer.id().equals(last.id)) && !last.isOver(time.nowNs());
    }

    /// Between root's taking of a request and its first word there is neither the one nor the other.
    private record Asked(String id, long atNs) {
        boolean isOver(long nowNs) {
            return nowNs - atNs > TAKEN_WITHIN.toNanos();
        }
    }

    private boolean isWaiting() {
        return Files.exists(folders.requests().resolve(SystemFolders.REQUEST));
    }

    /// Leaves a request for root. Throws [SystemException] where nobody would carry it out, or another one is on its
    /// way.
    ///
    /// @return its id, which its answer has
    public synchronized String ask(SystemRequest request) {
        String hindrance = hindrance();
        if (hindrance != null) throw new SystemException(hindrance);
        if (isBusy() && !isStuck()) throw new SystemException("something else is being done: wait until it is over");
        String id = newId(random);
        try {
            DataFolder.makePrivate(folders.requests());
            var letter = new Letter(id, folders.boot(), time.nowNs(), request);
            asked.set(new Asked(id, letter.askedNs()));
            DataFolder.writeDurably(folders.requests().resolve(SystemFolders.REQUEST), letter.write());
            return id;
        } catch (IOException e) {
            asked.set(null);
            throw new SystemException("the request cannot be written: " + e.getMessage(), e);
        }
    }

    /// Waits for what becomes of a request that takes seconds; null when it takes longer than that.
    public @Nullable Answer await(String id, Duration patience) {
        long untilNs = time.nowNs() + patience.toNanos();
        while (time.nowNs() - untilNs < 0) {
            Answer answer = answer();
            if (answer != null && answer.id().equals(id) && answer.state() != Answer.State.WORKING) return answer;
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            if (Thread.currentThread().isInterrupted()) return null;
        }
        return null;
    }

    /// Nobody has taken the request that waits: root's side is not there any more.
    private boolean isStuck() {
        try {
            byte[] bytes = Files.readAllBytes(folders.requests().resolve(SystemFolders.REQUEST));
            Letter waiting = Letter.parse(bytes);
            long ageNs = time.nowNs() - waiting.askedNs();
            return ageNs < 0 || ageNs > TAKEN_WITHIN.toNanos();
        } catch (IOException e) { // it was taken at this moment
            return false;
        } catch (SystemException e) { // what is no letter will be none
            return true;
        }
    }

    /// For a request.
    public static String newId(SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /// What was uploaded; null: nothing. Throws [dev.lintel.controller.update.UpdateException] when it is no bundle.
    public @Nullable BundleLook look() {
        MachineState state = state();
        Image image = state == null ? null : state.image();
        if (image == null || !spool.hasBundle()) return null;
        String now = mark(image);
        Looked last = looked.get();
        if (last != null && last.file.equals(now)) return withRoom(last.look);
        var running = new Release(image.board(), image.version(), image.release(), image.built(), image.expires());
        Trust trust = image.trust().isEmpty() ? null : Trust.parse(image.trust());
        BundleLook look = BundleLook.of(spool.bundle(), trust, running, image.newest(), time.now());
        looked.set(new Looked(now, look));
        return withRoom(look);
    }

    /// What else is on the disk changes while the upload does not. The upload itself is gone when the room is needed.
    private BundleLook withRoom(BundleLook look) {
        if (look.refusal() != null) return look;
        try {
            Manifest manifest = look.manifest();
            String lack = SchemaRoom.lackHere(folders.data(), manifest.schemas(), manifest.bundleBytes());
            return new BundleLook(manifest, look.signers(), lack);
        } catch (IOException e) { // root looks for itself
            return look;
        }
    }

    /// Of this very upload, by these keys, beside this version and the newest that was here.
    private String mark(Image image) {
        try {
            return Files.getLastModifiedTime(spool.bundle()) + " " + Files.size(spool.bundle()) + " " + image.release()
                    + " " + image.newest() + " " + image.trust();
        } catch (IOException e) { // root takes it at this moment
            return "";
        }
    }

    /// As of when people and rights would be in a version before that knows other tables; null: as they are now.
    public @Nullable Instant databaseBefore() {
        try (Stream<Path> files = Files.list(folders.data())) {
            List<Path> copies = files.filter(
                            file -> COPY.matcher(file.getFileName().toString()).matches())
                    .toList();
            return copies.isEmpty()
                    ? null
                    : Files.getLastModifiedTime(copies.getFirst()).toInstant();
        } catch (IOException e) { // it is asked all the same
            return null;
        }
    }

    /// How long a trial of a network lasts still, in seconds.
    public long secondsLeft(MachineState.Trial trial) {
        return Math.max(0, Duration.ofNanos(trial.untilNs() - time.nowNs()).toSeconds());
    }
}
