package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.BootEntry;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Installer.Status;
import dev.lintel.controller.update.Journal;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel bundle status`.
@Command(
        name = "status",
        description =
                "On a box, as root: which version runs, what is in the other slot, what became of the last update.",
        mixinStandardHelpOptions = true)
final class BundleStatusCommand implements Callable<Integer> {
    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            Status status = new Installer(Path.of("/"), new SystemTime(), _ -> {}).status();
            output.print(json(status), _ -> text(status));
            return 0;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel bundle status: " + e.getMessage());
        }
    }

    private static String text(Status status) {
        var text = new StringBuilder("Lintel " + status.running().version() + " of "
                + status.running().built() + " runs from slot " + status.slot());
        if (status.onTrial()) text.append(", on trial");
        for (BootEntry entry : status.entries()) {
            text.append("\n  slot ")
                    .append(entry.slot())
                    .append("  ")
                    .append(entry.title())
                    .append("  ")
                    .append(word(status, entry));
        }
        Journal last = status.last();
        if (last == null) return text + "\nno update yet";
        text.append("\nlast update: ")
                .append(last.version())
                .append(" at ")
                .append(last.at())
                .append(", ");
        text.append(last.state().name().toLowerCase(Locale.ROOT));
        return text + (last.why().isEmpty() ? "" : ": " + last.why());
    }

    private static String word(Status status, BootEntry entry) {
        if (entry.isCounted() && entry.slot() == status.slot()) return status.onTrial() ? "on trial" : "failed";
        if (entry.isBad()) return "failed";
        return entry.waits() ? "to be tried" : "good";
    }

    private static Map<String, @Nullable Object> json(Status status) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("version", status.running().version());
        json.put("release", status.running().number());
        json.put("board", status.running().board());
        json.put("slot", String.valueOf(status.slot()));
        json.put("on_trial", status.onTrial());
        Map<String, @Nullable Object> slots = new LinkedHashMap<>();
        for (BootEntry entry : status.entries()) slots.putIfAbsent(String.valueOf(entry.slot()), word(status, entry));
        json.put("slots", slots);
        Journal last = status.last();
        json.put("last_update", last == null ? null : last.state().name().toLowerCase(Locale.ROOT));
        json.put("last_version", last == null ? null : last.version());
        json.put("last_failure", last == null || last.why().isEmpty() ? null : last.why());
        return json;
    }
}
