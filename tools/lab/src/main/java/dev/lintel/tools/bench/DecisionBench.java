package dev.lintel.tools.bench;

import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.Circumstances;
import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.CardNumber;
import dev.lintel.tools.bench.Figure.Aim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How long a decision takes among many people, with the same SQL from C beside it in the same run: rounds
/// alternate, so that a busy neighbour hits both.
final class DecisionBench implements Bench {
    private static final int ROUNDS = 20;
    /// Cold: each round begins with nothing of the file in memory; a few cards only, for each warms it again.
    private static final int COLD_ROUNDS = 6;
    private static final int COLD_CARDS = 250;
    /// Even: the database is left as it was.
    private static final int POLICY_CHANGES = 40;

    /// Answers that both sides must agree on before their times are compared.
    private record Round(Samples ours, Samples theirs) {}

    @Override
    public void run(Setting setting, Report report) {
        var cards = new CardSequence(setting.effort().people(), setting.effort().decisions());
        Path folder = Crowd.folder(setting.effort().people(), setting);
        Path file = setting.work().resolve("cards.bin");
        cards.write(file);
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, setting.time());
                Sides sides = new Sides(database, cards, setting.time())) {
            try {
                Path source = Path.of(System.getProperty("lintel.home", "."), "tools/lab/src/main/bench/decision.c");
                sides.c = CSide.start(setting.work(), source, data.database(), file);
            } catch (BenchException missing) {
                report.note(String.valueOf(missing.getMessage()));
            }
            warm(sides, setting, report);
            cold(sides, setting, report);
            policyChanges(database, setting, report);
            CSide c = sides.c;
            if (c != null) {
                String ours = database.read(sql -> sql.get("SELECT sqlite_version()", row -> row.text(1)));
                report.note("same statements, bindings, cards and page cache of " + Database.CACHE_KIB
                        + " KiB on both sides; SQLite " + ours + " here, " + c.version()
                        + " in C; ours includes the rules, C the reads only");
            }
        }
    }

    private static void warm(Sides sides, Setting setting, Report report) {
        int count = sides.cards.count();
        setting.say("decision: warming up");
        var round = new Round(new Samples(), new Samples());
        sides.decide(0, count, new Round(new Samples(), new Samples()));
        for (int i = 0; i < ROUNDS; i++) {
            setting.say("decision: round " + (i + 1) + " of " + ROUNDS);
            int from = (int) ((long) count * i / ROUNDS);
            sides.decide(from, (int) ((long) count * (i + 1) / ROUNDS) - from, round);
        }
        Samples ours = round.ours;
        String at = "at %,d people, warm: ".formatted(setting.effort().people());
        report.addUs(at + "p50", ours.median(), null);
        report.addUs(at + "p99", ours.percentile(0.99), Aim.atMost(100));
        report.addUs(at + "p99.9", ours.percentile(0.999), null);
        report.addUs(at + "mean", Math.round(ours.mean()), null);
        Samples theirs = round.theirs;
        if (theirs.count() == 0) return;
        report.addUs("the same SQL from C: p50", theirs.median(), null);
        report.addUs("the same SQL from C: p99", theirs.percentile(0.99), null);
        report.addUs("the same SQL from C: p99.9", theirs.percentile(0.999), null);
        report.add("ratio to C: p50", (double) ours.median() / theirs.median(), "×", Aim.atMost(2));
        report.add("ratio to C: p99", (double) ours.percentile(0.99) / theirs.percentile(0.99), "×", Aim.atMost(2));
    }

    private static void cold(Sides sides, Setting setting, Report report) {
        int count = Math.min(COLD_CARDS, sides.cards.count() / COLD_ROUNDS);
        var round = new Round(new Samples(), new Samples());
        for (int i = 0; i < COLD_ROUNDS; i++) {
            setting.say("decision: cold round " + (i + 1) + " of " + COLD_ROUNDS);
            if (!sides.decideCold(i * count, count, round)) {
                report.note("cold: not measured, /proc/sys/vm/drop_caches is not ours to write");
                return;
            }
        }
        report.addUs("cold: p50", round.ours.median(), null);
        report.addMs("cold: p99", round.ours.percentile(0.99), Aim.atMost(2));
        if (round.theirs.count() > 0) report.addMs("cold, from C: p99", round.theirs.percentile(0.99), null);
    }

    /// From an operator's order to the picture that decisions and doors read: a door's time goes to and fro.
    private static void policyChanges(Database database, Setting setting, Report report) {
        setting.say("decision: policy changes");
        Time time = setting.time();
        var catalog = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        Policy before = catalog.snapshot().policy();
        String file = catalog.export();
        Policy after = policy(file.replaceFirst("unlock: 5s", "unlock: 7s"));
        var took = new Samples();
        for (int i = 0; i < POLICY_CHANGES; i++) {
            long begunNs = time.nowNs();
            int changes = catalog.apply(i % 2 == 0 ? after : before, "bench")
                    .changes()
                    .size();
            took.add(time.nowNs() - begunNs);
            if (changes != 1) throw new BenchException(changes + " changes where one door's time is another");
        }
        report.addMs("a policy change, in effect after: p50", took.median(), null);
        report.addMs("a policy change, in effect after: p99", took.percentile(0.99), Aim.atMost(100));
    }

    private static Policy policy(String file) {
        return switch (SiteFile.parse("export", file)) {
            case Checked.Valid<Policy>(Policy policy) -> policy;
            case Checked.Faulty<Policy> faulty -> throw new BenchException("an export with faults: " + faulty);
        };
    }

    /// Both sides on one database.
    private static final class Sides implements AutoCloseable {
        private final Database database;
        private final CardSequence cards;
        private final Time time;
        private final PolicySnapshot policy;
        private AccessRules rules;
        private @Nullable CSide c;

        Sides(Database database, CardSequence cards, Time time) {
            this.database = database;
            this.cards = cards;
            this.time = time;
            this.policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).snapshot();
            this.rules = new AccessRules(new RightsStore(database));
        }

        void decide(int from, int count, Round round) {
            check(ours(from, count, round.ours), from, count, round);
        }

        /// Returns false when the kernel does not let us drop its caches.
        boolean decideCold(int from, int count, Round round) {
            if (!dropCaches()) return false;
            rules = new AccessRules(new RightsStore(database));
            long known = ours(from, count, round.ours);
            if (c != null) {
                dropCaches();
                c.reopen();
            }
            check(known, from, count, round);
            return true;
        }

        private void check(long known, int from, int count, Round round) {
            if (c == null) return;
            long knownThere = c.run(from, count, round.theirs);
            if (known != knownThere) {
                throw new BenchException(
                        "the two sides differ: " + known + " known cards here, " + knownThere + " in C");
            }
        }

        private long ours(int from, int count, Samples into) {
            Instant now = time.now();
            long known = 0;
            for (int i = from; i < from + count; i++) {
                var card = new CardNumber("raw", null, cards.number(i), cards.number(i));
                long begunNs = time.nowNs();
                var asked = new Question(cards.channel(i), "entry", new Evidence.Card(card), null);
                var decision = rules.decide(
                        asked, new Circumstances(ClockReading.trusted(now), policy, Gate.PLAIN, false, Places.NONE));
                var _ = decision.trace().toMap();
                into.add(time.nowNs() - begunNs);
                if (decision.holder() != null) known++;
            }
            return known;
        }

        private static boolean dropCaches() {
            try {
                Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3\n");
                return true;
            } catch (IOException e) { // not root, or a container that may not
                return false;
            }
        }

        @Override
        public void close() {
            if (c != null) c.close();
        }
    }
}
