package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.ThreatStore.Change;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Threat levels as an operator sees and sets them in a browser.
class ThreatBrowserTest {
    private static final String STRIP = "document.getElementById('threats')";

    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
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

    @Test
    void aLevelIsSetAfterItsEffectWasShown_andTheLivePageShowsItAtOnce() throws Exception {
        assertThat(browser.eval(STRIP + ".hidden")).isEqualTo(true);
        rig.database.threats().set(1, new Change(4, "olga@example.com", "Smoke in the yard"));
        browser.waitFor("!" + STRIP + ".hidden");
        assertThat(text("#threats")).startsWith("Threat level: ").contains(" 4");
        var looks = new Looks(browser);
        looks.at("threat-live");
        rig.database.write(sql -> sql.run("UPDATE role SET threat_level_max = 1 WHERE id = 1"));
        rig.database.write(sql -> sql.run("INSERT INTO role_channel VALUES (1, 1)"));
        browser.open(rig.url(ThreatPages.PATH));
        browser.waitFor("document.getElementById('level-1') !== null");
        assertThat(text("main")).containsIgnoringCase("level 4").contains("olga@example.com: Smoke in the yard");
        looks.at("threat-levels");
        browser.eval("document.getElementById('level-1').value = '2';"
                + "document.getElementById('note-1').value = 'Police are here';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("document.querySelector('h1')?.innerText.startsWith('Set threat level 2')");
        assertThat(text("main")).contains("At level 2 these roles are not valid");
        looks.at("threat-confirm");
        browser.eval("document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("document.querySelector('.said') !== null");
        assertThat(text(".said")).contains("is at threat level 2");
        assertThat(rig.database.threats().levels().of(1)).isEqualTo(2);
        looks.at("threat-set");
        assertThat(looks.ugly).isEmpty();
    }
}
