package dev.lintel.controller.wiring;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.health.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A box in virtual time with a button at line 30 and a key switch at lines 31 and 32, which give doors an order.
final class SwitchRig implements AutoCloseable {
    static final int BUTTON = 30;
    static final int KEY = 31;
    static final int KEY_CHECK = 32;

    final HandBox box;

    SwitchRig(Path folder, String controller, String site) {
        box = new HandBox(folder, controller, site);
    }

    /// Starts the box with the key at rest.
    void start() {
        box.chip.drive(KEY_CHECK, true);
        box.start();
        box.told();
    }

    /// A change-over switch moves from one contact to the other, with a moment between them.
    void key(boolean on) {
        box.drive(on ? KEY_CHECK : KEY, false);
        box.pass(Duration.ofMillis(5));
        box.drive(on ? KEY : KEY_CHECK, true);
    }

    void press() {
        box.drive(BUTTON, true);
        box.drive(BUTTON, false);
    }

    void second() {
        box.pass(Duration.ofSeconds(1));
        box.works().catchUp();
        box.pass(Duration.ofMillis(1));
    }

    /// New events of these kinds: what, where and by whom.
    List<String> told(EventKind... kinds) {
        return box.told(kinds).stream()
                .map(event -> event.kind() + " at " + event.subject().channelId() + " by "
                        + event.draft().additional().get("by"))
                .toList();
    }

    /// What /health reports of the doors' lines.
    String trouble() {
        var health = new Health();
        box.works().doorways().watch(health);
        health.ready();
        return String.join("; ", health.report().reasons());
    }

    @Override
    public void close() {
        box.close();
    }
}
