package dev.lintel.controller.update;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.SchemaRoom;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.Journal.State;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.Slots.Slot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Installs bundles on this box, as root: start reading here. Every step leaves a box that starts.
public final class Installer {
    private static final double MB = 1e6;
    /// What is copied to the boot partition must leave room on it for its own administration.
    private static final long BOOT_SPARE_BYTES = 1 << 20;

    private static final String NOT_BEGUN = "it did not begin: the power went before the boot loader knew of it";

    private final Path root;
    private final Path boot;
    private final Path data;
    private final Path folder;
    private final Time time;
    private final Consumer<String> progress;
    private final StateFiles files;
    private final BootEntries entries;
    private final TrustedKeys keys;
    private final UpdateLock lock;

    /// @param root of the machine: `/`, but for tests
    /// @param progress hears what is being done, in a few words
    public Installer(Path root, Time time, Consumer<String> progress) {
        this(root, root.resolve("var/lib/lintel"), time, progress);
    }

    /// The same beside a box that has its folder elsewhere than images have it.
    ///
    /// @param data its folder
    public Installer(Path root, Path data, Time time, Consumer<String> progress) {
        this(root, data, time, progress, new DurableFiles());
    }

    Installer(Path root, Path data, Time time, Consumer<String> progress, StateFiles files) {
        this.root = root;
        this.data = data;
        this.boot = root.resolve("efi");
        this.folder = root.resolve("var/lib/lintel-os/update");
        this.time = time;
        this.progress = progress;
        this.files = files;
        this.entries = BootEntries.at(boot, files);
        this.keys = new TrustedKeys(root, folder, files);
        this.lock = new UpdateLock(folder);
    }

    /// What was installed.
    ///
    /// @param slot it went to
    /// @param writtenBytes of the slot that were not there already
    public record Installed(Release before, Manifest now, char slot, long writtenBytes) {}

    /// Checks a bundle and writes it to the slot that does not run. It starts at the next start of the
    /// machine, which is the caller's to make. Throws [UpdateException]; until the last step the old
    /// version starts, and from then on the new one is on trial.
    ///
    /// @param faults names of what does not work now
    public Installed install(Path file, List<String> faults) {
        return install(file, 0, faults);
    }

    /// The same for a file that goes afterwards.
    ///
    /// @param freed bytes in the box's folder that are free then
    public Installed install(Path file, long freed, List<String> faults) {
        try (FileChannel _ = lock.take();
                Bundle bundle = Bundle.open(file)) {
            Release running = Release.of(root);
            Slots slots = Slots.of(root);
            requireSettled(slots);
            admit(bundle, running);
            requireTables(bundle.manifest().schemas(), freed);
            progress.accept("checking the bundle");
            bundle.requireWhole(_ -> {});
            requireRoom(bundle.manifest(), slots.other());
            long written = write(bundle, slots, faults);
            return new Installed(running, bundle.manifest(), slots.other().letter(), written);
        } catch (IOException e) {
            throw new UpdateException("the bundle was not installed: " + e.getMessage(), e);
        }
    }

    /// Whether this box takes that bundle. The newest trusted keys, which it may have brought, are kept before
    /// anything else: from then on what the old ones signed alone counts nothing, even if this bundle
    /// is refused.
    private void admit(Bundle bundle, Release running) throws IOException {
        // Also where they are no news: those of this root are not in the next one, unless that was built with them.
        keys.keep(bundle.requireSigned(keys.newest()));
        running.requireFit(bundle.manifest(), time.now());
        Newest newest = newest();
        if (newest != null) newest.requireFit(bundle.manifest());
    }

    /// An update over one that has not proved itself would leave no version that is known to work.
    private void requireSettled(Slots slots) {
        if (running(slots).isCounted()) {
            throw new UpdateException("the version that runs is on trial still: try again in some minutes");
        }
    }

    private BootEntry running(Slots slots) {
        BootEntry running = entries.of(slots.running().letter());
        if (running == null) throw new UpdateException("the slot that runs has no boot entry");
        return running;
    }

    /// A version that has no room for its databases would work in memory, until it is left for failing its test.
    private void requireTables(Map<String, Integer> known, long freed) throws IOException {
        String lack = SchemaRoom.lack(data, known, freed);
        if (lack != null) throw new UpdateException(lack);
    }

    private void requireRoom(Manifest manifest, Slot other) throws IOException {
        if (manifest.file(Part.ROOT).bytes() > other.bytes()) {
            throw new UpdateException("the root in the bundle is larger than this box's slot");
        }
        // What an install that was cut left of its kernels is of no use to anybody, and would count as taken.
        for (Part part : List.of(Part.LINUX, Part.INITRD)) Files.deleteIfExists(unfinished(kernel(other, part)));
        long needed =
                manifest.file(Part.LINUX).bytes() + manifest.file(Part.INITRD).bytes() + BOOT_SPARE_BYTES;
        long free = Files.getFileStore(boot).getUsableSpace();
        for (Part part : List.of(Part.LINUX, Part.INITRD)) {
            Path there = kernel(other, part);
            if (Files.exists(there)) free += Files.size(there);
        }
        if (free < needed) {
            throw new UpdateException("the boot partition has " + Math.round(free / MB)
                    + " MB free, and the update needs " + Math.round(needed / MB));
        }
    }

    private long write(Bundle bundle, Slots slots, List<String> faults) throws IOException {
        Slot other = slots.other();
        Manifest manifest = bundle.manifest();
        BootEntry running = running(slots);
        String title = "Lintel " + manifest.version() + " (" + other.letter() + ")";
        var journal = new Journal(
                State.WRITING, other.letter(), manifest.version(), manifest.release(), "", time.now(), faults);
        journal.write(folder, files);
        Map<String, Map<String, Integer>> tables = new TreeMap<>();
        tables.put(running.title(), SchemaRoom.ofThisVersion());
        tables.put(title, manifest.schemas());
        SlotTables.note(folder, tables, files);
        entries.removeAll(other.letter()); // from here to the end the other slot does not start
        progress.accept("the slot " + other.letter() + " is free");
        long written = writeRoot(bundle, other);
        for (Part part : List.of(Part.LINUX, Part.INITRD)) {
            progress.accept("writing " + part.title());
            writeKernel(bundle, part, kernel(other, part));
        }
        DataFolder.force(boot.resolve("lintel"));
        progress.accept("having the slot " + other.letter() + " start next");
        String options = slots.options(manifest.options(), other) + running.ownOptions();
        journal.now(State.TRYING, "", time.now()).write(folder, files);
        entries.add(BootEntry.toTry(other.letter(), entries.nextGeneration(), title, options));
        return written;
    }

    private long writeRoot(Bundle bundle, Slot other) throws IOException {
        Manifest.Packed packed = bundle.manifest().file(Part.ROOT);
        try (var disk = new SlotDisk(other)) {
            var shown = new Percent(progress, "writing the slot " + other.letter(), packed.bytes());
            bundle.unpack(Part.ROOT, piece -> {
                shown.add(piece.remaining());
                disk.write(piece);
            });
            disk.force();
            progress.accept("reading the slot " + other.letter() + " back");
            if (!disk.sha256(packed.bytes()).equals(packed.sha256())) {
                throw new UpdateException("the slot " + other.letter()
                        + " does not hold what was written to it: the card or disk is worn out");
            }
            return disk.writtenBytes();
        }
    }

    private static void writeKernel(Bundle bundle, Part part, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path next = unfinished(target);
        Files.deleteIfExists(target); // the partition has no room for three
        Files.deleteIfExists(next);
        try (var out = FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            bundle.unpack(part, piece -> {
                while (piece.hasRemaining()) out.write(piece);
            });
            out.force(true);
        }
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(target.resolveSibling("."));
        Manifest.Packed packed = bundle.manifest().file(part);
        if (!ReadBack.sha256(target, packed.bytes()).equals(packed.sha256())) {
            throw new UpdateException("the boot partition does not hold what was written to it: " + part.title());
        }
    }

    private Path kernel(Slot slot, Part part) {
        return boot.resolve("lintel").resolve(String.valueOf(slot.letter())).resolve(part.title());
    }

    /// Where a kernel's file is until it is whole.
    private static Path unfinished(Path kernel) {
        return kernel.resolveSibling(kernel.getFileName() + ".new");
    }

    /// What `rollback` did.
    ///
    /// @param title of the other slot's version
    /// @param next it starts next; else it was to be tried, had not been yet, and is not any more
    public record Back(String title, boolean next) {}

    /// Has the other slot's version start next, on trial; one that was installed and has not been tried
    /// yet is taken back. Throws [UpdateException] where there is none that worked, or no room for its databases.
    ///
    /// @param faults names of what does not work now
    public Back rollback(List<String> faults) {
        try (FileChannel _ = lock.take()) {
            Slots slots = Slots.of(root);
            requireSettled(slots);
            BootEntry other = entries.of(slots.other().letter());
            if (other == null) throw new UpdateException("there is no version to go back to: the other slot is empty");
            if (other.isBad()) throw new UpdateException(other.title() + " in the other slot did not pass its test");
            if (other.waits()) {
                entries.removeAll(other.slot());
                Journal last = Journal.read(folder);
                if (last != null)
                    last.now(State.FAILED, "taken back before it was tried", time.now())
                            .write(folder, files);
                return new Back(other.title(), false);
            }
            Map<String, Integer> known = SlotTables.of(folder, other.title());
            requireTables(known.isEmpty() ? SchemaRoom.ofCopies(data) : known, 0);
            Release running = Release.of(root);
            String back = "gone back from Lintel " + running.version();
            new Journal(State.TRYING, other.slot(), running.version(), running.number(), back, time.now(), faults)
                    .write(folder, files);
            entries.replace(other, other.again(entries.nextGeneration()));
            return new Back(other.title(), true);
        } catch (IOException e) {
            throw new UpdateException("the version was not changed: " + e.getMessage(), e);
        }
    }

    /// Takes newer trusted keys without a bundle: how a stolen key is put out of use at once. The first
    /// keys of a box that has none are taken as they are: root says so. Throws [UpdateException].
    public Trust trust(Path file) {
        try (FileChannel _ = lock.take()) {
            Trust given = Trust.parse(Files.readString(file));
            if (!given.isSignedBy(given)) throw new UpdateException(file + " is not signed by its own keys");
            boolean first =
                    !Files.exists(folder.resolve("trust.json")) && !Files.exists(root.resolve(TrustedKeys.IN_ROOT));
            Trust newest = first ? given : keys.newest().follow(List.of(given));
            keys.keep(newest);
            return newest;
        } catch (IOException e) {
            throw new UpdateException("the trusted keys were not taken: " + e.getMessage(), e);
        }
    }

    /// The newest keys that this box trusts; null where it trusts none. Throws [UpdateException] when they are damaged.
    public @Nullable Trust trusted() {
        return keys.any() ? keys.newest() : null;
    }

    /// The newest version that has passed its test here, below which nothing is taken; null: none yet.
    public @Nullable Newest newest() {
        return Newest.read(folder);
    }

    /// How this box stands.
    ///
    /// @param entries of the boot loader, one of each slot, the preferred first
    /// @param last what became of the last update; null where there was none
    public record Status(
            Release running,
            char slot,
            List<BootEntry> entries,
            @Nullable Journal last) {
        /// The version that runs has to prove itself still: also one that failed its test, until the boot loader
        /// knows.
        public boolean onTrial() {
            return is(BootEntry::isCounted) && !(isLeft() && is(BootEntry::isBad));
        }

        /// The version that runs failed its test. Where the power went before the boot loader knew it has been
        /// started once more.
        boolean isLeft() {
            boolean noted = last != null && last.slot() == slot && last.state() == State.LEAVING;
            return noted && is(BootEntry::isCounted);
        }

        private boolean is(Predicate<BootEntry> what) {
            return entries.stream().filter(entry -> entry.slot() == slot).anyMatch(what);
        }
    }

    /// Throws [UpdateException] on a machine without slots.
    public Status status() {
        Release release = Release.of(root); // first: it says best what a machine of no image lacks
        char running = Slots.of(root).running().letter();
        Journal last = Journal.read(folder);
        if (last != null && hasNotBegun(last, running)) last = last.now(State.FAILED, NOT_BEGUN, last.at());
        return new Status(release, running, entries.ofSlots(), last);
    }

    /// The power went between the note and the boot entry, which comes after it: nothing is to be tried.
    private boolean hasNotBegun(Journal last, char running) {
        if (last.state() != State.TRYING || last.slot() == running) return false;
        BootEntry entry = entries.of(last.slot());
        return entry == null || !entry.isCounted();
    }

    /// The version that runs passed its test: it stays. Nothing to do where it has stayed before.
    /// Throws [UpdateException].
    public void keep() {
        end(State.KEPT, "");
    }

    /// The version that runs failed its test: it never starts again. Throws [UpdateException], also
    /// where there is no other that would start: then it stays, whatever it is like.
    public void giveUp(String why) {
        BootEntry other = entries.of(Slots.of(root).other().letter());
        if (other == null || other.isBad()) throw new UpdateException("there is no other version that would start");
        end(State.LEAVING, why);
    }

    private void end(State state, String why) {
        try (FileChannel _ = lock.takeSoon()) {
            BootEntry running = entries.of(Slots.of(root).running().letter());
            if (running == null || running.triesLeft().equals(OptionalInt.empty())) return;
            Journal last = Journal.read(folder);
            if (last != null) last.now(state, why, time.now()).write(folder, files);
            if (state == State.KEPT) {
                keys.keepNewest();
                Newest.keep(folder, Release.of(root), files);
            }
            entries.rename(running, state == State.KEPT ? running.good() : running.bad());
        } catch (IOException e) {
            throw new UpdateException("the boot entry cannot be changed: " + e.getMessage(), e);
        }
    }

    /// At each start: when the version that was on trial is not the one that runs, its tries are used
    /// up. Says so in the note. Throws [UpdateException].
    ///
    /// @return the note of an update that has failed just now; null otherwise
    public @Nullable Journal notice() {
        try (FileChannel _ = lock.takeSoon()) {
            Journal last = Journal.read(folder);
            char running = Slots.of(root).running().letter();
            if (last == null || last.slot() == running) return null;
            BootEntry entry = entries.of(last.slot());
            boolean begun = last.state() != State.WRITING && !hasNotBegun(last, running);
            String why = switch (last.state()) {
                case WRITING -> "the power went while it was written";
                case TRYING -> begun ? "it did not start" : NOT_BEGUN;
                case LEAVING -> last.why();
                case KEPT -> entry != null && entry.isBad() ? "its tries were used up before it was kept" : null;
                case FAILED -> null;
            };
            if (why == null) return null;
            Journal failed = last.now(State.FAILED, why, time.now());
            failed.write(folder, files);
            return begun ? failed : null; // else nothing has run of it
        } catch (IOException e) {
            throw new UpdateException("the note of the last update cannot be written: " + e.getMessage(), e);
        }
    }
}
