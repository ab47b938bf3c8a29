package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One life after another until so many door-hours are through: the first with the seed, the next with the seed
/// after it, so that each can be lived again alone. One thread.
public final class Simulation {
    /// A life ends after this time: what its database holds is bounded, and the next one has other doors.
    private static final double LIFE_HOURS = 500;

    private final Path work;
    private final @Nullable Consumer<String> show;

    /// How far it is, after each life.
    @FunctionalInterface
    public interface Progress {
        void on(double doorHours, long seed);
    }

    /// What all lives came to.
    ///
    /// @param rules how often some rules had their effect, in words
    /// @param fault the first violation, or null
    public record Outcome(
            double doorHours,
            long lives,
            long presentations,
            long events,
            long restarts,
            Map<EventKind, Long> kinds,
            Map<String, Long> rules,
            @Nullable Fault fault) {}

    /// What must not have happened, and how to see it again.
    ///
    /// @param hours of `seed` alone, as door-hours, that show it
    /// @param trail what was done before, oldest first
    public record Fault(long seed, double hours, String what, List<String> trail) {}

    /// Databases are made below `work` and go again. `show` gets a line for each thing that is done, or is null.
    public Simulation(Path work, @Nullable Consumer<String> show) {
        this.work = work;
        this.show = show;
    }

    /// Lives `doorHours` from `seed` on; ends at the first violation.
    public Outcome run(long seed, double doorHours, Progress progress) {
        var sum = new Sum();
        for (long next = seed; sum.doorHours < doorHours; next++) {
            sum.fault = life(next, doorHours - sum.doorHours, sum);
            progress.on(sum.doorHours, next);
            if (sum.fault != null) break;
        }
        return sum.outcome();
    }

    private static final class Sum {
        private final Map<EventKind, Long> kinds = new EnumMap<>(EventKind.class);
        private final Map<String, Long> rules = new TreeMap<>();
        private double doorHours;
        private long lives;
        private long presentations;
        private long events;
        private long restarts;
        private @Nullable Fault fault;

        private void add(World.Told told) {
            lives++;
            presentations += told.presentations();
            events += told.kept();
            restarts += told.restarts();
            told.events().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
            told.rules().forEach((rule, count) -> rules.merge(rule, count, Long::sum));
        }

        private Outcome outcome() {
            return new Outcome(doorHours, lives, presentations, events, restarts, kinds, rules, fault);
        }
    }

    private @Nullable Fault life(long seed, double leftDoorHours, Sum sum) {
        Path folder = fresh();
        var trail = new Trail(show);
        World world = null;
        double doors = 1;
        try {
            world = new World(seed, folder, trail);
            doors = world.premises.doors().size();
            double hours = Math.min(LIFE_HOURS, leftDoorHours / doors);
            sum.add(world.live(hours));
            sum.doorHours += hours * doors;
            return null;
        } catch (RuntimeException e) { // a violation, or the box broke down: either is a fault
            double lived = world == null ? 0 : world.livedHours();
            if (world != null) world.abandon();
            sum.doorHours += lived * doors;
            String what = e instanceof Violation ? String.valueOf(e.getMessage()) : "the box broke down: " + e;
            if (!(e instanceof Violation))
                trail.add(() -> "broke down at " + List.of(e.getStackTrace()).subList(0, 5));
            return new Fault(seed, (lived + 1) * doors, what, trail.lines());
        } finally {
            delete(folder);
        }
    }

    private Path fresh() {
        try {
            Files.createDirectories(work);
            return Files.createTempDirectory(work, "life-");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder can be made in " + work, e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be deleted", e);
        }
    }
}
