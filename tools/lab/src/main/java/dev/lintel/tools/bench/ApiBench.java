package dev.lintel.tools.bench;

import dev.lintel.tools.bench.Figure.Aim;
import dev.lintel.tools.bench.Wrk.Answers;
import dev.lintel.tools.bench.Wrk.Load;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The API of a running box, by its own command line, among many people and events, under wrk; with a bare server
/// beside it in the same run, asked in between, so that a busy neighbour hits both.
final class ApiBench implements Bench {
    private static final int PEOPLE_MAX = 100_000;
    private static final int EVENTS_A_PERSON = 50;
    private static final int PAGE = 500;
    private static final int SHOWN = 50;
    private static final int EVENTS_PAGE = 100;
    private static final int WARM_SECONDS = 2;
    private static final double MS = 1e3;
    private static final double KIB = 1024;
    private static final Load HELLO = Load.get("/", 1);
    /// Pages and filters, of which each is to answer within this.
    private static final double PAGE_MS_MAX = 50;

    /// One request and what it is called.
    private record Named(String name, Load load) {}

    /// Where requests go.
    private record Target(Wrk wrk, URI page, String authorization, int seconds) {
        Answers run(Load load) {
            wrk.run(page, authorization, load, WARM_SECONDS);
            return wrk.run(page, authorization, load, seconds);
        }
    }

    @Override
    public void run(Setting setting, Report report) {
        var wrk = new Wrk(Path.of(System.getProperty("lintel.home", "."), "tools/lab/src/main/bench/api.lua"));
        BoxProcess.words(BoxProcess.PLAIN); // before anything is made
        try {
            wrk.require();
        } catch (BenchException missing) {
            report.note(String.valueOf(missing.getMessage()));
            return;
        }
        int people = Math.min(PEOPLE_MAX, setting.effort().people());
        int events = people * EVENTS_A_PERSON;
        Path folder = Past.folder(people, events, setting);
        try (BoxProcess box = BoxProcess.start(BoxProcess.PLAIN, folder, setting.time());
                HelloProcess hello = HelloProcess.start(folder, setting.time())) {
            int seconds = setting.effort().seconds();
            var target = new Target(wrk, box.page(), authorization(folder, setting), seconds);
            var bare = new Target(wrk, hello.page(), target.authorization, seconds);
            report.note("%,d people, %,d events; 4 connections, each asks again as soon as it is answered"
                    .formatted(people, events));
            report.note(seconds + " s each, after " + WARM_SECONDS + " s to warm up");
            for (Named one : requests(people)) beside(one, target, bare, setting, report);
            for (Named one : pages(people, events, setting.time().nowMs())) page(one, target, setting, report);
            report.add("resident afterwards", kib(box, "VmRSS"), "MB", Aim.atMost(130));
            report.add("highest ever (VmHWM)", kib(box, "VmHWM"), "MB", null);
        }
    }

    private static double kib(BoxProcess box, String name) {
        return Machine.kib("/proc/" + box.pid() + "/status", name) / KIB;
    }

    private static String authorization(Path folder, Setting setting) {
        Map<String, @Nullable Object> made =
                setting.around().control().ask(folder, Map.of("command", "key create", "email", "bench@example.com"));
        String key = made.get("api_key") + ":";
        return "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Named> requests(int people) {
        return List.of(
                new Named("GET person", Load.get("/api/3/people/#", people)),
                new Named("GET 500 people", Load.get("/api/3/people?per_page=500&page=#", Math.max(1, people / PAGE))),
                new Named(
                        "POST decision",
                        new Load("POST", "/api/3/decisions/simulate", people, "{\"channel_id\":1,\"person_id\":#}")),
                new Named(
                        "POST admission (an event)", new Load("POST", "/api/3/channels/#/admit", Crowd.CHANNELS, "{}")),
                new Named("PUT person", new Load("PUT", "/api/3/people/#", people, "{\"job_title\":\"Bench #\"}")));
    }

    /// The bare server before and after: its mean is what is compared with.
    private static void beside(Named one, Target box, Target bare, Setting setting, Report report) {
        setting.say("api: " + one.name);
        double before = bare.run(HELLO).perSecond();
        Answers answers = box.run(one.load);
        double hello = (before + bare.run(HELLO).perSecond()) / 2;
        boolean judged = one.name.equals("GET person");
        report.add(one.name, answers.perSecond(), "/s", null);
        report.add(one.name + ": p50", answers.p50Us() / MS, "ms", null);
        report.add(one.name + ": p99", answers.p99Us() / MS, "ms", null);
        report.add(
                one.name + ": of a bare hello (%,.0f/s)".formatted(hello),
                100 * answers.perSecond() / hello,
                "%",
                judged ? Aim.atLeast(50) : null);
    }

    private static List<Named> pages(int people, int events, long nowMs) {
        String year = Instant.ofEpochMilli(nowMs).minus(Duration.ofDays(365)).toString();
        String hour = Instant.ofEpochMilli(nowMs)
                .minus(Duration.ofDays(365))
                .plus(Duration.ofHours(1))
                .toString();
        return List.of(
                new Named("any page of people", Load.get("/api/3/people?page=#", people / SHOWN)),
                new Named("people changed since", Load.get("/api/3/people?since_utc=" + year, 1)),
                new Named("a person by email", Load.get("/api/3/people?email=p#@example.com", people)),
                new Named("newest 100 events", Load.get("/api/3/events?n=100", 1)),
                new Named(
                        "any page of 100 events",
                        Load.get("/api/3/events?level=debug&per_page=100&page=#", events / EVENTS_PAGE)),
                new Named("events of a person", Load.get("/api/3/events?n=100&person_id=#", people)),
                new Named("events of a door", Load.get("/api/3/events?n=100&channel_id=#", Crowd.CHANNELS)),
                new Named("forced openings", Load.get("/api/3/events?n=100&event_code=32", 1)),
                new Named(
                        "forced openings of a door",
                        Load.get("/api/3/events?n=100&event_code=32&channel_id=#", Crowd.CHANNELS)),
                new Named(
                        "events of an hour",
                        Load.get("/api/3/events?n=100&since_utc=" + year + "&until_utc=" + hour, 1)),
                new Named("events by last name", Load.get("/api/3/events?n=100&last_name=Last#", 20_000)));
    }

    private static void page(Named one, Target target, Setting setting, Report report) {
        setting.say("api: " + one.name);
        Answers answers = target.run(one.load);
        report.add(one.name + ": p50", answers.p50Us() / MS, "ms", null);
        report.add(one.name + ": p99", answers.p99Us() / MS, "ms", Aim.atMost(PAGE_MS_MAX));
    }
}
