package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicyDoors;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.YamlEdit;
import dev.lintel.reader.learn.Explanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts a box into service: its names and place, its doors' wiring, what was tried at each of them. Pages and commands
/// call it and show what it says; start reading the package here. Any thread that may block.
public final class Commissioning {
    /// What a door is called is read at a glance.
    static final int NAME_MAX = 100;

    private static final String CHANNELS = "channels";
    private static final String UNIT = "unit";
    private static final String BUSES = "buses";
    private static final int UNIT_MAX = 9_999;

    private final Parts parts;

    /// What it works on.
    ///
    /// @param running what the box was started with
    /// @param wiring the file of its next start; null where the wiring is not the pages' to change
    /// @param wiringIn which file that is then, in a sentence
    /// @param elsewhere who makes the policy, in a sentence; null: this box
    /// @param facts what the box says of itself in a report
    /// @param again begins the box anew, once whoever asked has an answer; must not wait
    public record Parts(
            ControllerConfig running,
            @Nullable WiringFile wiring,
            String wiringIn,
            PolicyCatalog policy,
            TestSheet sheet,
            EventLog log,
            Supplier<@Nullable String> elsewhere,
            Report.Facts facts,
            Runnable again,
            Time time) {}

    /// Names and place.
    ///
    /// @param zone such as `Europe/London`
    public record Place(String box, String account, String site, String zone) {}

    public Commissioning(Parts parts) {
        this.parts = parts;
    }

    public TestSheet sheet() {
        return parts.sheet;
    }

    /// Whether it is a real board that nobody has handed over yet: what is to be done there first.
    public boolean isNew() {
        return parts.running.hardware() == ControllerConfig.HardwareKind.BOARD && parts.sheet.finished() == null;
    }

    /// Who makes the policy, in a sentence; null: this box does.
    public @Nullable String policyElsewhere() {
        return parts.elsewhere.get();
    }

    /// Whom this box follows, in a sentence; null: nobody.
    public @Nullable String following() {
        return parts.facts.following().get();
    }

    /// Why the wiring is not changed here, in a sentence; null when it may be.
    public @Nullable String wiringElsewhere() {
        return parts.wiring == null ? parts.wiringIn : null;
    }

    /// Whether the file says something that the box was not started with.
    public boolean waitsForStart() {
        return parts.wiring != null && parts.wiring.changed();
    }

    /// Why the last change of the wiring was not kept; null when it was.
    public @Nullable String refusal() {
        return parts.wiring == null ? null : parts.wiring.refusal();
    }

    public Place place() {
        Policy policy = parts.policy.snapshot().policy();
        Policy.Account account = policy.account();
        var site = policy.sites().isEmpty() ? null : policy.sites().getFirst();
        YamlEdit file = file();
        String box = file == null ? null : file.value("name");
        return new Place(
                box == null ? parts.running.name() : box,
                account == null ? "" : account.name(),
                site == null ? "" : site.name(),
                account == null ? "UTC" : account.timeZone());
    }

    /// Changes names and place; the box's own name holds from the next start on.
    public void place(Place wanted, String by) {
        requireName("the box's name", wanted.box);
        requireName("the customer's name", wanted.account);
        requireName("the site's name", wanted.site);
        String elsewhere = policyElsewhere();
        if (elsewhere == null) {
            Policy stands = parts.policy.snapshot().policy();
            apply(PolicyDoors.placed(stands, wanted.account, wanted.site, wanted.zone), by);
        }
        if (parts.wiring == null || wanted.box.equals(place().box)) return;
        parts.wiring.change(edit -> edit.withValue("name", wanted.box.strip()));
        told("name " + wanted.box.strip(), by);
    }

    private static void requireName(String what, String name) {
        if (name.isBlank()) throw new CommissionException(what + " is missing");
        if (name.strip().length() > NAME_MAX) {
            throw new CommissionException(what + " has " + NAME_MAX + " characters at most");
        }
    }

    /// All doors of this box by unit: wired, or named by the site, or both.
    public List<DoorSheet> doors() {
        Policy policy = parts.policy.snapshot().policy();
        Set<Integer> units = new TreeSet<>();
        for (ChannelWiring channel : parts.running.channels()) units.add(channel.unit());
        for (Map<String, Object> channel : written()) {
            String unit = String.valueOf(channel.get(UNIT));
            if (unit.matches("[1-9][0-9]{0,3}")) units.add(Integer.valueOf(unit)); // any other is a fault of the file
        }
        for (Policy.Channel channel : policy.channels()) if (channel.box() == null) units.add(channel.unit());
        return units.stream().map(unit -> door(unit, policy)).toList();
    }

    /// Null when nothing of this box has the unit.
    public @Nullable DoorSheet door(int unit) {
        for (DoorSheet door : doors()) if (door.unit() == unit) return door;
        return null;
    }

    private DoorSheet door(int unit, Policy policy) {
        Policy.Channel channel = PolicyDoors.of(policy, unit);
        ChannelWiring wiring = parts.running.channel(unit);
        Map<DoorTest, @Nullable Result> tests = new LinkedHashMap<>();
        if (wiring != null && channel != null) {
            Map<DoorTest, Result> results = parts.sheet.of(unit, WiringWords.identity(wiring));
            for (DoorTest test : DoorTest.of(wiring, parts.running.inputs())) tests.put(test, results.get(test));
        }
        return new DoorSheet(
                unit,
                channel == null ? null : channel.id(),
                channel == null ? "Unit " + unit : channel.name(),
                isWritten(unit, wiring),
                wiring != null && isAsWritten(unit),
                tests);
    }

    /// What the file says of the unit is what the box runs with; nothing else could be started with a faulty one.
    private boolean isAsWritten(int unit) {
        if (!waitsForStart() || !faults().isEmpty()) return true;
        ChannelWiring next = wiring().read().channel(unit);
        return next != null && next.equals(parts.running.channel(unit));
    }

    private boolean isWritten(int unit, @Nullable ChannelWiring running) {
        YamlEdit file = waitsForStart() ? file() : null;
        return file == null ? running != null : file.item(CHANNELS, UNIT, Integer.toString(unit)) != null;
    }

    private List<Map<String, Object>> written() {
        YamlEdit file = file();
        return file == null ? List.of() : file.items(CHANNELS);
    }

    /// The file's parts; null where the wiring is elsewhere, or somebody has made it something that is no YAML.
    private @Nullable YamlEdit file() {
        if (parts.wiring == null) return null;
        try {
            return parts.wiring.parts();
        } catch (CommissionException e) { // told by faults()
            return null;
        }
    }

    /// Why the box could not begin anew with what the file says now, in sentences; empty when it could.
    public List<String> faults() {
        return parts.wiring == null ? List.of() : parts.wiring.faults();
    }

    /// What the form of that unit's wiring shows; of a unit that is not wired yet, an empty one.
    public Map<String, String> form(int unit) {
        return DoorForm.of(wiring().parts().item(CHANNELS, UNIT, Integer.toString(unit)));
    }

    /// The buses there are, each with its port and speed.
    public Map<String, Object> buses() {
        YamlEdit file = file();
        return file == null ? Map.of() : file.entries(BUSES);
    }

    /// The first unit that nothing has.
    public int freeUnit() {
        List<Integer> taken = doors().stream().map(DoorSheet::unit).toList();
        int unit = 1;
        while (taken.contains(unit)) unit++;
        return unit;
    }

    /// Wires a door as its form says, and names it. It works so from the next start on. Throws [CommissionException]
    /// with every fault; nothing is written then.
    public void saveDoor(int unit, String name, Map<String, String> form, String by) {
        if (unit < 1 || unit > UNIT_MAX) throw new CommissionException("a unit is 1 to " + UNIT_MAX);
        requireName("the door's name", name);
        WiringFile file = wiring();
        Policy stands = parts.policy.snapshot().policy();
        boolean ours = policyElsewhere() == null;
        Policy named = PolicyDoors.named(stands, unit, name.strip());
        if (ours) requireApplicable(named);
        String id = Integer.toString(unit);
        file.change(edit -> edit.withItem(CHANNELS, UNIT, DoorForm.channel(unit, form, edit.item(CHANNELS, UNIT, id))));
        if (ours && !named.equals(stands)) apply(named, by);
        told("wiring of unit " + unit, by);
    }

    /// What removing a door does, in sentences.
    public List<String> removal(int unit) {
        var sentences = new ArrayList<String>();
        sentences.add("The lines and readers of unit " + unit + " are free from the next start on.");
        Policy policy = parts.policy.snapshot().policy();
        Policy.Channel channel = PolicyDoors.of(policy, unit);
        if (channel == null) return sentences;
        if (policyElsewhere() != null) {
            sentences.add("Its channel " + channel.name() + " stays: the policy is made elsewhere.");
            return sentences;
        }
        long roles = policy.roles().stream()
                .filter(role -> role.channels().contains(channel.id()))
                .count();
        sentences.add("Its channel " + channel.id() + ", " + channel.name() + ", goes"
                + (roles == 0 ? "." : ", also out of " + (roles == 1 ? "1 role." : roles + " roles.")));
        return sentences;
    }

    public void removeDoor(int unit, String by) {
        Policy stands = parts.policy.snapshot().policy();
        Policy without = PolicyDoors.without(stands, unit);
        boolean ours = policyElsewhere() == null && !without.equals(stands);
        if (ours) requireApplicable(without);
        wiring().change(edit -> BoxForm.withoutUnit(edit.withoutItem(CHANNELS, UNIT, Integer.toString(unit)), unit));
        if (ours) apply(without, by);
        told("unit " + unit + " removed", by);
    }

    /// Adds a line of OSDP readers, or gives it another port or speed.
    public void saveBus(String name, String port, int baud, String by) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,30}")) {
            throw new CommissionException("a bus is named by small letters, digits and dashes, such as rs485-1");
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("protocol", "osdp");
        tree.put("port", port.strip());
        tree.put("baud", Integer.toString(baud));
        wiring().change(edit -> edit.withEntry(BUSES, name, tree));
        told("bus " + name, by);
    }

    /// What the form of the box's own inputs shows.
    public Map<String, String> inputs() {
        YamlEdit file = file();
        return file == null ? Map.of() : BoxForm.of(file);
    }

    /// Wires the box's own inputs as their form says; `releases` are the units that the fire panel releases.
    public void saveInputs(Map<String, String> form, List<Integer> releases, String by) {
        wiring().change(edit -> BoxForm.written(edit, form, releases));
        told("inputs of the box", by);
    }

    /// The bus whose line is `port`; one is written where there is none. Throws [CommissionException] where the port
    /// has
    /// another speed already.
    public String busOn(String port, int baud, String by) {
        int number = 1;
        for (Map.Entry<String, Object> bus : buses().entrySet()) {
            if (!(bus.getValue() instanceof Map<?, ?> tree) || !port.equals(tree.get("port"))) continue;
            return bus.getKey(); // whatever its speed: whoever changes it is asked about its other readers
        }
        while (buses().containsKey("rs485-" + number)) number++;
        saveBus("rs485-" + number, port, baud, by);
        return "rs485-" + number;
    }

    /// Writes at a reader what cards have taught: its format, what makes the number, the order of bytes.
    public void useFormat(int unit, String side, Explanation way, String by) {
        String id = Integer.toString(unit);
        wiring().change(edit -> Learned.written(edit, CHANNELS, id, side, way));
        told("formats of the " + side + " reader of unit " + unit, by);
    }

    /// Begins the box anew, with what the file says now. Where it does not start, the wiring of before comes back.
    public void begin(String by) {
        if (parts.wiring != null) parts.wiring.tryOut(); // a file that a person broke meanwhile ends nothing
        told("started anew", by);
        parts.again.run();
    }

    /// Forgets changes of the wiring that no start has seen. Returns whether there were any.
    public boolean drop(String by) {
        boolean dropped = wiring().drop();
        if (dropped) told("changes dropped", by);
        return dropped;
    }

    /// The box saw that something works at a unit, while `by` tried it. Returns whether that is news.
    public boolean saw(int unit, DoorTest test, String by) {
        ChannelWiring wiring = parts.running.channel(unit);
        return wiring != null && parts.sheet.saw(unit, WiringWords.identity(wiring), test, by);
    }

    /// What `by` says of a test.
    public void say(int unit, DoorTest test, State state, String note, String by) {
        ChannelWiring wiring = parts.running.channel(unit);
        if (wiring == null || !DoorTest.of(wiring, parts.running.inputs()).contains(test)) {
            throw new CommissionException("unit " + unit + " has no " + test.title());
        }
        if (state != State.PASSED && note.isBlank()) {
            throw new CommissionException("say why: the report shows it");
        }
        parts.sheet.keep(unit, WiringWords.identity(wiring), test, parts.sheet.said(state, by, note));
    }

    /// What is handed over with the box, as it is now.
    public Report report() {
        return Report.of(this, parts.facts);
    }

    /// Hands the box over; whoever asks has been shown what is open.
    public void finish(String by) {
        parts.sheet.finish(by);
        told("commissioned", by);
    }

    private WiringFile wiring() {
        if (parts.wiring == null) throw new CommissionException(parts.wiringIn);
        return parts.wiring;
    }

    private void requireApplicable(Policy wanted) {
        List<String> faults = PolicyDoors.faults(wanted);
        if (!faults.isEmpty()) throw new CommissionException(faults);
        SitePlan plan = parts.policy.plan(wanted);
        if (!plan.refusals().isEmpty()) throw new CommissionException(plan.refusals());
    }

    private void apply(Policy wanted, String by) {
        requireApplicable(wanted);
        SitePlan plan = parts.policy.apply(wanted, by);
        if (!plan.refusals().isEmpty()) throw new CommissionException(plan.refusals());
    }

    private void told(String what, String by) {
        Map<String, Object> additional = Map.of("what", "commissioning", "action", what, "by", by);
        parts.log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED,
                parts.time.nowMs(),
                parts.time.nowNs(),
                EventDraft.Subject.NOBODY,
                additional));
    }

    /// The running box's wiring, for the report.
    public ControllerConfig running() {
        return parts.running;
    }

    /// The file's text, for whoever changes it by hand.
    public String text() {
        return wiring().text();
    }

    /// Writes the file as somebody changed it by hand.
    public void text(String text, String by) {
        wiring().write(text);
        told("wiring", by);
    }
}
