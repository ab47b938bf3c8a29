package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An evacuation as an operator sees and orders it in a browser.
class EvacuationBrowserTest {
    private static final String BANNER = "document.getElementById('evacuation')";

    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        for (long door = 1; door <= 2; door++) rig.doors.set(door, "secure", false, false, true);
        browser = new Browser();
        browser.viewport(1280, 1100, false);
        browser.createAdministrator(rig);
        browser.waitFor("document.querySelectorAll('.door').length === 2");
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    private String text(String selector) {
        return String.valueOf(browser.eval("document.querySelector('" + selector + "').innerText"));
    }

    private void press(String act) {
        browser.eval("document.querySelector('button[value=" + act + "]').click(); true");
    }

    @Test
    void evacuationIsOrderedAndEnded_andTheLivePageShowsIt() throws Exception {
        rig.database.write(sql -> {
            String channel = "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms,"
                    + " extended_unlock_ms, extended_open_ms, warning_ms, relock, forced, evacuation, created_at,"
                    + " updated_at) VALUES (?, 1, 1, ?, ?, 'door', 5000, 15000, 30000, 20000, 'open', 1, ?, 0, 0)";
            sql.run(channel, 3, 3, "Pharmacy", 0);
            sql.run(channel, 4, -4, "Loading Bay of the northern warehouse", 1);
            sql.run("INSERT INTO channel_box (channel_id, box, unit) VALUES (4, 'Warehouse', 1)");
            return true;
        });
        assertThat(browser.eval(BANNER + ".hidden")).isEqualTo(true);
        var looks = new Looks(browser);
        browser.eval("document.querySelector('a[href=\"/evacuation\"].quiet').click(); true");
        browser.waitFor("document.getElementById('site-1') !== null");
        assertThat(text("main")).contains("Takes part", "Stays as it is", "Not connected", "Box Warehouse");
        looks.at("evacuation");
        browser.eval("document.getElementById('note-1').value = 'Gas leak in the laboratory'; true");
        press("start");
        browser.waitFor("document.querySelector('h1')?.innerText === 'Evacuate Main Office?'");
        assertThat(text("main")).contains("Front Door", "Pharmacy", "Not connected: Warehouse");
        looks.at("evacuation-confirm");
        browser.eval("document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("document.querySelector('.said') !== null");
        assertThat(text(".said")).contains("2 doors unlocked");
        assertThat(text("main .fault")).contains("Loading Bay");
        looks.at("evacuation-on");
        assertThat(Objects.requireNonNull(rig.doors.of(1)).standing().evacuated())
                .isTrue();
        browser.open(rig.url("/"));
        browser.waitFor("!" + BANNER + ".hidden");
        assertThat(text("#evacuation")).contains("Evacuation: 2 doors are unlocked.", "End evacuation");
        assertThat(text("#door-1")).contains("Unlocked for an evacuation");
        looks.at("evacuation-live");
        browser.eval("document.querySelector('#evacuation a').click(); true");
        browser.waitFor("document.querySelector('button[value=end]') !== null");
        press("end");
        browser.waitFor("document.querySelector('h1')?.innerText.startsWith('End the evacuation')");
        looks.at("evacuation-end");
        browser.eval("document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("document.querySelector('.said') !== null");
        assertThat(Objects.requireNonNull(rig.doors.of(1)).standing().evacuated())
                .isFalse();
        assertThat(looks.ugly).isEmpty();
    }
}
