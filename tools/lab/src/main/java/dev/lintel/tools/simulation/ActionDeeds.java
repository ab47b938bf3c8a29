package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// People press the buttons of actions, lines of outputs break, and operators change actions and end what these have
/// done. A random stream of its own, so that the other deeds of a seed do not depend on them.
final class ActionDeeds {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final long GAP_NS_MAX = TimeUnit.MINUTES.toNanos(40);
    /// More than an action gives within a minute.
    private static final int CHATTER = 45;

    private final World world;
    private final Deeds deeds;
    private final ActionWatch actions;
    private final ActionMaker maker;
    private final Random random;
    private long visitsNs; // nobody comes because of a command before: a refusal may lead to the next command

    ActionDeeds(World world, Deeds deeds, ActionMaker maker, Random random) {
        this.world = world;
        this.deeds = deeds;
        this.actions = world.actions;
        this.maker = maker;
        this.random = random;
    }

    void begin() {
        actions.commands.onGiven(this::given);
        world.after(S, this::next);
    }

    private void next() {
        world.after(between(S, one(4) ? 10 * S : GAP_NS_MAX), this::next);
        int dice = random.nextInt(1_000);
        int input = ActionMaker.FIRST_INPUT_LINE + random.nextInt(ActionMaker.INPUTS);
        if (dice < 900) press(input);
        else if (dice < 910) chatter(input);
        else if (dice < 960) breaks();
        else change();
    }

    private void press(int line) {
        boolean now = !world.active(line);
        move(line, now);
        if (!now) return;
        long heldNs = one(4) ? between(10 * S, 1_200 * S) : between(50 * MS, 8 * S);
        world.after(heldNs, () -> move(line, false));
    }

    private void chatter(int line) {
        for (int i = 1; i <= CHATTER; i++) {
            long atNs = 900L * i * MS;
            world.after(atNs, () -> move(line, true));
            world.after(atNs + 400 * MS, () -> move(line, false));
        }
    }

    private void move(int line, boolean active) {
        if (world.active(line) == active) return;
        world.tell(() -> "input line " + line + (active ? " on" : " off"));
        world.drive(line, active);
    }

    /// The line of an output stays as it is for a while, and the driver may say so.
    private void breaks() {
        OutputWatch output = actions.outputs().get(random.nextInt(ActionMaker.OUTPUTS));
        if (output.isBroken()) return;
        Box box = world.box();
        boolean fails = one(2);
        world.tell(() -> "the line of output " + output.name + (fails ? " cannot be written" : " works no more"));
        actions.breaks(output, true);
        breaks(box, output.line, fails, true);
        world.after(one(3) ? between(10 * MS, 3 * S) : between(S, 1_800 * S), () -> {
            if (world.box() != box) return; // another process has begun
            world.tell(() -> "the line of output " + output.name + " works again");
            actions.breaks(output, false);
            breaks(box, output.line, fails, false);
        });
    }

    private static void breaks(Box box, int line, boolean fails, boolean now) {
        if (fails) box.gpio().fails(line, now);
        else box.gpio().breaks(line, now);
    }

    /// An operator replaces an action of the site, or has one more or fewer.
    private void change() {
        if (world.box().diskStalls()) return;
        List<SiteAction> all = new ArrayList<>(actions.actions());
        int at = random.nextInt(all.size());
        SiteAction old = all.get(at);
        long newest = all.stream().mapToLong(SiteAction::id).max().orElse(0);
        SiteAction other = maker.another(one(2) ? old.id() : newest + 1);
        all.set(at, other);
        world.tell(
                () -> "in place of" + old.text().strip() + " is" + other.text().strip());
        world.act(all);
    }

    /// A door has a command of an action: mostly somebody ends it.
    private void given(int channel, SiteAction.Order order) {
        Door door = world.premises.door(channel);
        world.tell(() -> channel + ": " + order + " by an action");
        boolean endless = order.seconds() == 0;
        switch (order.command()) {
            case "unlock_once" -> {
                if (one(2)) world.after(between(100 * MS, 8 * S), () -> deeds.passThrough(door));
            }
            case "unlock", "secure" -> {
                if (endless) world.after(between(S, 1_200 * S), () -> deeds.command(door, new DoorCommand.Normal()));
                visit(door);
            }
            case "lockdown" -> {
                world.after(between(S, 900 * S), () -> deeds.command(door, new DoorCommand.Unlockdown()));
                visit(door);
            }
            default -> {
                // It ends something.
            }
        }
    }

    private void visit(Door door) {
        if (world.time.nowNs() < visitsNs) return;
        visitsNs = world.time.nowNs() + GAP_NS_MAX;
        world.after(between(S, 300 * S), () -> deeds.visit(door));
        if (one(2)) world.after(between(S, 300 * S), () -> deeds.leave(door));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
