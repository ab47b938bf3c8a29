package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.FollowingDesk;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator of a box has it follow a hub, watches, and leaves.
class FollowingBrowserTest {
    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();
    private Rig rig;
    private SideDatabase side;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        side = SideDatabase.sync(rig.folder);
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(rig.url("/sign-in?next=%2Ffollowing"));
        fill("email", Rig.EMAIL, "password", Rig.PASSWORD);
        browser.press("main form button[type=submit]");
        browser.says("Which hub?");
    }

    @AfterEach
    void stop() {
        browser.close();
        side.close();
        rig.close();
    }

    private void fill(String... fields) {
        for (int i = 0; i < fields.length; i += 2) {
            browser.eval("document.getElementById('" + fields[i] + "').value = '" + fields[i + 1] + "'; true");
        }
    }

    private FollowingDesk follow() throws Exception {
        var authority = BoxKey.certificates(Files.readString(rig.authority)).getLast();
        var hub = new FollowingDesk(rig.database, new StageStore(side), authority, time);
        hub.reports(new Progress.Contact(12, time.nowMs(), 5));
        rig.membership.desk = hub.desk;
        return hub;
    }

    @Test
    void aHubIsFollowedWatchedAndLeft() throws Exception {
        looks.at("follow");
        fill("url", "https://hub.example:8443", "code", "7KQ2-M9XD");
        browser.press("form[action='/following/plan'] button");
        browser.says("Follow Head Office?");
        looks.at("follow-plan");
        browser.press("button[formaction='/following/drop']");
        browser.says("Nothing was changed.");
        fill("url", "https://hub.example:8443", "code", "7KQ2-M9XD");
        browser.press("form[action='/following/plan'] button");
        browser.says("Follow Head Office?");
        FollowingDesk hub = follow();
        hub.line.doing = "snapshot: 40000 people";
        browser.press("form[action='/following/join'] button.danger");
        browser.says("This box follows the hub now.");
        browser.says("snapshot: 40000 people"); // looked again by itself
        hub.line.doing = "idle";
        hub.reports(new Progress.Completed(40_000));
        browser.says("up to date");
        looks.at("following");
        browser.open(rig.url("/people"));
        browser.says("People are kept at the hub");
        looks.at("following-people");
        hub.holds("abc123", 30, 1_100);
        hub.line.skewMs = -7_300_000;
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        browser.open(rig.url("/following"));
        browser.says("A snapshot is held back");
        looks.at("following-held");
        browser.press("a[href='/following/accept']");
        browser.says("30 of 1,100 people");
        looks.at("following-accept");
        browser.press("form[action='/following/accept'] button");
        browser.says("The snapshot is let through.");
        browser.press("a[href='/following/leave']");
        browser.says("Leave the hub?");
        looks.at("following-leave");
        browser.press("form[action='/following/leave'] button");
        browser.says("This box follows no hub any more.");
        assertThat(looks.ugly).isEmpty();
    }
}
