package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicyDoors;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.YamlEdit;
import dev.lintel.reader.learn.Explanation;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Puts a box into service: its names and place, its doors' wiring, what was tried at each of them. Pages and commands
/// call it and show what it says; start reading the package here. Any thread that may block.
public final class Commissioning {
    /// Of a form: what its maker had before them. Without it, whatever stands there is changed.
    public static final String SEEN = "seen";

    /// What a door is called is read at a glance.
    static final int NAME_MAX = 100;

    private static final String CHANNELS = "channels";
    private static final String UNIT = "unit";
    private static final int UNIT_MAX = 9_999;

    private final Parts parts;
    private final SitePolicy site;
    private final SiteDesk siteDesk;
    private final DoorSheets sheets;
    private final Doubts doubts;

    /// What it works on.
    ///
    /// @param running what the box was started with
    /// @param wiring the file of its next start; null where the wiring is not the pages' to change
    /// @param wiringIn which file that is then, in a sentence
    /// @param elsewhere who makes the policy, in a sentence; null: this box
    /// @param facts what the box says of itself in a report
    /// @param busy what must not be broken off by beginning anew, in a sentence; null: nothing
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
            Supplier<@Nullable String> busy,
            Runnable again,
            Time time) {}

    /// Names and place.
    ///
    /// @param zone such as `Europe/London`
    public record Place(String box, String account, String site, String zone) {}

    public Commissioning(Parts parts) {
        this.parts = parts;
        this.site = new SitePolicy(parts.policy, parts.elsewhere);
        this.siteDesk = new SiteDesk(parts.policy, site);
        this.sheets = new DoorSheets(parts.running, parts.wiring, site, parts.sheet);
        this.doubts = new Doubts(parts.running, parts.sheet, parts.time);
    }

    /// Who passes, and the rest of the site's policy.
    public SiteDesk siteDesk() {
        return siteDesk;
    }

    public TestSheet sheet() {
        return parts.sheet;
    }

    public Doubts doubts() {
        return doubts;
    }

    /// Whether it is a real board that nobody has handed over yet: what is to be done there first.
    public boolean isNew() {
        return parts.running.hardware() == ControllerConfig.HardwareKind.BOARD && parts.sheet.finished() == null;
    }

    /// Who makes the policy, in a sentence; null: this box does.
    public @Nullable String policyElsewhere() {
        return site.elsewhere();
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
        Policy policy = site.policy();
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
        if (policyElsewhere() == null) {
            requireName("the customer's name", wanted.account);
            requireName("the site's name", wanted.site);
            site.change(stands -> PolicyDoors.placed(stands, wanted.account, wanted.site, wanted.zone), by);
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
        return sheets.all();
    }

    /// Null when nothing of this box has the unit.
    public @Nullable DoorSheet door(int unit) {
        return sheets.of(unit);
    }

    private @Nullable YamlEdit file() {
        return sheets.file();
    }

    /// Why the box could not begin anew with what the file says now, in sentences; empty when it could.
    public List<String> faults() {
        return parts.wiring == null ? List.of() : parts.wiring.faults();
    }

    /// What is missing at doors as the file has them now and is no fault, in sentences.
    public List<String> warnings() {
        return sheets.warnings();
    }

    /// Names the wiring as it stands: a form that has it as [#SEEN] is refused once something else stands there. Empty
    /// where the wiring is none of this box's pages'.
    public String seen() {
        YamlEdit file = file();
        return file == null ? "" : WiringFile.mark(file.text());
    }

    /// What the form of that unit's wiring shows; of a unit that is not wired yet, an empty one.
    public Map<String, String> form(int unit) {
        return DoorForm.of(wiring().parts().item(CHANNELS, UNIT, Integer.toString(unit)));
    }

    /// The buses there are, each with its port and speed.
    public Map<String, Object> buses() {
        YamlEdit file = file();
        return file == null ? Map.of() : BusForm.all(file);
    }

    /// The first unit that nothing has.
    public int freeUnit() {
        List<Integer> taken = doors().stream().map(DoorSheet::unit).toList();
        int unit = 1;
        while (taken.contains(unit)) unit++;
        return unit;
    }

    /// Wires a door as its form says, and names it. It works so from the next start on. Throws [CommissionException]
    /// with every fault of form and name: nothing is written then. A disk that refuses the file keeps the name.
    public void saveDoor(int unit, String name, Map<String, String> form, String by) {
        if (unit < 1 || unit > UNIT_MAX) throw new CommissionException("a unit is 1 to " + UNIT_MAX);
        requireName("the door's name", name);
        String id = Integer.toString(unit);
        UnaryOperator<YamlEdit> wired = WiringFile.seen(
                form.get(SEEN),
                edit -> edit.withItem(CHANNELS, UNIT, DoorForm.channel(unit, form, edit.item(CHANNELS, UNIT, id))));
        wiring().check(wired);
        site.change(stands -> PolicyDoors.named(stands, unit, name.strip()), by);
        wiring().change(wired);
        told("wiring of unit " + unit, by);
    }

    /// Whether the file has the unit; a door that it has no more goes on working until the box begins anew.
    private boolean isInFile(int unit) {
        return wiring().parts().item(CHANNELS, UNIT, Integer.toString(unit)) != null;
    }

    /// What removing a door does, in sentences: its wiring first, and once the box has begun anew its channel.
    public List<String> removal(int unit) {
        Policy.Channel channel = PolicyDoors.of(site.policy(), unit);
        if (isInFile(unit)) {
            String stays = "Its channel stays with its name and its place in roles; it can be removed once the box has"
                    + " begun anew.";
            return List.of("The lines and readers of unit " + unit + " are free from the next start on.", stays);
        }
        if (channel == null || parts.running.channel(unit) != null || policyElsewhere() != null) return List.of();
        long roles = site.policy().roles().stream()
                .filter(role -> role.channels().contains(channel.id()))
                .count();
        return List.of("Its channel " + channel.id() + ", " + channel.name() + ", goes"
                + (roles == 0 ? "." : ", also out of " + (roles == 1 ? "1 role." : roles + " roles.")));
    }

    /// Throws [CommissionException] where there is nothing to remove yet, or not here.
    public void removeDoor(int unit, String by) {
        if (isInFile(unit)) {
            wiring().change(edit ->
                    BoxForm.withoutUnit(edit.withoutItem(CHANNELS, UNIT, Integer.toString(unit)), unit));
            told("unit " + unit + " taken out of the wiring", by);
            return;
        }
        if (parts.running.channel(unit) != null) {
            throw new CommissionException("the door works until the box begins anew: its channel can be removed then");
        }
        if (policyElsewhere() != null) throw new CommissionException("its channel is not this box's to remove");
        site.change(stands -> PolicyDoors.without(stands, unit), by);
        told("unit " + unit + " removed", by);
    }

    /// Adds a line of OSDP readers, or gives it another port or speed.
    public void saveBus(String name, String port, int baud, String by) {
        wiring().change(edit -> BusForm.written(edit, name, port, baud));
        told("bus " + name, by);
    }

    /// What removing a line does, in sentences. Throws [CommissionException] where there is none, or readers are
    /// on it.
    public List<String> busRemoval(String name) {
        wiring().check(edit -> BusForm.without(edit, name));
        return List.of("The port of " + name + " is free from the next start on.");
    }

    /// Throws [CommissionException] as [#busRemoval].
    public void removeBus(String name, String by) {
        wiring().change(edit -> BusForm.without(edit, name));
        told("bus " + name + " taken out of the wiring", by);
    }

    /// Whether no door of the file has a reader on it.
    public boolean isSpare(String bus) {
        YamlEdit file = file();
        return file != null && BusForm.readersOn(file, bus).isEmpty();
    }

    /// The first name for another line.
    public String freeBus() {
        YamlEdit file = file();
        return file == null ? "" : BusForm.freeName(file);
    }

    /// What the form of the box's own inputs shows.
    public Map<String, String> inputs() {
        YamlEdit file = file();
        return file == null ? Map.of() : BoxForm.of(file);
    }

    /// Wires the box's own inputs as their form says; `releases` are the units that the fire panel releases.
    public void saveInputs(Map<String, String> form, List<Integer> releases, String by) {
        wiring().change(WiringFile.seen(form.get(SEEN), edit -> BoxForm.written(edit, form, releases)));
        told("inputs of the box", by);
    }

    /// The bus whose line is `port`, by whichever name of that device; one is written where there is none.
    /// Throws [CommissionException] where it has another speed already, which its other readers have too.
    public String busOn(String port, int baud, String by) {
        YamlEdit file = wiring().parts();
        String there = BusForm.on(file, port, baud);
        if (there != null) return there;
        String name = BusForm.freeName(file);
        saveBus(name, port, baud, by);
        return name;
    }

    /// Writes at a reader what cards have taught: its format, what makes the number, the order of bytes.
    public void useFormat(int unit, String side, Explanation way, String by) {
        String id = Integer.toString(unit);
        wiring().change(edit -> Learned.written(edit, CHANNELS, id, side, way));
        told("formats of the " + side + " reader of unit " + unit, by);
    }

    /// Begins the box anew, with what the file says now. Where it does not start, the wiring of before comes back.
    public void begin(String by) {
        String busy = parts.busy.get();
        if (busy != null) throw new CommissionException(busy + ": wait, or cancel it");
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
        return wiring != null && parts.sheet.saw(unit, test, TestBasis.of(test, wiring, parts.running), by);
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
        if (state == State.LEFT_OUT && test.isRequired(wiring)) {
            throw new CommissionException("the " + test.title() + " cannot be left out, as people leave this door only"
                    + " when the lock is released: try it, and say that it failed where it does not work");
        }
        parts.sheet.keep(unit, test, TestBasis.of(test, wiring, parts.running), parts.sheet.said(state, by, note));
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

    /// Writes the file as somebody changed it by hand who had `seen` before, as [WiringFile#mark] names it.
    public void text(String text, String seen, String by) {
        wiring().write(text, seen);
        told("wiring", by);
    }

    /// This box follows nobody, and is to stay so.
    public void standAlone(String by) {
        parts.sheet.standAlone();
        told("stands alone", by);
    }
}
