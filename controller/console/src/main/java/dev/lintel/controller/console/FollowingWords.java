package dev.lintel.controller.console;

import dev.lintel.controller.console.FollowingPages.HubView;
import dev.lintel.controller.console.SyncWords.Chip;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.fleet.HeldQueries.Told;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.sync.SyncState;
import dev.lintel.controller.sync.Upline;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.wire.Wire;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How following a hub goes, as a page of the box tells. Any thread that may block.
final class FollowingWords {
    /// Something moves: look again soon.
    private static final int SOON_S = 2;
    /// As often as a box beats.
    private static final int LATER_S = 15;

    /// `told`: what is in the log of the snapshot that is held back.
    HubView view(SyncDesk desk, @Nullable Told told, ZoneId zone, @Nullable String done) {
        SyncState.View state = desk.state().view();
        Upline.Status line = desk.line();
        // By its age: one that has just joined, or started, waits for its first word.
        boolean here = line.online() || desk.contact().age().toSeconds() < Wire.SILENCE_S;
        boolean moves = state.phase() == SyncState.Phase.SYNCING || state.phase() == SyncState.Phase.PENDING;
        return new HubView(
                Visible.line(desk.whom().name()),
                desk.whom().isHub(),
                chip(state, here, Moments.words(desk.contact().lastAt().toEpochMilli(), zone)),
                problem(desk, state, line),
                state.held() == null ? null : SyncWords.taken(told, zone),
                facts(desk, zone, here),
                done,
                state.phase() != SyncState.Phase.DISMISSED,
                here && moves ? SOON_S : LATER_S);
    }

    /// Of a box that has joined, in a program that cannot follow.
    HubView without(String elsewhere, @Nullable String done) {
        boolean isHub = !Pages.isService(elsewhere);
        return new HubView(
                isHub ? "The hub" : "The service",
                isHub,
                null,
                "Nothing comes from the " + (isHub ? "hub: " : "service: ") + elsewhere + ".",
                null,
                List.of(),
                done,
                false,
                LATER_S);
    }

    /// The same, with what was wrong just now.
    HubView with(HubView view, String fault) {
        return new HubView(
                view.title(), view.hub(), view.state(), fault, view.held(), view.facts(), null, view.mayAsk(), 0);
    }

    private static Chip chip(SyncState.View state, boolean here, String contact) {
        if (state.phase() == SyncState.Phase.DISMISSED) return new Chip("turned away by the hub", "bad");
        if (!here) return new Chip("no contact since " + contact, "warn");
        if (state.held() != null) return new Chip("held back", "warn");
        return switch (state.phase()) {
            case SYNCING -> new Chip("syncing", "");
            case FAILING -> new Chip("failing", "bad");
            case PENDING -> new Chip("not all is here yet", "warn");
            case OK -> state.problem() == null ? new Chip("up to date", "good") : new Chip("not all is taken", "warn");
            case DISMISSED -> throw new IllegalStateException("handled above");
        };
    }

    private static @Nullable String problem(SyncDesk desk, SyncState.View state, Upline.Status line) {
        String said = desk.problem();
        if (state.held() != null && (said == null || said.contains("held back"))) return null; // told of in its place
        if (said == null) said = line.problem();
        return said == null ? null : SyncWords.sentence(Visible.line(said));
    }

    private static List<Fact> facts(SyncDesk desk, ZoneId zone, boolean here) {
        var joined = desk.whom().joined();
        Upline.Status line = desk.line();
        Long completedMs = desk.state().view().completedMs();
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("Address", desk.whom().url().toString()));
        if (joined != null) facts.add(Fact.of("This box's name there", Visible.line(joined.boxName())));
        facts.add(Fact.of("Last contact", Moments.exact(desk.contact().lastAt().toEpochMilli(), zone)));
        facts.add(Fact.of("At the moment", doing(desk, here)));
        facts.add(Fact.of(
                "Last complete",
                completedMs == null
                        ? desk.whom().isHub() ? "not since it joined" : "not yet"
                        : Moments.exact(completedMs, zone)));
        if (desk.whom().isHub()) {
            facts.add(Fact.of("Events for the hub", line.waiting() == 0 ? "none waits" : line.waiting() + " waiting"));
        }
        String clock = SyncWords.clock(line.skewMs(), desk.whom().kind());
        facts.add(new Fact("Clock", clock, SyncWords.isOff(line.skewMs())));
        for (String notice : desk.notices()) facts.add(new Fact("Not taken over", Visible.line(notice), true));
        if (joined == null) return facts;
        var chain = joined.chain();
        if (!chain.isEmpty()) {
            long endsMs = chain.getFirst().getNotAfter().toInstant().toEpochMilli();
            facts.add(Fact.of("Certificate", "until " + Moments.words(endsMs, zone) + ", renewed by itself"));
        }
        facts.add(Fact.of("Fingerprint of the hub", BoxKey.fingerprint(joined.authority())));
        return facts;
    }

    private static String doing(SyncDesk desk, boolean here) {
        Upline.Status line = desk.line();
        if (!line.doing().equals("idle")) return Visible.line(line.doing());
        return here ? "waits for news" : "tries to reach the " + desk.whom().kind();
    }
}
