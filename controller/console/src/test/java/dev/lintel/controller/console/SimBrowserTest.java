package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.Simulator;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The simulator's page on a server that listens on loop-back alone: nobody signs in.
class SimBrowserTest {
    private static final String ROWS = "document.querySelectorAll('#events li').length";
    private static final String TRAY = "document.getElementById('wallet').getBoundingClientRect()";

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
    void aPhoneShowsTheDoorsWholeAndEveryTargetIsWideEnoughForAFinger() throws Exception {
        for (int width : new int[] {320, 360, 390}) {
            browser.viewport(width, 844, true);
            load();
            assertThat(browser.smallTargets()).as("at %s px", width).isEqualTo("");
            assertThat(browser.sideways()).as("at %s px", width).isEqualTo("");
            browser.screenshot("sim-phone-" + width);
            browser.eval("{ const one = document.querySelector('.reader'); one.after(one.cloneNode(true)); }");
            assertThat(browser.sideways()).as("two readers at %s px", width).isEqualTo("");
            browser.screenshot("sim-phone-two-" + width);
        }
        load();
        assertThat(browser.eval(TRAY + ".height <= innerHeight / 10")).isEqualTo(true);
        assertThat(browser.eval(TRAY + ".bottom")).isEqualTo(844L);
        browser.screenshot("sim-phone-light");
        browser.eval("document.querySelector('[data-target]').click(); true"); // with empty hands
        browser.waitFor("document.getElementById('wallet-toggle').getAttribute('aria-expanded') === 'true'");
        assertThat(browser.smallTargets()).isEqualTo("");
        assertThat(browser.sideways()).isEqualTo("");
        assertThat(browser.eval("document.querySelector('#own button').getBoundingClientRect().right < innerWidth"))
                .isEqualTo(true);
        browser.dark(true);
        browser.screenshot("sim-phone-cards-dark");
        browser.eval("document.querySelector('.item').focus(); document.querySelector('.item').click(); true");
        assertThat(browser.eval("document.getElementById('hint').innerText"))
                .isEqualTo("Ada's card is in your hand: tap a reader.");
        assertThat(browser.eval("document.activeElement.id")).isEqualTo("wallet-toggle"); // not lost with the cards
        browser.screenshot("sim-phone-dark");
        browser.viewport(844, 390, true);
        assertThat(browser.eval(TRAY + ".height <= innerHeight / 5")).isEqualTo(true);
        browser.screenshot("sim-phone-lying");
    }

    @Test
    void theNewestEventsStandThereAfterALoadAndTheNextOnesArrive() throws Exception {
        for (int i = 0; i < 30; i++) rig.append(EventKind.ADMITTED_REQUEST_EXIT, Subject.channel(2), Map.of());
        rig.append(EventKind.ADMITTED_CARD, Rig.person(1, "<b>Ada Demo</b>", "1001"), Map.of("reader", "entry"));
        browser.viewport(1280, 1000, false);
        load();
        browser.waitFor(ROWS + " === 20");
        assertThat(newest()).contains("<b>Ada Demo</b> admitted", "Front Door");
        rig.append(EventKind.FORCED_OPEN, Subject.channel(2), Map.of());
        browser.waitFor("document.querySelector('#events li').innerText.includes('Back Door forced open')");
        assertThat(browser.eval(ROWS)).isEqualTo(20L);
        assertThat(browser.sideways()).isEqualTo("");
        browser.eval("document.querySelectorAll('details').forEach(one => one.open = true)");
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot("sim-wide-light");
        browser.dark(true);
        browser.waitFor("document.getAnimations().length === 0");
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot("sim-wide-dark");
    }

    @Test
    void theHousingTheFirePanelAndTheSounderCanBeMovedAndSeen() throws Exception {
        browser.viewport(1280, 1000, false);
        load();
        String housing = "document.querySelector('.door [data-tamper]')";
        assertThat(browser.eval(housing + ".innerText")).isEqualTo("Open the housing");
        assertThat(browser.eval(
                        "document.querySelectorAll('.door')[1].querySelector('[data-tamper]')" + ".checkVisibility()"))
                .isEqualTo(false); // nothing is wired there
        browser.eval(housing + ".click(); true");
        browser.waitFor(housing + ".getAttribute('aria-pressed') === 'true'");
        assertThat(simulator().state(1)).containsEntry("tamper", true);
        rig.hardware.gpio().output(new LineSpec(17, true)).set(true);
        browser.waitFor("document.querySelector('.door [data-sounder]').innerText === 'Sounding'");
        assertThat(browser.eval("document.querySelector('.picture').getAttribute('aria-label')"))
                .isEqualTo("Front Door: leaf closed, strike secured, housing open, sounder sounding");
        browser.eval("document.getElementById('fire').click(); true");
        browser.waitFor("document.getElementById('fire').innerText.trim() === 'End the fire alarm'");
        assertThat(simulator().state(2)).containsEntry("fire", true);
        browser.eval("document.querySelectorAll('#box button').forEach(one => one.click()); true");
        browser.waitFor("[...document.querySelectorAll('#box button')].map(one => one.innerText + ' '"
                + " + one.getAttribute('aria-pressed')).join() === 'Lockdown Reception true,"
                + "Evacuation Gate true,Threat level Desk true,Input bell true'");
        assertThat(simulator().state(1))
                .containsEntry("lockdown_switches", Map.of("Reception", true))
                .containsEntry("evacuation_switches", Map.of("Gate", true))
                .containsEntry("threat_switches", Map.of("Desk", true))
                .containsEntry("inputs", Map.of("bell", true));
        rig.hardware.gpio().output(new LineSpec(43, true)).set(true);
        browser.waitFor("document.querySelector('#box [data-output=siren]').innerText === 'Output siren: on'");
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot("sim-fire-light");
        browser.dark(true);
        browser.screenshot("sim-fire-dark");
        browser.viewport(360, 844, true);
        assertThat(browser.sideways()).isEqualTo("");
        assertThat(browser.smallTargets()).isEqualTo("");
        browser.screenshot("sim-fire-phone");
        browser.eval("document.getElementById('fire').click(); " + housing + ".click(); true");
        browser.waitFor("document.getElementById('fire').innerText.trim() === 'Fire alarm'" + " && " + housing
                + ".getAttribute('aria-pressed') === 'false'");
    }

    private Simulator simulator() {
        return Objects.requireNonNull(rig.hardware.simulator());
    }

    @Test
    void theHeaderIsThatOfTheLivePageAndOffersToSignIn() {
        load();
        assertThat(browser.eval("[...document.querySelectorAll('.bar nav a')].map(a => a.innerText + ' ' + a.pathname"
                        + " + ' ' + a.getAttribute('aria-current')).join()"))
                .isEqualTo("Live / null,People /people null,Simulator /sim page,API /docs null");
        assertThat(browser.eval("document.querySelector('.brand').innerText.trim()"))
                .isEqualTo("Lobby");
        assertThat(browser.eval("document.title")).isEqualTo("Simulator · Lobby");
        assertThat(browser.eval("document.querySelector('.who a').innerText")).isEqualTo("Sign in");
        assertThat(browser.eval("document.querySelectorAll('[style], style, script:not([src])').length"))
                .isEqualTo(0L); // the content policy would drop them
    }

    private void load() {
        browser.open(rig.url("/sim"));
        browser.waitFor("document.getElementById('live').innerText === 'Live' && document.querySelector('.item')");
    }

    private String newest() {
        return String.valueOf(browser.eval("document.querySelector('#events li').innerText"));
    }
}
