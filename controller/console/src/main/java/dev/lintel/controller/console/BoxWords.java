package dev.lintel.controller.console;

import dev.lintel.controller.console.SyncWords.Chip;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.fleet.HeldQueries.Told;
import dev.lintel.controller.hub.ClonedBoxes;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.store.ConsoleStore.ChannelName;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Boxes that follow, as a page of the hub tells of them. Any thread.
///
/// @param channels by id
/// @param nowMs Unix milliseconds
record BoxWords(Map<Long, ChannelName> channels, ZoneId zone, long nowMs) {
    /// A box renews its certificate some months before it ends; one that has not by then has been away for long.
    private static final long ENDS_MS_WARN = TimeUnit.DAYS.toMillis(30);

    /// A box.
    ///
    /// @param doors its channels, as links lead to them
    /// @param problem what keeps it from following; null: nothing
    /// @param held what the snapshot would do that it holds back; null: it holds none
    /// @param copies boxes that share its identity; empty: there is one
    record BoxView(
            long id,
            String name,
            boolean everything,
            Chip state,
            List<Fact> facts,
            List<Door> doors,
            @Nullable String problem,
            @Nullable String held,
            List<CopyView> copies) {
        BoxView {
            copies = List.copyOf(copies);
            facts = List.copyOf(facts);
            doors = List.copyOf(doors);
        }
    }

    /// One of the boxes that share an identity.
    record CopyView(String run, String words) {}

    /// A channel on the live page.
    record Door(String href, String name) {}

    /// `told`: what is in the log of the snapshot that it holds back.
    BoxView view(View view, @Nullable Told told, List<ClonedBoxes.Copy> copies) {
        var box = view.box();
        boolean holds = view.told().held() != null;
        String problem = view.told().problem();
        // A box that holds a snapshot back has no other words for it: it is told of below.
        boolean other = problem != null && !(holds && problem.contains("held back"));
        return new BoxView(
                box.id(),
                box.name(),
                box.everything(),
                state(view),
                facts(view),
                view.channels().stream().map(this::door).toList(),
                other ? SyncWords.sentence(Visible.line(String.valueOf(problem))) : null,
                holds ? SyncWords.taken(told, zone) : null,
                copies.stream().map(this::copy).toList());
    }

    private CopyView copy(ClonedBoxes.Copy copy) {
        String words = "from " + copy.address() + ", since " + Moments.words(copy.sinceMs(), zone) + ", last contact "
                + Moments.exact(copy.heardMs(), zone);
        return new CopyView(copy.shown(), words);
    }

    private Chip state(View view) {
        if (view.online() && !view.lost()) return new Chip("online", "good");
        Long contactMs = view.told().contactAtMs();
        if (contactMs == null) return new Chip("not here yet", "warn");
        return new Chip("away since " + Moments.words(contactMs, zone), view.lost() ? "bad" : "warn");
    }

    private List<Fact> facts(View view) {
        var facts = new ArrayList<Fact>();
        var told = view.told();
        Long contactMs = told.contactAtMs();
        facts.add(Fact.of("Last contact", contactMs == null ? "none yet" : Moments.exact(contactMs, zone)));
        facts.add(changes(view));
        facts.add(Fact.of("Version", Visible.line(told.version())));
        facts.add(new Fact("Clock", SyncWords.clock(told.skewMs()), SyncWords.isOff(told.skewMs())));
        facts.add(certificate(view.certificateEndsMs()));
        facts.add(Fact.of(
                "People", view.box().readOnly() ? "read-only there" : "those of its doors may be changed there"));
        var joined = view.box().joined();
        facts.add(Fact.of("Joined", Moments.words(joined.atMs(), zone) + ", let in by " + joined.by()));
        return facts;
    }

    private static Fact changes(View view) {
        Long lag = view.lag();
        if (lag != null && lag == 0) return Fact.of("Changes", "up to date");
        if (lag != null) return Fact.of("Changes", SyncWords.count(lag, "change", "changes") + " behind");
        if (view.told().cursor() == null) return Fact.of("Changes", "has nothing yet");
        return new Fact("Changes", "needs a snapshot: it has been further than this hub", true);
    }

    private Fact certificate(@Nullable Long endsMs) {
        if (endsMs == null) return new Fact("Certificate", "none", true);
        String end = Moments.words(endsMs, zone);
        if (endsMs <= nowMs) return new Fact("Certificate", "ended on " + end + ", is renewed when it is back", true);
        return new Fact("Certificate", "until " + end, endsMs - nowMs < ENDS_MS_WARN);
    }

    private Door door(long id) {
        ChannelName channel = channels.get(id);
        return new Door("/#door-" + id, channel == null ? "Channel " + id : channel.name());
    }
}
