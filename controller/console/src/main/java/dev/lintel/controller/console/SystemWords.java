package dev.lintel.controller.console;

import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.console.SyncWords.Chip;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.system.Answer;
import dev.lintel.controller.system.MachineState;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Last;
import dev.lintel.controller.system.MachineState.Slot;
import dev.lintel.controller.system.MachineState.Trial;
import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BundleLook;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.UpdateException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the system's page says. Made for each page; reads files.
final class SystemWords {
    private static final double MB = 1e6;

    private final SystemDesk desk;
    private final ZoneId zone;
    private final Time time;

    SystemWords(SystemDesk desk, ZoneId zone, Time time) {
        this.desk = desk;
        this.zone = zone;
        this.time = time;
    }

    /// What came of the last thing that was asked for, and by which way the page goes.
    ///
    /// @param local the address of the box that the client has connected to
    /// @param port for addresses: `:8443`, or empty
    record Shown(@Nullable String done, @Nullable String fault, String local, String port) {}

    /// The page.
    ///
    /// @param hindrance why nothing can be asked here; null: it can
    /// @param noImage the machine was not made by an image
    /// @param busy something is asked, or being done: the page looks for itself what becomes of it
    /// @param said how the last request stands; empty: there was none
    record View(
            Shown shown,
            @Nullable String hindrance,
            boolean noImage,
            boolean busy,
            String said,
            boolean refused,
            Versions versions,
            Network network,
            Clock clock) {}

    /// @param hindrance why no update can be installed; empty: it can
    /// @param back there is a version to go back to
    record Versions(
            List<Fact> facts,
            @Nullable Chip chip,
            String hindrance,
            boolean back,
            @Nullable Upload upload) {
        Versions {
            facts = List.copyOf(facts);
        }
    }

    /// @param problem why it is not installed; null: it can be
    record Upload(List<Fact> facts, @Nullable String problem) {
        Upload {
            facts = List.copyOf(facts);
        }
    }

    /// @param trial null: none
    record Network(List<Fact> facts, @Nullable Tried trial) {
        Network {
            facts = List.copyOf(facts);
        }
    }

    /// @param here the page came through it
    record Tried(String id, long seconds, boolean here, String url) {}

    /// @param byHand it may be set so: where a time service has set it, only to the time that it shows
    /// @param field the time now, for the form
    record Clock(
            List<Fact> facts, Chip chip, boolean byHand, boolean servers, String given, String field, String zone) {
        Clock {
            facts = List.copyOf(facts);
        }
    }

    View view(Shown shown, ClockReading reading) {
        MachineState state = desk.state();
        Image image = state == null ? null : state.image();
        Answer answer = desk.answer();
        boolean refused = answer != null && answer.state() == Answer.State.REFUSED;
        boolean busy = desk.isBusy() || (answer != null && answer.state() == Answer.State.RESTARTING);
        return new View(
                shown,
                desk.hindrance(),
                state != null && image == null,
                busy,
                answer == null ? (busy ? "It is asked for." : "") : SyncWords.sentence(answer.text()),
                refused,
                image == null ? new Versions(List.of(), null, "", false, null) : versions(image),
                image == null ? new Network(List.of(), null) : network(image, shown),
                clock(state, reading));
    }

    private Versions versions(Image image) {
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("Version", image.version()));
        facts.add(Fact.of("Made", day(image.built())));
        facts.add(Fact.of("Board", image.board()));
        if (!image.slot().isEmpty()) facts.add(Fact.of("Slot", image.slot()));
        for (Slot slot : image.slots()) {
            if (slot.slot().equals(image.slot())) continue;
            facts.add(new Fact(
                    "Other slot",
                    slot.title() + ", " + slot.state(),
                    slot.state().equals("failed")));
        }
        Last last = image.last();
        if (last != null)
            facts.add(new Fact("Last update", last(last), last.state().equals("failed")));
        if (image.expires().isBefore(time.now())) {
            facts.add(new Fact("Due", "a newer version, since " + day(image.expires()), true));
        }
        Chip chip = image.onTrial() ? new Chip("on trial", "warn") : null;
        boolean back = !image.onTrial() && other(image) != null;
        return new Versions(facts, chip, SyncWords.sentence(image.hindrance()), back, upload(image));
    }

    private String last(Last last) {
        String what = switch (last.state()) {
            case "writing" -> "was being written";
            case "trying" -> "is tried";
            case "kept" -> "works, and is kept";
            case "leaving" -> "is left";
            case "failed" -> "was left";
            default -> last.state();
        };
        String why = last.why().isEmpty() ? "" : ": " + last.why();
        return last.version() + " " + what + " (" + day(last.at()) + ")" + why;
    }

    /// One that works, or waits to be tried; null: none.
    private static @Nullable Slot other(Image image) {
        for (Slot slot : image.slots()) {
            if (!slot.slot().equals(image.slot()) && !slot.state().equals("failed")) return slot;
        }
        return null;
    }

    private @Nullable Upload upload(Image image) {
        try {
            BundleLook look = desk.look();
            if (look == null) return null;
            String refusal = look.refusal();
            if (refusal == null && image.onTrial()) refusal = "the version that runs is on trial: wait some minutes";
            return new Upload(facts(look), refusal == null ? null : SyncWords.sentence(refusal));
        } catch (UpdateException e) {
            return new Upload(List.of(), SyncWords.sentence(String.valueOf(e.getMessage())));
        }
    }

    private static List<Fact> facts(BundleLook look) {
        Manifest manifest = look.manifest();
        String signers = look.signers().isEmpty() ? "no key that this box trusts" : String.join(", ", look.signers());
        return List.of(
                Fact.of("Version", manifest.version()),
                Fact.of("Made", manifest.built().toString().substring(0, DAY)),
                Fact.of("Board", manifest.board()),
                Fact.of("To be installed until", manifest.expires().toString().substring(0, DAY)),
                new Fact("Signed by", signers, look.signers().isEmpty()),
                Fact.of("Size", Math.round(manifest.bundleBytes() / MB) + " MB"));
    }

    /// Of a time: its date.
    private static final int DAY = 10;

    private String day(Instant at) {
        return Moments.words(at.toEpochMilli(), zone);
    }

    private Network network(Image image, Shown shown) {
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("Name", image.hostName() + ".local"));
        NetworkPlan plan = image.network();
        if (plan == null) facts.add(Fact.of("Settings", "written by hand"));
        else facts.add(Fact.of("Address", plan.dhcp() ? "from DHCP" : plan.address()));
        if (plan != null && !plan.device().isEmpty()) facts.add(Fact.of("Interface", plan.device()));
        if (plan != null && !plan.gateway().isEmpty()) facts.add(Fact.of("Gateway", plan.gateway()));
        if (plan != null && !plan.dns().isEmpty()) facts.add(Fact.of("Name servers", String.join(", ", plan.dns())));
        if (!shown.local.isEmpty()) facts.add(Fact.of("You have come to", shown.local));
        Trial trial = image.trial();
        Tried tried = trial == null
                ? null
                : new Tried(
                        trial.id(),
                        desk.secondsLeft(trial),
                        trial.plan().isReachedBy(shown.local),
                        NetworkForm.address(trial.plan(), shown.port));
        return new Network(facts, tried);
    }

    private Clock clock(@Nullable MachineState state, ClockReading reading) {
        ClockTrust trust = reading.trust();
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("It shows", Moments.exact(time.nowMs(), zone) + " (" + zone + ")"));
        facts.add(new Fact(
                "It is",
                switch (trust) {
                    case TRUSTED -> "believed";
                    case HELD -> "restored after the box was off, and nothing has confirmed it";
                    case WRONG -> "wrong: earlier than the newest event, or than this version";
                },
                trust != ClockTrust.TRUSTED));
        boolean service = state != null && state.timeService();
        boolean set = state != null && state.timeSet();
        facts.add(Fact.of(
                "Time service",
                set ? "has set it" : service ? "has not set it since the start" : "not one that can be told here"));
        boolean ahead = trust == ClockTrust.TRUSTED && reading.isEventAhead();
        if (ahead) {
            facts.add(new Fact(
                    "Newest event",
                    day(reading.newest()) + ", later than now: after a power cut the clock is taken for wrong until it"
                            + " is set. If it is right now, set it to the time it shows: that event no longer counts",
                    true));
        }
        Chip chip = switch (trust) {
            case TRUSTED -> new Chip("right", "good");
            case HELD -> new Chip("held", "warn");
            case WRONG -> new Chip("wrong", "bad");
        };
        return new Clock(
                facts,
                chip,
                state != null && (!set || ahead),
                service,
                state == null ? "" : String.join(" ", state.timeServers()),
                Moments.field(time.nowMs(), zone),
                zone + (set ? ". A time service has set it, and sets it back" : ". No time service has set it"));
    }

    /// What an install does.
    static Plan install(Image image, BundleLook look) {
        Manifest manifest = look.manifest();
        return new Plan(
                "Install Lintel " + manifest.version() + "?",
                "It goes to the slot that does not run. Then the box restarts into it.",
                facts(look),
                List.of(
                        "Doors go on while it is written, for some minutes. The restart takes them a minute.",
                        "It stays when the box's own test passes: doors work, the database is readable, HTTPS answers."
                                + " Else Lintel " + image.version() + " comes back by itself, also after a power cut.",
                        "What the other slot holds is gone: that is the version before Lintel " + image.version()
                                + "."),
                List.of(),
                null,
                new Act(
                        "Install and restart",
                        SystemPages.PATH + "/install",
                        false,
                        Map.of("release", Long.toString(manifest.release())),
                        SystemPages.PATH,
                        ""));
    }

    /// What going back does. Throws [dev.lintel.controller.system.SystemException] where there is nothing to go back
    /// to.
    Plan rollback(Image image) {
        Slot other = other(image);
        if (other == null || image.onTrial()) {
            throw new dev.lintel.controller.system.SystemException(
                    "there is no version to go back to: the other slot has none that works");
        }
        boolean waits = other.state().equals("to be tried");
        var act = new Act(
                waits ? "Take it back" : "Go back and restart",
                SystemPages.PATH + "/rollback",
                true,
                Map.of(),
                SystemPages.PATH,
                "");
        if (waits) {
            String lead = "It waits for its first start, and is not started then. Nothing restarts.";
            return new Plan("Take " + other.title() + " back?", lead, List.of(), List.of(), List.of(), null, act);
        }
        Instant before = desk.databaseBefore();
        String people = before == null
                ? "People, cards and rights stay as they are: both versions know the same tables."
                : "People, cards and passwords may then be as they were on " + day(before)
                        + ": a newer version has changed the database's tables since. What it knows is kept beside."
                        + " Permissions that were withdrawn"
                        + " since are to be withdrawn again.";
        return new Plan(
                "Go back to " + other.title() + "?",
                "The box restarts into it, which takes its doors a minute. It has to pass the box's test, as after an"
                        + " update.",
                List.of(),
                List.of("Every event stays, and so does where doors and people stand.", people),
                List.of(),
                null,
                act);
    }
}
