package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The API's description in a browser, where nobody signs in.
class ReferenceBrowserTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), true);
        browser = new Browser();
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
    }

    @Test
    void everyOperationCanBeOpenedAndReadInLightAndDarkAndOnAPhone() throws Exception {
        browser.viewport(1280, 1000, false);
        browser.open(rig.url("/docs"));
        browser.waitFor("document.querySelectorAll('.operation').length > 40");
        browser.screenshot("docs-wide-light");
        browser.eval("document.querySelectorAll('details').forEach(one => one.open = true)");
        assertThat(browser.sideways()).isEqualTo("");
        assertThat(browser.faintText()).isEqualTo("");
        browser.eval("document.getElementById('createPerson').scrollIntoView(); true");
        browser.screenshot("docs-open-light");
        browser.dark(true);
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot("docs-open-dark");
        browser.viewport(360, 800, true);
        browser.open(rig.url("/docs"));
        browser.waitFor("document.querySelectorAll('.operation').length > 40");
        assertThat(browser.sideways()).isEqualTo("");
        assertThat(browser.smallTargets()).isEqualTo("");
        browser.screenshot("docs-phone");
    }

    @Test
    void everyLinkWithinThePageLeadsSomewhereAndNothingComesFromElsewhere() throws Exception {
        browser.open(rig.url("/docs"));
        browser.waitFor("document.querySelectorAll('.operation').length > 40");
        assertThat(browser.eval("[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash.slice(1))"
                        + ".filter(id => !document.getElementById(id)).join()"))
                .isEqualTo("");
        assertThat(browser.eval("[...document.querySelectorAll('[src],link[href]')].map(e => e.src || e.href)"
                        + ".filter(url => !url.startsWith(location.origin)).join()"))
                .isEqualTo("");
        assertThat(browser.eval("(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
                        + " return ids.filter((id, i) => ids.indexOf(id) !== i).join(); })()"))
                .isEqualTo("");
        assertThat(browser.eval("document.querySelectorAll('script,[style]').length"))
                .isEqualTo(0L);
        assertThat(browser.eval("document.querySelector('nav a[aria-current=page]').innerText"))
                .isEqualTo("API");
        assertThat(browser.eval("fetch('/docs/openapi.yaml').then(r => r.text()).then(t => t.startsWith('#'))"))
                .isEqualTo(true);
    }
}
