package dev.lintel.controller.system;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.update.Newest;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What root tells everybody about the machine: for pages and commands.
///
/// @param data the folder of the box that may ask
/// @param image null: this machine was not made by an image, and neither its versions nor its network are ours
/// @param timeService systemd's own is there; another one is nobody's business here
/// @param timeSet the time service has set the clock since the machine started
/// @param timeServers that were given; none: those of the system
public record MachineState(
        String data, @Nullable Image image, boolean timeService, boolean timeSet, List<String> timeServers) {
    private static final String FILE = "state.json";
    private static final int TEXT_MAX = 100_000;
    private static final int SLOTS_MAX = 8;

    public MachineState {
        timeServers = List.copyOf(timeServers);
    }

    /// A box that an image made.
    ///
    /// @param hindrance why no update can be installed now, in a sentence; empty: nothing
    /// @param slot that runs; empty with a hindrance
    /// @param onTrial the version that runs has to prove itself still
    /// @param slots the one that starts next first
    /// @param last null: no update yet
    /// @param newest that has passed its test here, below which none is taken; null: no update yet
    /// @param trust whose bundles it takes, as [dev.lintel.controller.update.Trust#write]; empty: nobody's
    /// @param hostName that it has now
    /// @param network that it has; null: somebody wrote it by hand
    /// @param trial null: none
    public record Image(
            String board,
            String version,
            long release,
            Instant built,
            Instant expires,
            String hindrance,
            String slot,
            boolean onTrial,
            List<Slot> slots,
            @Nullable Last last,
            @Nullable Newest newest,
            String trust,
            String hostName,
            @Nullable NetworkPlan network,
            @Nullable Trial trial) {
        public Image {
            slots = List.copyOf(slots);
        }
    }

    /// One that has a version.
    ///
    /// @param state `on trial`, `failed`, `to be tried` or `good`
    public record Slot(String slot, String title, String state) {}

    /// What became of the last update.
    ///
    /// @param state as [dev.lintel.controller.update.Journal.State], in small letters
    /// @param why empty: nothing to say
    public record Last(String version, String state, String why, Instant at) {}

    /// A network that is being tried.
    ///
    /// @param untilNs it ends by itself, by the machine's monotonic clock
    public record Trial(String id, NetworkPlan plan, long untilNs) {}

    /// Null where no such mechanism runs.
    static @Nullable MachineState read(SystemFolders folders) {
        String text = PublicFile.read(folders.published().resolve(FILE));
        if (text == null) return null;
        try {
            Fields fields = Fields.parse(FILE, text);
            return new MachineState(
                    fields.text("data", TEXT_MAX),
                    image(fields.object("image")),
                    fields.flag("time_service"),
                    fields.flag("time_set"),
                    fields.texts("time_servers", SystemRequest.TimeServers.SERVERS_MAX));
        } catch (SystemException e) { // of another version, which is being replaced at this moment
            return null;
        }
    }

    private static @Nullable Image image(@Nullable Fields fields) {
        if (fields == null) return null;
        Fields last = fields.object("last");
        Fields newest = fields.object("newest"); // the version before did not write it
        Fields network = fields.object("network");
        Fields trial = fields.object("trial");
        return new Image(
                fields.text("board", TEXT_MAX),
                fields.text("version", TEXT_MAX),
                fields.number("release"),
                fields.time("built"),
                fields.time("expires"),
                fields.text("hindrance", TEXT_MAX),
                fields.text("slot", TEXT_MAX),
                fields.flag("on_trial"),
                fields.objects("slots", SLOTS_MAX).stream()
                        .map(MachineState::slot)
                        .toList(),
                last == null ? null : last(last),
                newest == null ? null : new Newest(newest.text("version", TEXT_MAX), newest.number("release")),
                fields.text("trust", TEXT_MAX),
                fields.text("host_name", TEXT_MAX),
                network == null ? null : NetworkPlan.parse(network),
                trial == null
                        ? null
                        : new Trial(trial.text("id", TEXT_MAX), NetworkPlan.parse(trial), trial.number("until_ns")));
    }

    private static Slot slot(Fields fields) {
        return new Slot(fields.text("slot", TEXT_MAX), fields.text("title", TEXT_MAX), fields.text("state", TEXT_MAX));
    }

    private static Last last(Fields fields) {
        return new Last(
                fields.text("version", TEXT_MAX),
                fields.text("state", TEXT_MAX),
                fields.text("why", TEXT_MAX),
                fields.time("at"));
    }

    void write(SystemFolders folders) {
        try {
            PublicFile.write(folders.published().resolve(FILE), Json.write(json()));
        } catch (IOException e) {
            throw new SystemException("the machine's state cannot be written: " + e.getMessage(), e);
        }
    }

    /// Also for `lintel system status --json`.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("data", data);
        json.put("image", image == null ? null : json(image));
        json.put("time_service", timeService);
        json.put("time_set", timeSet);
        json.put("time_servers", timeServers);
        return json;
    }

    private static Map<String, @Nullable Object> json(Image image) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("board", image.board);
        json.put("version", image.version);
        json.put("release", image.release);
        json.put("built", image.built.toString());
        json.put("expires", image.expires.toString());
        json.put("hindrance", image.hindrance);
        json.put("slot", image.slot);
        json.put("on_trial", image.onTrial);
        json.put(
                "slots",
                image.slots.stream()
                        .map(slot -> Map.of("slot", slot.slot, "title", slot.title, "state", slot.state))
                        .toList());
        Last last = image.last;
        json.put(
                "last",
                last == null
                        ? null
                        : Map.of("version", last.version, "state", last.state, "why", last.why, "at", "" + last.at));
        Newest newest = image.newest;
        json.put("newest", newest == null ? null : Map.of("version", newest.version(), "release", newest.release()));
        json.put("trust", image.trust);
        json.put("host_name", image.hostName);
        json.put("network", image.network == null ? null : image.network.json());
        json.put("trial", image.trial == null ? null : json(image.trial));
        return json;
    }

    private static Map<String, @Nullable Object> json(Trial trial) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", trial.id);
        json.put("until_ns", trial.untilNs);
        json.putAll(trial.plan.json());
        return json;
    }
}
