package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator of a hub adds a box, looks at boxes in trouble, and does something about it.
class BoxesBrowserTest {
    @TempDir
    Path folder;

    private BoxRig box;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        box = new BoxRig(folder.resolve("data"), new SystemTime());
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(box.rig.url("/sign-in?next=%2Fboxes"));
        browser.eval("document.getElementById('email').value = '" + Rig.EMAIL + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "'; true");
        browser.press("main form button[type=submit]");
        browser.says("No box follows so far.");
    }

    @AfterEach
    void stop() {
        browser.close();
        box.close();
    }

    private String add(String name) {
        browser.open(box.rig.url("/boxes"));
        browser.says("Add a box");
        browser.eval("document.getElementById('name').value = '" + name + "'; true");
        browser.press("form[action=\"/boxes/code\"] button");
        browser.says("A code for " + name);
        return String.valueOf(browser.eval("document.getElementById('code').innerText"));
    }

    @Test
    void boxesAreAddedLookedAtAndTurnedAway() throws Exception {
        looks.at("boxes-none");
        String code = add("Gate");
        looks.at("boxes-code");
        TestBoxClient gate = box.join(code);
        box.join(add("Depot at the very end of Long Unbroken-Name-Street-Number-0123456789".substring(0, 64)));
        TestBoxClient barn = box.join(add("Barn"));
        box.rig.hub.desk().code("Kitchen", new Terms(true, false), "kim@example.com");
        box.wire("Barn");
        box.told("Barn", "abc123", 30, 1_100);
        box.beat(gate, null, -3_200, "there is no room on this box's disk for what the hub tells", "");
        box.beat(barn, null, 0, null, "abc123");
        box.massacre(24);
        browser.open(box.rig.url("/boxes"));
        browser.says("It would remove or disable 30 of 1,100 people");
        looks.at("boxes");
        browser.eval("document.querySelectorAll('.box')[1].scrollIntoView(); true");
        looks.at("boxes-more");
        browser.eval("document.getElementById('expected-title').scrollIntoView(); true");
        looks.at("boxes-expected");
        browser.press("a[aria-label='Let it through at Barn']");
        browser.says("Those people are let in at no door of Barn");
        looks.at("boxes-approve");
        browser.press("form[action$='/approve'] button");
        browser.says("The box takes its snapshot now");
        browser.press("a[href='/boxes/publish']");
        browser.says("Publish what is held back?");
        looks.at("boxes-publish");
        browser.press("form[action='/boxes/publish'] button");
        browser.says("The changes are on their way");
        browser.press("a[aria-label='Turn Gate away']");
        browser.says("Turn Gate away?");
        looks.at("boxes-turn-away");
        browser.press("form[action$='/turn-away'] button");
        browser.says("The box is turned away.");
        assertThat(browser.eval("document.querySelectorAll('.box').length")).isEqualTo(2L);
        assertThat(looks.ugly).isEmpty();
    }
}
