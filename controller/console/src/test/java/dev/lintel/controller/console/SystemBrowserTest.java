package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.system.MachineRig;
import dev.lintel.controller.system.RootSide;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator updates a box, gives it another network and sets its clock, in a browser.
class SystemBrowserTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-02T00:00:00Z");
    private Rig rig;
    private @Nullable RootSide root;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        browser = new Browser();
        looks = new Looks(browser);
        browser.open(rig.url("/sign-in?next=%2Fsystem"));
        browser.eval("document.getElementById('email').value = '" + Rig.EMAIL + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "'; true");
        browser.press("main form button[type=submit]");
        browser.says(
                "neither made by a Lintel image nor installed from Lintel's package"); // signed in: the cookie is there
    }

    private MachineRig image() throws IOException {
        var machine = new MachineRig(rig.machine.root(), rig.machine.data(), time);
        root = new RootSide(machine);
        return machine;
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        if (root != null) root.close();
        rig.close();
    }

    private void choose(Path file) throws IOException {
        String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        browser.eval("{ const bytes = Uint8Array.from(atob('" + base64 + "'), c => c.charCodeAt(0));"
                + " const files = new DataTransfer(); files.items.add(new File([bytes], 'lintel.bundle'));"
                + " const input = document.getElementById('file'); input.files = files.files;"
                + " input.dispatchEvent(new Event('change')); } true");
    }

    @Test
    void aMachineThatIsNoneOfOursSaysWhatToDoInstead() throws Exception {
        looks.at("system-none");
        assertThat(looks.ugly).isEmpty();
    }

    @Test
    void aBoxIsUpdatedAndGivenAnotherNetworkAndTime() throws Exception {
        MachineRig machine = image();
        rig.clock.set(ClockTrust.HELD);
        browser.open(rig.url("/system"));
        browser.says("virt-arm64");
        looks.at("system");
        Path text = Files.writeString(folder.resolve("text"), "this is no bundle at all".repeat(10_000));
        choose(text);
        browser.press("#send");
        browser.waitFor("document.getElementById('fault').textContent.includes('This is no bundle')");
        looks.at("system-refused");
        choose(machine.bundles.signed(2));
        browser.press("#send");
        browser.says("This bundle is uploaded.");
        looks.at("system-uploaded");
        browser.press("a[href='/system/install']");
        browser.says("Install Lintel 0.2?");
        looks.at("system-install");
        browser.press("form[action='/system/install'] button");
        browser.says("the box restarts into it now");
        BoxRig.await(() -> machine.machine.ran.equals(List.of("restart")));
        looks.at("system-restarting");
        assertThat(machine.board.start()).isEqualTo(2);

        browser.open(rig.url("/system/network"));
        browser.says("A network is tried first");
        looks.at("system-network");
        browser.eval("document.querySelector('[value=own]').checked = true;"
                + "document.getElementById('address').value = '10.0.0.9'; true");
        browser.press("form[action='/system/network'] button");
        browser.says("It must be an address with the length of its network");
        looks.at("system-network-wrong");
        browser.eval("document.getElementById('address').value = '10.0.0.9/24'; true");
        browser.press("form[action='/system/network'] button");
        browser.says("Try this network?");
        looks.at("system-network-plan");
        browser.press("form[action='/system/network/try'] button");
        browser.says("The network is being tried");
        looks.at("system-network-tried");
        BoxRig.await(() -> Files.exists(machine.inUse()));
        browser.open(rig.url("/system"));
        browser.says("A network is being tried");
        looks.at("system-trial");
        browser.press("form[action='/system/network/drop'] button");
        browser.says("The network of before is back.");

        browser.press("#mine");
        browser.says("Set the clock");
        looks.at("system-clock-plan");
        browser.press("form[action='/system/clock'] button");
        browser.says("The clock is set.");
        assertThat(machine.machine.ran).last().isEqualTo("chip");
        assertThat(machine.machine.ran).anyMatch(ran -> ran.startsWith("clock 20"));
        looks.at("system-after");
        assertThat(looks.ugly).isEmpty();
    }
}
