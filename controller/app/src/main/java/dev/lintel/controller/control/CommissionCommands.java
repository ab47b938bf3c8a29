package dev.lintel.controller.control;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.DoorSheet;
import dev.lintel.controller.commission.DoorTest;
import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.commission.TrialWatch;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.PolicyPasses.Hours;
import dev.lintel.controller.policy.PolicyPasses.Pass;
import dev.lintel.controller.policy.PolicyPasses.Wish;
import dev.lintel.controller.policy.Shift;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.learn.CardLearner;
import dev.lintel.reader.learn.Explanation;
import dev.lintel.reader.learn.PrintedNumber;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `commission …` and `reload`: what the set-up pages do, from the command line. Refusals are the pages' sentences.
///
/// ```
///   commission report                            the whole of it, as one object
///   commission place   {name, customer, site, zone}           what is left out stays
///   commission bus     {bus, port, baud}
///   commission plan-remove-bus, commission remove-bus   {bus}
///   commission door    {unit, name, set: ["strike.line=17", …]}
///   commission plan-remove, commission remove    {unit}
///   commission inputs  {set: ["fire.line=11", "fire.release=1,2", "power.line=12", "chip=/dev/gpiochip0"]}
///   commission pass    {group, units: ["1", "2"], shift}   a shift's id; without it: at all times
///   commission formats {unit, side, cards: ["0101... 021,15890", …], way}   which way, by its sentence,
///                      is written at a reader
///   commission alone                             this box follows nobody
///   commission try     {unit, all, at_rest}      a line a change, until all is seen; `all`: until the client goes
///   commission release {unit}                    lets somebody in, as the page does: to hear the lock
///   commission say     {unit, test, state, note}
///   commission drop, commission finish {open: the report's mark of it}
///   reload
/// ```
public final class CommissionCommands {
    private static final String BY = "lintel commission";
    private static final Pattern UNIT = Pattern.compile("[1-9][0-9]{0,3}");

    private final Commissioning commissioning;
    private final TrialWatch trials;
    private final LetIn letIn;

    public CommissionCommands(Commissioning commissioning, TrialWatch trials, LetIn letIn) {
        this.commissioning = commissioning;
        this.trials = trials;
        this.letIn = letIn;
    }

    /// Adds all of them to `commands`.
    public void addTo(Map<String, Command> commands) {
        commands.put("commission report", (_, out) -> out.send(report()));
        commands.put("commission place", refusing(this::place));
        commands.put("commission bus", refusing(this::bus));
        commands.put("commission plan-remove-bus", refusing(this::planRemoveBus));
        commands.put("commission remove-bus", refusing(this::removeBus));
        commands.put("commission door", refusing(this::door));
        commands.put("commission plan-remove", refusing(this::planRemove));
        commands.put("commission remove", refusing(this::remove));
        commands.put("commission inputs", refusing(this::inputs));
        commands.put("commission pass", refusing(this::pass));
        commands.put("commission formats", refusing(this::formats));
        commands.put("commission alone", refusing(this::alone));
        commands.put("commission try", refusing(this::tryOut));
        commands.put("commission release", refusing(this::release));
        commands.put("commission say", refusing(this::say));
        commands.put("commission drop", refusing(this::drop));
        commands.put("commission finish", refusing(this::finish));
        commands.put("reload", refusing(this::reload));
    }

    private static Command refusing(Command command) {
        return (request, out) -> {
            try {
                command.run(request, out);
            } catch (CommissionException e) {
                throw new Refused(String.join("\n", e.sentences()));
            }
        };
    }

    private Map<String, @Nullable Object> report() {
        try {
            return commissioning.report().toTree();
        } catch (CommissionException e) {
            throw new Refused(String.join("\n", e.sentences()));
        }
    }

    private void place(Request request, Responses out) {
        Commissioning.Place now = commissioning.place();
        var wanted = new Commissioning.Place(
                or(request, "name", now.box()),
                or(request, "customer", now.account()),
                or(request, "site", now.site()),
                or(request, "zone", now.zone()));
        commissioning.place(wanted, BY);
        done(out);
    }

    private static String or(Request request, String name, String otherwise) {
        String text = request.nullableText(name);
        return text == null ? otherwise : text;
    }

    private void bus(Request request, Responses out) {
        commissioning.saveBus(request.text("bus"), request.text("port"), Math.toIntExact(request.number("baud")), BY);
        done(out);
    }

    private void planRemoveBus(Request request, Responses out) {
        out.send(Map.of("changes", commissioning.busRemoval(request.text("bus"))));
    }

    private void removeBus(Request request, Responses out) {
        commissioning.removeBus(request.text("bus"), BY);
        done(out);
    }

    private void door(Request request, Responses out) {
        int unit = unit(request);
        Map<String, String> form = set(commissioning.form(unit), request);
        DoorSheet door = commissioning.door(unit);
        String usual = door == null ? "Door " + unit : door.name();
        commissioning.saveDoor(unit, or(request, "name", usual), form, BY);
        done(out);
    }

    /// A form with what the request sets in it. Throws [Refused] for a field that the form does not have.
    private static Map<String, String> set(Map<String, String> before, Request request) {
        Map<String, String> form = new LinkedHashMap<>(before);
        Set<String> known = before.keySet();
        for (String setting : request.texts("set")) {
            int at = setting.indexOf('=');
            String field = at < 0 ? setting : setting.substring(0, at);
            if (at < 0 || !known.contains(field)) {
                throw new Refused("'" + setting + "' is no FIELD=VALUE here; fields are " + String.join(", ", known));
            }
            form.put(field, setting.substring(at + 1));
        }
        return form;
    }

    private void inputs(Request request, Responses out) {
        Map<String, String> form = set(commissioning.inputs(), request);
        List<Integer> releases = new ArrayList<>();
        for (String unit : form.getOrDefault("fire.release", "").split(",", -1)) {
            if (unit.isBlank()) continue;
            if (!unit.strip().matches("[1-9][0-9]{0,3}")) throw new Refused("'" + unit + "' is no unit");
            releases.add(Integer.valueOf(unit.strip()));
        }
        commissioning.saveInputs(form, releases, BY);
        done(out);
    }

    private void pass(Request request, Responses out) {
        Set<Long> doors = new HashSet<>();
        for (String unit : request.texts("units")) {
            DoorSheet door = UNIT.matcher(unit).matches() ? commissioning.door(Integer.parseInt(unit)) : null;
            Long channel = door == null ? null : door.channelId();
            if (channel == null) throw new Refused("this box has no door of unit " + unit);
            doors.add(channel);
        }
        Long shift = request.nullableNumber("shift");
        String group = request.text("group");
        var wish = new Wish(group, 0, doors, false, new Hours(shift, null));
        List<Map<String, Object>> passes = commissioning.siteDesk().pass(wish, null, BY).stream()
                .map(CommissionCommands::words)
                .toList();
        out.send(Map.of("group", group.strip(), "passes", passes));
    }

    private static Map<String, Object> words(Pass pass) {
        Shift hours = pass.shift();
        return Map.of(
                "role",
                pass.role().name(),
                "hours",
                hours == null ? "at all times" : hours.name(),
                "doors",
                pass.doors().stream().map(Channel::name).toList());
    }

    /// The cards are learned once more, here: the box writes what it has found itself.
    private void formats(Request request, Responses out) {
        var known = new ArrayList<>(CardFormats.all());
        known.addAll(commissioning.running().formats());
        var learner = new CardLearner(known);
        for (String card : request.texts("cards")) {
            int at = card.indexOf(' ');
            if (at < 0) throw new Refused("'" + card + "' is no card: its bits, a space, the number on it");
            try {
                learner.add(CardBits.of(card.substring(0, at)), PrintedNumber.parse(card.substring(at + 1)));
            } catch (IllegalArgumentException e) { // the bits' or the number's own words
                throw new Refused(String.valueOf(e.getMessage()));
            }
        }
        // By what it says: a tool that does not know this box's own formats has others first.
        String way = request.text("way");
        Explanation chosen = learner.explanations().stream()
                .filter(one -> one.sentence().equals(way))
                .findFirst()
                .orElseThrow(() -> new Refused("this box finds no such way: " + way));
        commissioning.useFormat(unit(request), "exit".equals(request.text("side")) ? "exit" : "entry", chosen, BY);
        out.send(Map.of("sentence", chosen.sentence(), "waits_for_start", commissioning.waitsForStart()));
    }

    private void alone(Request request, Responses out) {
        commissioning.standAlone(BY);
        out.send(Map.of("stands_alone", true));
    }

    private static int unit(Request request) {
        long unit = request.number("unit");
        if (unit < 1 || unit > Integer.MAX_VALUE) throw new Refused("a unit is 1 or more");
        return (int) unit;
    }

    private void planRemove(Request request, Responses out) {
        int unit = unit(request);
        if (commissioning.door(unit) == null) throw new Refused("there is no unit " + unit);
        out.send(Map.of("changes", commissioning.removal(unit)));
    }

    private void remove(Request request, Responses out) {
        int unit = unit(request);
        if (commissioning.door(unit) == null) throw new Refused("there is no unit " + unit);
        commissioning.removeDoor(unit, BY);
        done(out);
    }

    private void tryOut(Request request, Responses out) throws InterruptedException {
        if (request.flag("at_rest")) trials.atRest(unit(request), EnumSet.allOf(DoorTest.class));
        trials.run(unit(request), BY, new Shown(out, request.flag("all")));
    }

    /// A client that is shown what is seen, until it goes or the box has seen all that it can see by itself.
    private static final class Shown implements TrialWatch.Watcher {
        private final Responses out;
        private final boolean toTheEnd;
        private boolean seenAll;

        Shown(Responses out, boolean toTheEnd) {
            this.out = out;
            this.toTheEnd = toTheEnd;
        }

        @Override
        public void see(Map<String, @Nullable Object> picture) {
            out.send(picture);
            seenAll = picture.get("tests") instanceof List<?> tests
                    && tests.stream().noneMatch(Shown::isAwaited);
        }

        private static boolean isAwaited(@Nullable Object shown) {
            if (!(shown instanceof Map<?, ?> test)) return false;
            DoorTest which = DoorTest.named(String.valueOf(test.get("test")));
            return which != null && which.seen() && List.of("open", "half").contains(String.valueOf(test.get("state")));
        }

        @Override
        public boolean goesOn() {
            return out.open() && (toTheEnd || !seenAll);
        }
    }

    private void release(Request request, Responses out) {
        int unit = unit(request);
        DoorSheet door = commissioning.door(unit);
        Long channel = door == null ? null : door.channelId();
        if (channel == null) throw new Refused("unit " + unit + " is no door that this box was started with");
        switch (letIn.somebody(channel, BY, BY)) {
            case Outcome.Done _ -> out.send(Map.of("unit", unit, "channel", channel));
            case Outcome.Refused(String why) -> throw new Refused("the lock was not let go: " + why);
            case Outcome.Unanswered(String why, boolean _) -> throw new Refused(why);
        }
    }

    private void say(Request request, Responses out) {
        DoorTest test = DoorTest.named(request.text("test"));
        if (test == null) throw new Refused("'" + request.text("test") + "' is no test");
        State state = State.named(request.text("state"));
        if (state == null) throw new Refused("a test has passed, failed or is left-out");
        commissioning.say(unit(request), test, state, or(request, "note", ""), BY);
        out.send(Map.of("test", test.word(), "state", state.word()));
    }

    private void drop(Request request, Responses out) {
        out.send(Map.of("dropped", commissioning.drop(BY)));
    }

    /// The client has shown what is open: had that changed meanwhile, it would be handed over unseen.
    private void finish(Request request, Responses out) {
        String open = commissioning.report().openMark();
        if (!open.equals(request.text("open"))) throw new Refused("what is open has changed: look once more");
        commissioning.finish(BY);
        out.send(Map.of("finished", true));
    }

    private void reload(Request request, Responses out) {
        commissioning.begin("lintel reload");
        out.send(Map.of("reloading", true));
    }

    /// What was written holds from the next start on.
    private void done(Responses out) {
        out.send(Map.of("waits_for_start", commissioning.waitsForStart(), "warnings", commissioning.warnings()));
    }
}
