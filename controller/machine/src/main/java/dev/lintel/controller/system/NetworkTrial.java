package dev.lintel.controller.system;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The network of an image's box, as root. A new one is tried first: it is only where a start of the machine
/// forgets it (`/run`), and the one on the disk is written once somebody was here through the new one.
///
/// ```
///                     kept, on the data partition       in use, in /run
///   before            wired.network = old               10-card.network = old
///   tried             wired.network = old               10-card.network = new     network-trial.json
///   kept              wired.network = new               10-card.network = new
///   time over         wired.network = old               10-card.network = old
///   power cut         wired.network = old               as kept: usr/lib/lintel-os/first-boot
/// ```
///
/// So the way back needs nothing that a trial could break. The host name goes the same way.
final class NetworkTrial {
    /// Long enough to carry a laptop to another socket, and to sign in.
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String NETWORK = "wired.network";
    private static final String HOST_NAME = "hostname";
    private static final String NOTE = "network-trial.json";
    private static final int TEXT_MAX = 100;

    private final SystemFolders folders;
    private final Machine machine;
    private final Time time;

    NetworkTrial(SystemFolders folders, Machine machine, Time time) {
        this.folders = folders;
        this.machine = machine;
        this.time = time;
    }

    private Path inUse() {
        return folders.root().resolve("run/systemd/network/10-card.network");
    }

    private Path kernelName() {
        return folders.root().resolve("proc/sys/kernel/hostname");
    }

    private Path note() {
        return folders.published().resolve(NOTE);
    }

    private Path kept(String name) {
        return folders.own().resolve(name);
    }

    /// What is being tried, and by which name the box was called before.
    private record Running(MachineState.Trial trial, String nameBefore) {}

    /// Throws [SystemException]; then the network is what it was.
    void begin(String id, NetworkPlan plan) {
        if (running() != null) throw new SystemException("a network is being tried already: keep it, or go back first");
        try {
            Map<String, @Nullable Object> json = new LinkedHashMap<>(plan.json());
            json.put("id", id);
            json.put("until_ns", time.nowNs() + PATIENCE.toNanos());
            json.put("name_before", hostName());
            PublicFile.write(note(), Json.write(json));
            machine.wakeForNetwork(true); // first: whatever happens from here on, it is ended
            PublicFile.write(inUse(), plan.text());
            name(plan.hostName());
            machine.readNetworkAnew();
        } catch (IOException | SystemException e) {
            back();
            throw new SystemException("the network was not changed: " + e.getMessage(), e);
        }
    }

    /// From now on it is the box's. Throws [SystemException] when that trial is over.
    void keep(String id) {
        Running running = require(id);
        try {
            // A power cut between the two leaves the new network under the old name.
            PublicFile.write(kept(NETWORK), running.trial.plan().text());
            PublicFile.write(kept(HOST_NAME), running.trial.plan().hostName() + "\n");
            end();
        } catch (IOException e) {
            throw new SystemException("the network cannot be kept: " + e.getMessage(), e);
        }
    }

    /// Throws [SystemException] when that trial is over.
    void drop(String id) {
        require(id);
        back();
    }

    private Running require(String id) {
        Running running = running();
        if (running == null || !running.trial.id().equals(id)) {
            throw new SystemException("that network is not being tried any more: the one of before is back");
        }
        return running;
    }

    /// Ends a trial whose time is over.
    ///
    /// @return whether there was one
    boolean endIfOver() {
        Running running = running();
        if (running == null) return false;
        long leftNs = running.trial.untilNs() - time.nowNs();
        // More than there can be left: this is another start of the machine, whose clock began anew.
        if (leftNs > 0 && leftNs <= PATIENCE.toNanos()) return false;
        back();
        return true;
    }

    private void back() {
        Running running = running();
        try {
            String before = PublicFile.read(kept(NETWORK));
            if (before == null) Files.deleteIfExists(inUse());
            else PublicFile.write(inUse(), before);
            if (running != null) name(running.nameBefore);
            machine.readNetworkAnew();
            end(); // last: what did not work out is tried again
        } catch (IOException e) {
            throw new SystemException("the network of before is not back: " + e.getMessage(), e);
        }
    }

    private void end() throws IOException {
        PublicFile.remove(note());
        machine.wakeForNetwork(false);
    }

    private @Nullable Running running() {
        String text = PublicFile.read(note());
        if (text == null) return null;
        Fields fields = Fields.parse(NOTE, text);
        var trial = new MachineState.Trial(
                fields.text("id", TEXT_MAX), NetworkPlan.parse(fields), fields.number("until_ns"));
        return new Running(trial, fields.text("name_before", TEXT_MAX));
    }

    /// Null: none is being tried.
    MachineState.@Nullable Trial trial() {
        Running running = running();
        return running == null ? null : running.trial;
    }

    /// That the box is called by now. Throws [SystemException].
    String hostName() {
        try {
            return Files.readString(kernelName()).strip();
        } catch (IOException e) {
            throw new SystemException("the kernel does not tell the host name: " + e.getMessage(), e);
        }
    }

    private void name(String hostName) throws IOException {
        if (!hostName.equals(hostName())) Files.write(kernelName(), hostName.getBytes(StandardCharsets.US_ASCII));
    }

    /// The one on the disk; null: somebody wrote it by hand.
    @Nullable
    NetworkPlan plan() {
        String text = PublicFile.read(kept(NETWORK));
        Running running = running();
        String name = running == null ? hostName() : running.nameBefore;
        try {
            return text == null ? new NetworkPlan(name, "", "", java.util.List.of()) : NetworkPlan.read(name, text);
        } catch (SystemException e) { // a host name that was given by other means
            return null;
        }
    }
}
