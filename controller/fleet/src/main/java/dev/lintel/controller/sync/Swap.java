package dev.lintel.controller.sync;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.HubKnown;
import dev.lintel.controller.fleet.PeopleIn;
import dev.lintel.controller.fleet.PeopleKnown;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.fleet.StageStore.Stage;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.sync.Applier.Writing;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.SyncTarget.Staging;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A snapshot in `sync.db`, and how it becomes what stands. The puller's thread.
///
/// ```
///   staged ── compared with what stands, outside of the writer ──► who differs, who is gone
///     more than max(10, the share) taken away, and nobody has let it through ──► held: what stands goes on
///     up to 5,000 ──► one transaction with policy and cursor
///     more        ──► policy; runs of 2,000 people, each whole; the cursor with the last.
///                     A kill in between: the comparison finds who is left
/// ```
final class Swap implements Staging {
    /// Written in one transaction: about a second on a board, for which doors' events wait.
    static final int TOGETHER_MAX = 5_000;
    /// In one run, where there are more.
    static final int RUN = 2_000;
    /// People compared with one read of each table.
    private static final int CHUNK = 500;
    /// People in memory at once while many are written, and as many more who are read meanwhile: so few that
    /// a collection of young objects finds next to nothing of them alive.
    private static final int AT_HAND = 100;
    private static final int NAME_BYTES = 8;

    private final Parts parts;

    /// @param box the hub's number of this box
    /// @param version of this program
    record Parts(
            Database database,
            StageStore stage,
            PolicyCatalog catalog,
            Applier applier,
            Reports reports,
            PassedOver passedOver,
            MassGuard guard,
            long box,
            String version) {}

    Swap(Parts parts) {
        this.parts = parts;
    }

    @Override
    public @Nullable Staged standing(String hub) {
        return Words.words(() -> {
            Stage stage = parts.stage.get();
            if (stage == null || !stage.upstream().equals(FollowStore.membership(hub, parts.box))) return null;
            // What an older program put together lacks what that did not know. A swap comes to its end all the same.
            if (!isOurs(stage) && !stage.swapping()) return null;
            if (isOurs(stage)) parts.passedOver.before(stage.passedOver());
            return new Staged(stage.following(), stage.upTo(), stage.complete(), stage.swapping());
        });
    }

    /// Lines are kept as this version knows them: what it passed over of them is not in them any more.
    private List<String> passedOver() {
        return parts.passedOver.all().over();
    }

    private boolean isOurs(Stage stage) {
        return stage.version().equals(parts.version);
    }

    @Override
    public void begin(String hub, Cursor from, boolean restored) {
        sent(() -> {
            parts.database.write(sql -> {
                HubKnown.restored(sql, restored);
                return true;
            });
            parts.stage.begin(FollowStore.membership(hub, parts.box), from, parts.version);
            return true;
        });
    }

    @Override
    public void keep(List<PersonLine> people, long upTo, @Nullable PolicyLine policy, boolean last) {
        Heap.tidy();
        sent(() -> {
            parts.stage.keep(new StageStore.Kept(people, upTo, policy, last), passedOver());
            return true;
        });
    }

    @Override
    public void change(List<DownLine> lines, Cursor to) {
        sent(() -> {
            parts.stage.change(lines, to, passedOver());
            return true;
        });
    }

    @Override
    public Check check() {
        return Words.words(parts.stage::check);
    }

    @Override
    public @Nullable Long revision(long personId) {
        return Words.words(() -> parts.stage.revision(personId));
    }

    @Override
    public void stays(long personId) {
        Words.words(() -> {
            PersonLine now = parts.database.read(sql -> PeopleIn.standing(sql, personId));
            parts.stage.put(personId, now);
            return true;
        });
    }

    @Override
    public void drop() {
        Words.words(() -> {
            parts.stage.drop();
            return true;
        });
        parts.reports.held(null, 0, 0);
    }

    @Override
    public @Nullable String swap(@Nullable String approved, BooleanSupplier stopping) throws InterruptedException {
        return sent(() -> swapped(approved, stopping));
    }

    /// What the hub sends, and the disk takes or does not.
    private <T extends @Nullable Object, X extends Exception> T sent(Words.Work<T, X> work) throws X {
        try {
            return Words.words(work);
        } catch (TargetException e) {
            parts.reports.unwritten();
            throw e;
        }
    }

    /// Between two transactions: what is stopped here is found in the stage after the next start.
    private static void go(BooleanSupplier stopping) throws InterruptedException {
        if (stopping.getAsBoolean()) throw new InterruptedException("closed in the middle of a snapshot");
    }

    /// Who is to be written and who to be removed, and who of those is turned away by it.
    private static final class Differences {
        /// Bare numbers: a first snapshot has a million of them.
        final long[] written;

        final List<Long> gone;
        final List<Long> taken;

        Differences(long[] written, List<Long> gone, List<Long> taken) {
            this.written = written;
            this.gone = gone;
            this.taken = taken;
        }

        int count() {
            return written.length + gone.size();
        }

        /// Names who is turned away, so that what is let through is that and nothing else.
        String name() {
            try {
                String ids = taken.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(ids.getBytes(StandardCharsets.US_ASCII));
                return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }
    }

    private @Nullable String swapped(@Nullable String approved, BooleanSupplier stopping) throws InterruptedException {
        Stage stage = parts.stage.get();
        if (stage == null || !stage.complete()) throw new TargetException("there is no whole snapshot to be taken");
        Differences differences = differences(stopping);
        go(stopping);
        if (!stage.swapping()) {
            long enabled = parts.database.read(FollowStore::enabled);
            String name = differences.name();
            boolean let = name.equals(approved) || name.equals(parts.stage.accepted());
            if (!let && parts.guard.isTooMany(differences.taken.size(), () -> enabled)) {
                parts.reports.held(name, differences.taken.size(), enabled);
                return name;
            }
        }
        PolicyLine policy = stage.policy();
        if (policy != null) Heap.collect(); // a site in which five hundred doors stand is read as a tree of some MB
        boolean typesMove = policy != null && typesMove(policy);
        if (policy != null) Heap.collect(); // and once more, to be written
        if (differences.count() <= TOGETHER_MAX && !typesMove) {
            parts.applier.write(policy, last(stage, in -> write(in, differences)));
        } else {
            parts.stage.swapping();
            parts.applier.write(policy, Writing.nobody(stage.upstream()));
            inRuns(stage, typesMove ? differences(stopping) : differences, stopping);
        }
        parts.stage.drop();
        parts.reports.held(null, 0, 0);
        return null;
    }

    private void inRuns(Stage stage, Differences differences, BooleanSupplier stopping) throws InterruptedException {
        var ahead = new Ahead(parts.stage, differences.written, AT_HAND);
        while (!ahead.isDone()) {
            go(stopping);
            Heap.tidy();
            int upTo = ahead.at() + RUN;
            parts.applier.write(null, new Writing(stage.upstream(), in -> write(in, ahead, upTo), null));
        }
        List<Long> gone = differences.gone;
        for (int from = 0; from < gone.size(); from += RUN) {
            go(stopping);
            List<Long> run = gone.subList(from, Math.min(gone.size(), from + RUN));
            parts.applier.write(null, new Writing(stage.upstream(), in -> gone(in, run), null));
        }
        go(stopping);
        parts.applier.write(null, last(stage, _ -> {}));
    }

    /// With it the stage stands.
    private Writing last(Stage stage, Consumer<PeopleIn> people) {
        boolean ours = isOurs(stage);
        List<Long> untold = untold();
        Consumer<PeopleIn> all = people.andThen(in -> in.untold(untold));
        return new Writing(stage.upstream(), all, ours ? stage.following() : null, !ours);
    }

    private static void write(PeopleIn in, Ahead ahead, int upTo) {
        while (ahead.at() < upTo && !ahead.isDone()) in.put(ahead.next());
    }

    private void write(PeopleIn in, Differences differences) {
        put(in, differences.written);
        gone(in, differences.gone);
    }

    private static void gone(PeopleIn in, List<Long> ids) {
        for (long id : ids) in.absent(id);
    }

    /// People whose rights this box keeps revoked and that the snapshot does not contain.
    private List<Long> untold() {
        var untold = new ArrayList<Long>();
        List<Long> some = parts.database.read(sql -> PeopleKnown.absent(sql, 0, CHUNK));
        while (!some.isEmpty()) {
            Set<Long> told = parts.stage.among(some);
            some.stream().filter(id -> !told.contains(id)).forEach(untold::add);
            long last = some.getLast();
            some = parts.database.read(sql -> PeopleKnown.absent(sql, last, CHUNK));
        }
        return untold;
    }

    /// Read again from the stage, some at a time: what people are stays bounded, however many they are.
    private void put(PeopleIn in, long[] ids) {
        for (int from = 0; from < ids.length; ) {
            Ahead.Run some = Ahead.read(parts.stage, ids, from, CHUNK);
            in.put(some.people());
            from = some.upTo();
        }
    }

    private Differences differences(BooleanSupplier stopping) throws InterruptedException {
        var gone = new ArrayList<Long>();
        var taken = new ArrayList<Long>();
        long[] staged = parts.stage.ids();
        int written = 0; // at the front of `staged`, which has been read further than that
        for (int from = 0; from < staged.length; ) {
            go(stopping);
            Heap.tidy();
            List<Long> ids = parts.stage.fitting(Ahead.some(staged, from, CHUNK), Ahead.BYTES_MAX);
            from += ids.size();
            // Who is not here differs: at a new box, or after a stop in the middle, that is nearly everybody.
            Set<Long> here = parts.database.read(sql -> FollowStore.among(sql, ids));
            List<Long> both = ids.stream().filter(here::contains).toList();
            List<PersonLine> lines = both.isEmpty() ? List.of() : parts.stage.people(both);
            List<PersonLine> differing =
                    both.isEmpty() ? List.of() : parts.database.read(sql -> PeopleIn.differing(sql, lines));
            Set<Long> differ = differing.stream().map(line -> line.row().id()).collect(Collectors.toSet());
            for (long id : ids) if (!here.contains(id) || differ.contains(id)) staged[written++] = id;
            List<Long> disabled = differing.stream()
                    .filter(line -> !line.row().enabled())
                    .map(line -> line.row().id())
                    .toList();
            if (!disabled.isEmpty()) taken.addAll(parts.database.read(sql -> FollowStore.enabled(sql, disabled)));
        }
        List<Long> here = parts.database.read(sql -> FollowStore.people(sql, 0, CHUNK));
        while (!here.isEmpty()) {
            go(stopping);
            List<Long> now = here;
            Set<Long> there = parts.stage.among(now);
            List<Long> left = now.stream().filter(id -> !there.contains(id)).toList();
            gone.addAll(left);
            if (!left.isEmpty()) taken.addAll(parts.database.read(sql -> FollowStore.enabled(sql, left)));
            here = parts.database.read(sql -> FollowStore.people(sql, now.getLast(), CHUNK));
        }
        long[] all = written == staged.length ? staged : Arrays.copyOf(staged, written);
        return new Differences(all, gone, taken);
    }

    /// Whether a kind of credential goes or becomes another: credentials go with it, also of people who do
    /// not differ.
    private boolean typesMove(PolicyLine policy) {
        Checked<Policy> told =
                SiteFile.told("the hub's site.yaml", policy.siteYaml()).policy();
        if (!(told instanceof Checked.Valid<Policy>(Policy wanted))) return false;
        Map<Long, Integer> codes =
                wanted.credentialTypes().stream().collect(Collectors.toMap(CredentialType::id, CredentialType::code));
        return parts.catalog.snapshot().policy().credentialTypes().stream()
                .anyMatch(type -> !Integer.valueOf(type.code()).equals(codes.get(type.id())));
    }
}
