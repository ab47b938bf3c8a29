package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Doors on the live page, as an operator sees them and tells them what to do.
class DeskBrowserTest {
    private static final Lockdown NONE = Lockdown.NONE;
    private static final String DIALOG = "document.getElementById('ask')";

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

    private static Standing standing(boolean unlock, Lockdown lockdown, boolean fire) {
        return new Standing(unlock, null, lockdown, Standing.Hours.BY_POLICY, fire);
    }

    private void door(long id, String state, Standing standing, Set<String> tampers, boolean online) {
        boolean alarm = state.equals("forced");
        rig.doors.set(new DoorView(
                id,
                (int) id,
                state,
                standing,
                standing.unlocked(),
                alarm,
                Map.of("entry", online, "exit", true),
                tampers,
                alarm,
                id == 2,
                false,
                0,
                List.of()));
    }

    private String chips(int door) {
        return String.valueOf(browser.eval(
                "[...document.querySelectorAll('#door-" + door + " .chip')].map(e => e.textContent).join('; ')"));
    }

    private String label(int door) {
        return String.valueOf(
                browser.eval("document.querySelector('#door-" + door + " svg').getAttribute('aria-label')"));
    }

    @Test
    void eachThingThatStandsAtADoorIsSaidAndDrawn() throws Exception {
        door(1, "secure", standing(true, new Lockdown(true, false, true), false), Set.of("entry", "door"), false);
        door(2, "forced", standing(false, NONE, true), Set.of(), true);
        browser.waitFor("document.querySelector('#door-2')?.dataset.state === 'forced'");
        assertThat(chips(1))
                .isEqualTo("Secure; Lockdown: cards, auxiliary input; Tampered: housing, entry reader;"
                        + " Unlocked, after the lockdown; Reader offline: entry");
        assertThat(label(1))
                .isEqualTo("Front Door: Secure, leaf closed, strike secured, Lockdown: cards, auxiliary input,"
                        + " Tampered: housing, entry reader, Unlocked, after the lockdown, Reader offline: entry");
        assertThat(chips(2)).isEqualTo("Forced open; Released by fire; Sounder on");
        assertThat(badges(1)).isEqualTo("lock,tamper");
        assertThat(badges(2)).isEqualTo("fire");
        shoot("desk-alarms");

        Instant until = Instant.now().plus(2, ChronoUnit.MINUTES);
        rig.doors.set(1, "unlocked", true, false, true);
        rig.doors.stand(1, new Standing(true, until.toEpochMilli(), NONE, Standing.Hours.BY_POLICY, false));
        rig.doors.set(new DoorView(
                2, 2, "secure", Standing.NORMAL, false, false, Map.of(), Set.of(), false, false, true, 0, List.of()));
        browser.waitFor("document.querySelector('#door-1').innerText.includes('Unlocked until')");
        assertThat(chips(1)).matches("Unlocked; Unlocked until .*[0-9]{2}:[0-9]{2}");
        assertThat(chips(2)).isEqualTo("Secure; Unlocks with the first card");
        assertThat(badges(1)).isEqualTo("unlock");
        shoot("desk-unlocked");
    }

    /// Cards stay free: a person can be let in, and cards can be locked down as well.
    @Test
    void doorWhoseExitButtonIsLockedDown_canBeOpenedAndLockedDown() throws Exception {
        rig.doors.set(1, "secure", false, true, true);
        rig.doors.stand(1, standing(false, new Lockdown(false, true, false), false));
        browser.waitFor("document.querySelector('#door-1')?.innerText.includes('Lockdown: exit button')");
        assertThat(browser.eval("[...document.querySelectorAll('#door-1 .desk button')].filter(one => !one.hidden)"
                        + ".map(one => one.textContent).join()"))
                .isEqualTo("Let in,Lock down,End lockdown,Evacuate,Unlock,Unlock until,Keep secure");
        browser.eval("document.querySelector('#door-1 [data-command=lockdown]').click(); true");
        assertThat(browser.eval("['card', 'rex', 'aux'].map(part => document.querySelector('#ask-form [name=' + part +"
                        + " ']')).map(one => one.checked + ' ' + one.disabled).join()"))
                .isEqualTo("true false,true true,false false");
    }

    @Test
    void outputs_areShownAndTested() throws Exception {
        rig.outputs.all.add(new OutputView("siren", false, List.of(), false, null));
        rig.outputs.all.add(new OutputView("light", true, List.of(3L), false, null));
        rig.doors.set(new DoorView(1, 1, "unlocked", "unlock", true, false, Map.of()));
        browser.waitFor("!document.getElementById('outputs-part').hidden");
        String items = "[...document.querySelectorAll('#outputs li')]";
        assertThat(browser.eval(items + ".map(li => li.innerText.replace(/\\s+/g, ' ')).join()"))
                .isEqualTo("siren Off Test,light On Test");
        shoot("outputs");
        browser.eval("document.querySelectorAll('#outputs button').forEach(one => one.click()); true");
        browser.waitFor("document.getElementById('outputs-said').innerText === 'light: the output is on already'");
        assertThat(rig.outputs.tested).containsExactlyInAnyOrder("siren by " + Rig.EMAIL, "light by " + Rig.EMAIL);
    }

    private String badges(int door) {
        return String.valueOf(browser.eval("[...document.querySelectorAll('#door-" + door + " .d-badge')]"
                + ".filter(e => getComputedStyle(e).display !== 'none').map(e => e.classList[1].slice(2)).join()"));
    }

    /// In both colours, and on a phone; nothing faint, nothing too small for a finger, nothing sideways.
    private void shoot(String name) throws Exception {
        browser.waitFor("document.getAnimations().every(a => a.playState !== 'running' || a.animationName === 'glow')");
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot(name + "-light");
        browser.dark(true);
        browser.waitFor("document.getAnimations().every(a => a.playState !== 'running' || a.animationName === 'glow')");
        assertThat(browser.faintText()).isEqualTo("");
        browser.screenshot(name + "-dark");
        browser.dark(false);
        for (int width : new int[] {320, 390}) {
            browser.viewport(width, 844, true);
            assertThat(browser.sideways()).isEqualTo("");
            assertThat(browser.smallTargets()).isEqualTo("");
            assertThat(browser.eval("[...document.querySelectorAll('.door .chip, .desk button')].every(e =>"
                            + " e.getBoundingClientRect().right <"
                            + " e.closest('.door').getBoundingClientRect().right - 8)"))
                    .as("all within its card at %s px", width)
                    .isEqualTo(true);
            browser.screenshot(name + "-phone-" + width);
        }
        browser.viewport(1280, 1100, false);
    }

    @Test
    void aDoorIsLockedDownOnlyOnceTheOperatorHasSaidYes() throws Exception {
        press(1, "lockdown");
        assertThat(browser.eval(DIALOG + ".open")).isEqualTo(true);
        assertThat(browser.eval("document.getElementById('ask-title').textContent"))
                .isEqualTo("Lock down: Front Door");
        browser.screenshot("desk-lockdown-light");
        browser.eval("document.getElementById('ask-cancel').click(); true");
        assertThat(browser.eval(DIALOG + ".open")).isEqualTo(false);
        assertThat(rig.doors.asked).isEmpty();

        press(1, "lockdown");
        browser.eval("document.querySelector('#ask [name=rex]').click(); true");
        var ticked = new Lockdown(true, true, false);
        assertThat(yes().command()).isEqualTo(new DoorCommand.LockDown(ticked, ticked));
        browser.waitFor("document.querySelector('#door-1').innerText.includes('Lockdown: cards, exit button')");
        browser.waitFor("!" + DIALOG + ".open");
        assertThat(buttons(1)).isEqualTo("Lock down,End lockdown,Evacuate,Unlock,Unlock until,Keep secure");
        press(1, "unlockdown");
        assertThat(yes().command()).isEqualTo(new DoorCommand.Unlockdown());
        browser.waitFor("document.querySelector('#door-1 .chips').innerText === 'Secure'");
    }

    @Test
    void aDoorIsUnlockedForGoodOrUntilATimeAndBackToNormalWithoutAQuestion() throws Exception {
        press(1, "unlock");
        var unlock = yes();
        assertThat(unlock.command()).isEqualTo(new DoorCommand.Unlock(null));
        assertThat(unlock.by()).isEqualTo(Rig.EMAIL);
        browser.waitFor("!" + DIALOG + ".open && document.querySelector('#door-1').innerText.includes('Unlocked')");
        assertThat(buttons(1)).isEqualTo("Lock down,Evacuate,Unlock until,Keep secure,Back to normal");

        press(1, "until");
        browser.screenshot("desk-until-light");
        var until = (DoorCommand.Unlock) yes().command();
        long leftMs = Objects.requireNonNull(until.relockAtMs()) - System.currentTimeMillis();
        assertThat(TimeUnit.MILLISECONDS.toMinutes(leftMs)).isBetween(54L, 60L);
        browser.waitFor("!" + DIALOG + ".open");

        press(1, "normal");
        assertThat(asked().command()).isEqualTo(new DoorCommand.Normal());
        browser.waitFor("document.querySelector('#door-1 .chips').innerText === 'Secure'");
    }

    @Test
    void aDoorIsKeptSecureAndItsAlarmIsAcknowledgedWithANote() throws Exception {
        press(1, "secure");
        assertThat(browser.eval("document.getElementById('ask-until-label').textContent"))
                .isEqualTo("Until (optional)");
        browser.screenshot("desk-secure-light");
        assertThat(yes().command()).isEqualTo(new DoorCommand.Secure(null));
        browser.waitFor("!" + DIALOG + ".open");
        Instant until = Instant.now().plus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MINUTES);
        var secure = new Standing.Secure(until.toEpochMilli(), null);
        alarm(1, "secure", new Standing(false, null, NONE, Standing.Hours.BY_POLICY, false, secure), null);
        alarm(2, "forced", Standing.NORMAL, new RaisedAlarm(Alarm.FORCED));
        browser.waitFor("document.querySelector('#door-1').innerText.includes('Kept secure until')");
        browser.waitFor("document.querySelector('#door-2')?.dataset.state === 'forced'");
        assertThat(chips(1)).matches("Secure; Kept secure until .*[0-9]{2}:[0-9]{2}");
        assertThat(buttons(1)).isEqualTo("Let in,Lock down,Evacuate,Unlock,Unlock until,Back to normal");
        assertThat(buttons(2)).endsWith("Keep secure,Acknowledge");
        shoot("desk-held");

        press(2, "acknowledge");
        assertThat(browser.eval("document.getElementById('ask-note').checkVisibility()"))
                .isEqualTo(true);
        assertThat(browser.eval("document.getElementById('ask-until').checkVisibility()"))
                .isEqualTo(false);
        browser.eval("document.getElementById('note').value = ' Wind <b>again</b> '; true");
        browser.screenshot("desk-acknowledge-light");
        assertThat(yes().command()).isEqualTo(new DoorCommand.Acknowledge("Wind <b>again</b>"));
        browser.waitFor("!" + DIALOG + ".open");
        alarm(2, "forced", Standing.NORMAL, new RaisedAlarm(Alarm.FORCED, false, true, 0));
        browser.waitFor("document.querySelector('#door-2').innerText.includes('Alarm acknowledged')");
        assertThat(buttons(2)).doesNotContain("Acknowledge");
        alarm(2, "secure", Standing.NORMAL, new RaisedAlarm(Alarm.EXTENDED_OPEN, true, false, 0));
        browser.waitFor(
                "document.querySelector('#door-2').innerText.includes('Alarm not acknowledged: open for too long')");
        assertThat(buttons(2)).endsWith("Acknowledge");
        shoot("desk-latched");
    }

    private void alarm(long id, String state, Standing standing, @Nullable RaisedAlarm alarm) {
        boolean sounds = alarm != null && !alarm.acknowledged();
        rig.doors.set(new DoorView(
                id,
                (int) id,
                state,
                standing,
                false,
                state.equals("forced"),
                Map.of("entry", true),
                Set.of(),
                sounds,
                false,
                false,
                0,
                List.of(),
                alarm));
    }

    @Test
    void somebodyIsLetInOnceTheOperatorHasSaidYesAndTheLogNamesThem() throws Exception {
        press(1, "admit");
        assertThat(browser.eval("document.getElementById('ask-text').textContent"))
                .isEqualTo("The door opens once, for whoever stands at it now.");
        browser.screenshot("desk-admit-light");
        long before = rig.database.events().head();
        browser.eval("document.getElementById('ask-cancel').click(); true");
        assertThat(rig.database.events().head()).isEqualTo(before);
        press(1, "admit");
        browser.eval("document.getElementById('ask-yes').click(); true");
        browser.waitFor("!" + DIALOG + ".open");
        browser.waitFor("document.querySelector('.event')?.innerText.includes('Someone admitted from a desk')");
        assertThat(rig.database.events().head())
                .as("the request, and what came of it")
                .isEqualTo(before + 2);
        assertThat(browser.eval("document.querySelector('.event').innerText"))
                .asString()
                .contains("Someone admitted from a desk", "Front Door", "By " + Rig.EMAIL);

        rig.doors.refusal = "interlock";
        press(1, "admit");
        browser.eval("document.getElementById('ask-yes').click(); true");
        browser.waitFor("document.getElementById('ask-fault').checkVisibility()");
        assertThat(browser.eval("document.getElementById('ask-fault').textContent"))
                .isEqualTo("Front Door: another door keeps it shut until that one is closed and locked.");
        browser.eval("document.getElementById('ask-cancel').click(); true");

        for (var standing :
                List.of(standing(true, NONE, false), standing(false, new Lockdown(true, false, false), false))) {
            door(1, "secure", standing, Set.of(), true);
            browser.waitFor("!document.querySelector('#door-1 [data-command=admit]').checkVisibility()");
            door(1, "secure", Standing.NORMAL, Set.of(), true);
            browser.waitFor("document.querySelector('#door-1 [data-command=admit]').checkVisibility()");
        }
    }

    @Test
    void whatADoorRefusesIsSaidWhereItWasAsked() throws Exception {
        door(2, "open", Standing.NORMAL, Set.of(), true); // another picture than the first one, which knows no egress
        browser.waitFor("document.querySelector('#door-2').dataset.state === 'open'");
        rig.doors.refusal = "it would lock people in";
        press(2, "lockdown");
        assertThat(browser.eval("document.querySelector('#ask [name=rex]').disabled"))
                .isEqualTo(true); // leaving through this one depends on the box
        browser.eval("document.getElementById('ask-yes').click(); true");
        browser.waitFor("document.getElementById('ask-fault').checkVisibility()");
        assertThat(browser.eval("document.getElementById('ask-fault').textContent"))
                .isEqualTo("Back Door: it would lock people in.");
        browser.dark(true);
        browser.screenshot("desk-refused-dark");
        assertThat(browser.faintText()).isEqualTo("");
        assertThat(browser.eval(DIALOG + ".open")).isEqualTo(true);
    }

    @Test
    void onlyAnOperatorsOwnPageTellsDoors() {
        String post = "(token, door, body) => fetch('/live/doors/' + door, {method: 'POST', body: body,"
                + " headers: {'Content-Type': 'application/json', 'X-CSRF-Token': token}}).then(a => a.status)";
        String token = "document.querySelector('.who input[name=csrf]').value";
        String normal = "'{\"command\":\"normal\"}'";
        assertThat(browser.eval("(" + post + ")('forged', 1, " + normal + ")")).isEqualTo(403L);
        assertThat(browser.eval("(" + post + ")(" + token + ", 77, " + normal + ")"))
                .isEqualTo(404L);
        assertThat(browser.eval("(" + post + ")(" + token + ", 1, '{\"command\":\"fly\"}')"))
                .isEqualTo(400L);
        assertThat(browser.eval("(" + post + ")(" + token + ", 1, '{\"command\":\"lockdown\"}')"))
                .isEqualTo(400L);
        assertThat(browser.eval("(" + post + ")(" + token + ", 1, '{\"command\":\"unlock\",\"until\":\"soon\"}')"))
                .isEqualTo(400L);
        assertThat(rig.doors.asked).isEmpty();
        assertThat(browser.eval("(" + post + ")(" + token + ", 1, " + normal + ")"))
                .isEqualTo(200L);
        browser.eval("window.kept = " + token + "; document.cookie; true");
        assertThat(browser.eval("fetch('/live/doors/1', {method: 'POST', credentials: 'omit', body: " + normal + ","
                        + " headers: {'Content-Type': 'application/json', 'X-CSRF-Token': kept}}).then(a => a.status)"))
                .isEqualTo(401L);
        assertThat(rig.doors.asked).hasSize(1);
    }

    private void press(int door, String command) {
        browser.eval("document.querySelector('#door-" + door + " [data-command=" + command + "]').click(); true");
    }

    private LaneInput.Commanded yes() throws InterruptedException {
        browser.eval("document.getElementById('ask-yes').click(); true");
        return asked();
    }

    private LaneInput.Commanded asked() throws InterruptedException {
        return Objects.requireNonNull(rig.doors.asked.poll(10, TimeUnit.SECONDS), "nothing was asked");
    }

    private String buttons(int door) {
        browser.waitFor("!" + DIALOG + ".open");
        return String.valueOf(browser.eval("[...document.querySelectorAll('#door-" + door + " .desk button')]"
                + ".filter(e => e.checkVisibility()).map(e => e.textContent).join()"));
    }
}
