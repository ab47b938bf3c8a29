package dev.lintel.controller.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.Circumstances;
import dev.lintel.controller.access.Company;
import dev.lintel.controller.access.Contact;
import dev.lintel.controller.access.Decision;
import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.access.Reason;
import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.access.Trace;
import dev.lintel.controller.access.Uses;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.reference.Answer.Grant;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RememberedRights;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.UseStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.reader.CardNumber;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rules, over a real database and a policy that was applied to it, against [ReferenceDecision] on random cases
/// in random worlds, and over what the database has in memory. Each world is applied over the one before.
class ReferenceDecisionTest {
    private static final String DURESS = " under duress";
    /// Of 30,000 cases: about half as many as come up, so that other worlds of the same kind pass.
    private static final Map<String, Integer> HITS_MIN = Map.ofEntries(
            Map.entry("needs person", 180),
            Map.entry("needs host", 190),
            Map.entry("needs operator", 100),
            Map.entry("no operator asked", 40),
            Map.entry("host", 330),
            Map.entry("double tap", 190),
            Map.entry("elevator, needs person", 30),
            Map.entry("elevator, needs host", 14),
            Map.entry("elevator, needs operator", 12),
            Map.entry("threat_level", 280),
            Map.entry("threat_level not enforced", 30),
            Map.entry("admitted at a raised level", 600),
            Map.entry("responder above the level", 30),
            Map.entry("credential_not_yet_valid", 75),
            Map.entry("credential_expired", 30),
            Map.entry("credential_suspended", 100),
            Map.entry("credential_used_up", 35),
            Map.entry("credential_unused", 20),
            Map.entry("passback", 90),
            Map.entry("passback by an admission", 24),
            Map.entry("passback held off by an admission", 5),
            Map.entry("limit by an admission", 11),
            Map.entry("evacuated", 5),
            Map.entry("area_full", 22),
            Map.entry("needs group", 10),
            Map.entry("role_stale", 120));

    @TempDir
    Path folder;

    @Test
    void theyAgreeOnThirtyThousandCasesInManyWorlds() {
        Map<String, Integer> seen = agree(20_260_302, 150, 200);
        var all = new HashSet<>(ReferenceOrder.ALL);
        all.addAll(List.of("admitted", "awaiting", "gathers"));
        for (String word : List.of("admitted", "awaiting", "out_of_hours", "pin_locked")) all.add(word + DURESS);
        assertThat(seen.keySet()).as("every outcome comes up").containsAll(all);
        assertHits(seen, 1);
    }

    @Test
    @Tag("slow")
    void theyAgreeOnAMillionCasesInFiveHundredWorlds() {
        assertHits(agree(4, 500, 2_000), 30);
    }

    /// Each rule comes up so often, `times` as often in a longer run.
    private static void assertHits(Map<String, Integer> seen, int times) {
        HITS_MIN.forEach(
                (rule, least) -> assertThat(seen.getOrDefault(rule, 0)).as(rule).isGreaterThanOrEqualTo(times * least));
    }

    /// Returns how often each answer came.
    private Map<String, Integer> agree(long seed, int worlds, int cases) {
        var seen = new TreeMap<String, Integer>();
        var time = new HandTime("2026-03-02T10:00:00Z");
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            var tables = new PolicyStore(database, time);
            var catalog = new PolicyCatalog(tables, time, _ -> {});
            var rules = new AccessRules(new RightsStore(database));
            var remembered = new AccessRules(new RememberedRights(database));
            var store = new PlaceStore(database);
            Places stored = store.forDecisions();
            LongFunction<Use> table = new UseStore(database).forDecisions();
            Uses uses = (holder, _) -> table.apply(Objects.requireNonNull(holder.credentialId()));
            for (long i = seed; i < seed + worlds; i++) {
                Dice dice = Dice.of(i);
                World world = new RandomPeople(dice, new RandomPolicy(dice).world()).world();
                database.write(Rows::clear);
                Policy wanted = policy(world);
                assertThat(catalog.apply(wanted, "test").refusals()).isEmpty();
                var policy = PolicySnapshot.of(tables.policy()); // as the next start reads it
                assertThat(policy.policy()).isEqualTo(wanted);
                assertThat(catalog.snapshot().policy()).isEqualTo(wanted);
                database.write(sql -> Rows.insert(sql, world));
                RightsStore.remember(database);
                store.count(policy.countedAreas());
                var random = new RandomCases(dice, world);
                for (int n = 0; n < cases; n++) {
                    Case asked = random.next();
                    Places places =
                            CasePlaces.of(world, asked, policy, store, time).with(stored);
                    Answer expected = ReferenceDecision.of(world, asked);
                    Decision decision = rules.decide(question(asked), circumstances(asked, policy, places, uses));
                    if (!expected.allows(answer(decision))) fail(i, world, asked, expected, decision);
                    assertThat(remembered.decide(question(asked), circumstances(asked, policy, places, uses)))
                            .as("from memory: world %d, %s", i, asked)
                            .isEqualTo(decision);
                    for (String word : words(world, asked, expected)) seen.merge(word, 1, Integer::sum);
                    String changed = byAdmissions(world, asked, expected);
                    if (!changed.isEmpty()) seen.merge(changed, 1, Integer::sum);
                }
            }
        }
        return seen;
    }

    /// The answer and the rules that it shows, as they are counted.
    private static List<String> words(World world, Case asked, Answer answer) {
        var words = new ArrayList<>(List.of(answer.word()));
        if (answer.duress()) words.add(answer.word() + DURESS);
        for (String word : answer.noted()) words.add(word + " not enforced");
        if (answer.misplaced()) words.add("passback logged");
        if (answer.responder()) words.add("responder in lockdown");
        if (answer.aboveLevel()) words.add("responder above the level");
        Answer.Company company = answer.company();
        if (!company.need().equals("none")) words.add("needs " + company.need());
        if (company.host()) words.add("host");
        if (company.tap()) words.add("double tap");
        if (!answer.word().equals("admitted")) return words;
        if (asked.threat() > 0) words.add("admitted at a raised level");
        World.Channel channel = world.channel(asked.channel());
        if (channel == null) return words;
        if (!channel.floors().isEmpty()) words.add("elevator, needs " + company.need());
        boolean asksInShift =
                channel.company().approval() != null && company.need().equals("none") && !asked.exit();
        if (asksInShift) words.add("no operator asked");
        return words;
    }

    /// What the admissions and evacuations of a case change, or empty for nothing.
    private static String byAdmissions(World world, Case asked, Answer answer) {
        if (!asked.unseen().evacuated().isEmpty()) {
            Answer without = ReferenceDecision.of(world, asked.withoutEvacuation());
            if (!without.word().equals(answer.word())) return "evacuated";
        }
        Answer before = ReferenceDecision.of(world, asked.withoutAdmissions());
        if (before.word().equals(answer.word())) return "";
        if (answer.word().equals("passback")) return "passback by an admission";
        if (before.word().equals("passback")) return "passback held off by an admission";
        return "limit by an admission";
    }

    /// For the words of the failure: that one of the rights may be named is known to be enough.
    private static void fail(long seed, World world, Case asked, Answer expected, Decision decision) {
        assertThat(answer(decision))
                .as("world %d: %s%nin %s%n%s", seed, asked, world, decision)
                .isEqualTo(expected);
    }

    private static Policy policy(World world) {
        String text = SiteText.of(world);
        return switch (SiteFile.parse("site.yaml", text)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy> faulty -> throw new AssertionError(faulty + "\n" + text);
        };
    }

    private static Question question(Case asked) {
        Case.Shown second = asked.second();
        return new Question(
                asked.channel(),
                asked.exit() ? "exit" : "entry",
                evidence(asked.shown()),
                second == null ? null : evidence(second));
    }

    private static Evidence evidence(Case.Shown shown) {
        return switch (shown) {
            case Case.Card(Long number) -> new Evidence.Card(number(number, "raw"));
            case Case.Code(Long number) -> new Evidence.Code(number(number, "code"));
            case Case.Pin(String digits) -> new Evidence.Pin(digits);
            case Case.Phone(long credential) -> new Evidence.Phone(credential);
            case Case.Named(long person) -> new Evidence.Named(person, true);
        };
    }

    private static @Nullable CardNumber number(@Nullable Long number, String format) {
        if (number == null) return null;
        long value = number < 0 ? CardNumber.TOO_LARGE : number;
        return new CardNumber(format, null, value, value);
    }

    private static Circumstances circumstances(Case asked, PolicySnapshot policy, Places places, Uses uses) {
        var trust = ClockTrust.valueOf(asked.trust().toUpperCase(Locale.ROOT));
        var gate = new Gate(asked.lockdown(), asked.tampered(), asked.egress(), asked.unlock() ? "unlock" : "normal");
        Long silent = asked.silent();
        Contact contact = silent == null ? Contact.STANDALONE : Contact.following(Duration.ofSeconds(silent));
        return new Circumstances(
                new ClockReading(asked.now(), trust, asked.newest()),
                policy,
                gate,
                asked.rests(),
                places,
                uses,
                contact,
                threats(asked, policy));
    }

    /// Each other site is at another level.
    private static ThreatLevels threats(Case asked, PolicySnapshot policy) {
        var levels = new TreeMap<Long, Integer>();
        for (long site : policy.sites()) levels.put(site, 5 - asked.threat());
        levels.put(policy.site(asked.channel()), asked.threat());
        return new ThreatLevels(levels);
    }

    private static Answer answer(Decision decision) {
        Holder holder = decision.holder();
        Long person = holder == null ? null : (Long) holder.personId();
        Long credential = holder == null ? null : holder.credentialId();
        Trace.Notes notes = decision.trace().notes();
        Set<String> noted = new TreeSet<>();
        for (Reason reason : notes.notEnforced()) if (reason != Reason.CLOCK) noted.add(reason.word());
        String area = notes.area() == null ? "" : notes.area();
        String word = switch (decision) {
            case Decision.Rejected r -> r.reason().word();
            case Decision.Awaiting _ -> "awaiting";
            case Decision.Admitted a -> a.company().need() == Company.Need.GROUP ? "gathers" : "admitted";
        };
        boolean in = !(decision instanceof Decision.Rejected);
        Map<String, Object> told = decision.trace().toMap();
        return new Answer(
                word,
                person,
                credential,
                decision instanceof Decision.Admitted a ? a.floors() : in ? notes.floors() : List.of(),
                in && notes.responder(),
                in && notes.threat().responder(),
                in && "violated".equals(notes.passback()),
                in ? area : "",
                in ? noted : Set.of(),
                decision instanceof Decision.Rejected r && r.wrongPin(),
                decision.duress(),
                String.valueOf(told.get("clock")),
                String.valueOf(told.get("mode")),
                company(decision),
                grants(told));
    }

    /// At an exit nothing comes of it.
    private static Answer.Company company(Decision decision) {
        boolean enters = decision.trace().reader().equals("entry");
        if (!(decision instanceof Decision.Admitted admitted) || !enters) return Answer.Company.NONE;
        Company company = admitted.company();
        return new Answer.Company(company.need().name().toLowerCase(Locale.ROOT), company.host(), company.doubleTap());
    }

    private static Set<Grant> grants(Map<String, Object> told) {
        var grant = new Grant(
                (Long) told.get("role_id"),
                (Long) told.get("group_id"),
                (Long) told.get("shift_id"),
                (Long) told.get("reservation_id"),
                (String) told.get("reservation"));
        return grant.equals(new Grant(null, null, null, null, null)) ? Set.of() : Set.of(grant);
    }
}
