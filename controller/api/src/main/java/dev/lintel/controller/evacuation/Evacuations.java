package dev.lintel.controller.evacuation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorCommand.EndEvacuation;
import dev.lintel.controller.door.DoorCommand.Evacuate;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.evacuation.Report.Line;
import dev.lintel.controller.evacuation.Report.Result;
import dev.lintel.controller.evacuation.SiteDoors.Door;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SiteDoorQueries;
import dev.lintel.controller.store.SiteDoorQueries.SiteDoor;
import dev.lintel.controller.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Starts and ends evacuations of sites, for the API, the console and the command line. Keeps nothing: the doors do.
/// Any thread that may block.
public final class Evacuations {
    /// Orders that wait for an answer at the same time. Half of what one link takes, so that single orders of other
    /// operators still reach a box during an evacuation.
    private static final int ORDERS_MAX = 32;

    private final Database database;
    private final DoorViews doors;
    private final DoorOrders orders;

    /// @param doors and `orders`: of this box and of the boxes that follow it
    public Evacuations(Database database, DoorViews doors, DoorOrders orders) {
        this.database = database;
        this.doors = doors;
        this.orders = orders;
    }

    /// Each site, by id.
    public List<SiteDoors> all() {
        Map<Long, String> names = new LinkedHashMap<>();
        Map<Long, List<Door>> ofSite = new LinkedHashMap<>();
        database.read(SiteDoorQueries::all).forEach(site -> {
            names.put(site.siteId(), site.site());
            List<Door> list = ofSite.computeIfAbsent(site.siteId(), _ -> new ArrayList<>());
            for (SiteDoor door : site.doors()) list.add(now(door));
        });
        var all = new ArrayList<SiteDoors>();
        names.forEach((id, name) -> all.add(new SiteDoors(id, name, ofSite.getOrDefault(id, List.of()))));
        return List.copyOf(all);
    }

    /// Null where there is no such site.
    public @Nullable SiteDoors of(long siteId) {
        var site = database.read(sql -> SiteDoorQueries.of(sql, siteId));
        if (site == null) return null;
        return new SiteDoors(
                siteId, site.site(), site.doors().stream().map(this::now).toList());
    }

    private Door now(SiteDoor door) {
        DoorView view = doors.of(door.channelId());
        boolean evacuated = view != null && view.standing().evacuated();
        return new Door(door.channelId(), door.name(), door.box(), door.takesPart(), view != null, evacuated);
    }

    /// Unlocks each door of the site that takes part. Null where there is no such site.
    ///
    /// @param note for the log; without fault as of [dev.lintel.controller.door.DoorNote], or null
    public @Nullable Report start(long siteId, @Nullable String note, String by) {
        return order(siteId, new Evacuate(note), by);
    }

    /// Ends the evacuation of each door of the site. Null where there is no such site.
    ///
    /// @param note as of [#start]
    public @Nullable Report end(long siteId, @Nullable String note, String by) {
        return order(siteId, new EndEvacuation(note), by);
    }

    /// The present result of an order that is repeated. Gives no door another order. Null where there is no such site.
    ///
    /// @param starts whether it was [#start], else [#end]
    public @Nullable Report present(long siteId, boolean starts) {
        SiteDoors site = of(siteId);
        if (site == null) return null;
        return new Report(
                siteId,
                site.site(),
                site.doors().stream().map(door -> present(door, starts)).toList());
    }

    private static Line present(Door door, boolean starts) {
        if (!door.takesPart() && !door.evacuated()) return new Line(door, Result.OFF, null);
        if (!door.reachable() && door.box() != null)
            return new Line(door, Result.NOT_CONNECTED, "the box of this channel is not in contact");
        if (!door.reachable()) return new Line(door, Result.REFUSED, "there is no door at this channel");
        return door.evacuated() == starts
                ? new Line(door, Result.DONE, null)
                : new Line(door, Result.REFUSED, "the door has had another order since");
    }

    private @Nullable Report order(long siteId, DoorCommand command, String by) {
        SiteDoors site = of(siteId);
        if (site == null) return null;
        var round = new Round(site, command, by);
        round.run();
        return new Report(siteId, site.site(), round.lines());
    }

    /// One order to all doors of a site: those of this box first, and several at the same time. `this` guards what
    /// the threads share.
    private final class Round {
        private final SiteDoors site;
        private final DoorCommand command;
        private final String by;
        private final Queue<Door> waiting;
        private final List<Line> lines = new ArrayList<>();
        private final Set<String> silent = new HashSet<>(); // boxes that did not answer in time
        private final List<Door> skipped = new ArrayList<>(); // doors of these boxes that were not asked

        private Round(SiteDoors site, DoorCommand command, String by) {
            this.site = site;
            this.command = command;
            this.by = by;
            var sorted = new ArrayList<>(site.doors());
            sorted.sort(Comparator.comparing(door -> door.box() != null));
            this.waiting = new ArrayDeque<>(sorted);
        }

        /// A box that was slow once is asked a second time for the doors that were left out.
        private void run() {
            pass();
            synchronized (this) {
                waiting.addAll(skipped);
                skipped.clear();
                silent.clear();
            }
            pass();
        }

        private void pass() {
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < Math.min(ORDERS_MAX, waiting.size()); i++) {
                threads.add(Thread.ofVirtual().name("evacuation").unstarted(this::work));
            }
            threads.forEach(Thread::start);
            try {
                for (Thread thread : threads) thread.join();
            } catch (InterruptedException e) { // the server closes
                Thread.currentThread().interrupt();
            }
        }

        private void work() {
            for (Door door = next(); door != null; door = next()) {
                Line line = answer(door);
                synchronized (this) {
                    lines.add(line);
                }
            }
        }

        private synchronized @Nullable Door next() {
            return waiting.poll();
        }

        private Line answer(Door door) {
            try {
                return give(door);
            } catch (StoreException e) { // the other doors must not wait for it
                return line(door, Result.UNANSWERED, "the database cannot be read: " + e.getMessage());
            }
        }

        private Line give(Door door) {
            boolean ends = command instanceof EndEvacuation;
            if (!door.takesPart() && !(ends && door.evacuated())) return line(door, Result.OFF, null);
            if (isSkipped(door)) return line(door, Result.UNANSWERED, "the box did not answer another order");
            return switch (orders.give(door.channelId(), command, by)) {
                case Outcome.Done _ -> line(door, Result.DONE, null);
                case Outcome.Refused(String why) ->
                    line(door, Evacuate.isByPolicy(why) ? Result.OFF : Result.REFUSED, why);
                case Outcome.Unanswered(String why, boolean isDone) ->
                    isDone ? line(door, Result.DONE, why) : unanswered(door, why);
            };
        }

        private Line unanswered(Door door, String why) {
            if (door.box() == null) return line(door, Result.UNANSWERED, why);
            if (doors.of(door.channelId()) == null) return line(door, Result.NOT_CONNECTED, why);
            synchronized (this) {
                silent.add(door.box());
            }
            return line(door, Result.UNANSWERED, why);
        }

        /// Each order to a box that hangs takes seconds: after the first one its other doors are not asked.
        private synchronized boolean isSkipped(Door door) {
            boolean skips = door.box() != null && silent.contains(door.box());
            if (skips) skipped.add(door);
            return skips;
        }

        private Line line(Door door, Result result, @Nullable String why) {
            DoorView view = doors.of(door.channelId());
            boolean evacuated = view != null && view.standing().evacuated();
            var after = new Door(door.channelId(), door.name(), door.box(), door.takesPart(), view != null, evacuated);
            return new Line(after, result, why);
        }

        /// One for each door, also where a thread broke off.
        private synchronized List<Line> lines() {
            Map<Long, Line> all = new TreeMap<>();
            for (Door door : site.doors()) all.put(door.channelId(), line(door, Result.UNANSWERED, "no answer"));
            for (Line line : lines) all.put(line.door().channelId(), line);
            return List.copyOf(all.values());
        }
    }
}
