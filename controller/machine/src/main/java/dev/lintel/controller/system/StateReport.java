package dev.lintel.controller.system;

import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Last;
import dev.lintel.controller.system.MachineState.Slot;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BootEntry;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Installer.Status;
import dev.lintel.controller.update.Journal;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Looks how the machine stands, as root: the boot partition is for nobody else to read.
final class StateReport {
    private final SystemFolders folders;
    private final NetworkTrial network;
    private final TimeService clock;
    private final Time time;

    StateReport(SystemFolders folders, NetworkTrial network, TimeService clock, Time time) {
        this.folders = folders;
        this.network = network;
        this.clock = clock;
        this.time = time;
    }

    MachineState state() {
        return new MachineState(folders.data().toString(), image(), clock.isThere(), clock.hasSet(), clock.servers());
    }

    private @Nullable Image image() {
        if (!Files.exists(folders.root().resolve(Release.FILE))) return null;
        var installer = new Installer(folders.root(), time, _ -> {});
        Release running = Release.of(folders.root());
        Status status = null;
        String hindrance = "";
        try {
            status = installer.status();
        } catch (UpdateException e) { // as beside a disk with the same ids
            hindrance = String.valueOf(e.getMessage());
        }
        return new Image(
                running.board(),
                running.version(),
                running.number(),
                running.built(),
                running.expires(),
                hindrance,
                status == null ? "" : String.valueOf(status.slot()),
                status != null && status.onTrial(),
                status == null ? List.of() : slots(status),
                status == null ? null : last(status.last()),
                installer.newest(),
                trust(installer),
                network.hostName(),
                network.plan(),
                network.trial());
    }

    private static List<Slot> slots(Status status) {
        return status.entries().stream()
                .map(entry -> new Slot(String.valueOf(entry.slot()), entry.title(), word(status, entry)))
                .toList();
    }

    private static String word(Status status, BootEntry entry) {
        if (entry.isCounted() && entry.slot() == status.slot()) return status.onTrial() ? "on trial" : "failed";
        if (entry.isBad()) return "failed";
        return entry.waits() ? "to be tried" : "good";
    }

    private static @Nullable Last last(@Nullable Journal last) {
        if (last == null) return null;
        return new Last(last.version(), last.state().name().toLowerCase(Locale.ROOT), last.why(), last.at());
    }

    private static String trust(Installer installer) {
        try {
            Trust trust = installer.trusted();
            return trust == null ? "" : trust.write();
        } catch (UpdateException e) { // damaged: then nothing is taken
            return "";
        }
    }
}
