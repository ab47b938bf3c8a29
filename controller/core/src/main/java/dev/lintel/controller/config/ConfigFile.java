package dev.lintel.controller.config;

import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.ControllerConfig.Listen;
import dev.lintel.controller.config.ControllerConfig.Receivers;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Faults;
import dev.lintel.controller.yaml.Section;
import dev.lintel.controller.yaml.Yaml;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads `controller.yaml`. A file that names no channels on simulated hardware has the demo's two doors.
public final class ConfigFile {
    private static final int RATE_LIMIT_MAX = 1_000_000;
    /// The speeds that OSDP readers have.
    private static final Set<Integer> BAUDS = Set.of(9_600, 19_200, 38_400, 57_600, 115_200, 230_400);

    /// Of a bus that says nothing of it: what OSDP readers leave their factory with.
    public static final int BAUD = 9_600;

    private static final int BAUD_MAX = 230_400;
    private static final Map<String, HardwareKind> HARDWARE =
            Stream.of(HardwareKind.values()).collect(Collectors.toUnmodifiableMap(HardwareKind::word, kind -> kind));

    private ConfigFile() {}

    /// The configuration in `file`, or every fault of it.
    public static Checked<ControllerConfig> load(Path file) {
        var faults = new Faults(file.toString());
        String text = Yaml.read(file, faults);
        if (text == null) return new Checked.Faulty<>(faults.toList());
        Path folder = file.toAbsolutePath().getParent();
        return parse(text, faults, folder == null ? Path.of("") : folder);
    }

    /// The configuration that `text` holds, or every fault of it; `name` is the file's in the faults.
    public static Checked<ControllerConfig> parse(String name, String text) {
        return parse(text, new Faults(name), Path.of(""));
    }

    private static Checked<ControllerConfig> parse(String text, Faults faults, Path folder) {
        Section root = Yaml.parse(text, faults);
        if (root == null) return new Checked.Faulty<>(faults.toList());
        ControllerConfig config = config(root, faults, folder);
        root.done();
        return faults.check(config);
    }

    private static ControllerConfig config(Section root, Faults faults, Path folder) {
        String name = root.text("name").or(DemoConfig.NAME);
        Section listen = root.section("listen").orNull();
        String publicUrl =
                root.text("public_url").that(Addresses::publicUrlFault).orNull();
        int rateLimit = root.integer("rate_limit", 0, RATE_LIMIT_MAX).or(ControllerConfig.RATE_LIMIT);
        HardwareKind hardware = root.choice("hardware", HARDWARE).or(HardwareKind.SIMULATED);
        boolean demoDoors = hardware == HardwareKind.SIMULATED && !root.has("channels");
        Map<String, Bus> buses = buses(root, hardware, demoDoors);
        Section clock = root.section("clock").orNull();
        Section gpio = root.section("gpio").orNull();
        Section images = root.section("images").orNull();
        Section webhooks = root.section("webhooks").orNull();
        Section sync = root.section("sync").orNull();
        var formats = new FormatSections(root);
        Map<String, CardFormat> own = formats.read();
        var sections = new ChannelSections(root, buses, new ReaderSections(formats, own), hardware);
        List<ChannelWiring> channels = demoDoors ? DemoConfig.channels() : sections.read();
        BoxInputs inputs = demoDoors ? DemoConfig.inputs() : new BoxSections(root, sections, channels).read();
        BoxPoints points = demoDoors ? DemoConfig.points() : new PointSections(root, sections).read();
        String noRelease = FireRelease.fault(channels, inputs);
        if (noRelease != null) root.warn("channels", noRelease);
        if (demoDoors) refuseInputs(root);
        Listen where = listen == null ? Listen.DEFAULT : listen(listen);
        return new ControllerConfig(
                name,
                where,
                publicUrl == null ? null : Addresses.withoutSlash(publicUrl),
                root.text("security_contact").that(Addresses::contactFault).orNull(),
                TlsSection.read(root, folder, publicUrl, where.http() != 0),
                UpstreamSection.read(root, folder),
                MailSection.read(root, folder),
                MobileSection.read(root, folder),
                WitnessSection.read(root, folder),
                rateLimit,
                images == null ? List.of() : networks(images),
                webhooks == null ? Receivers.DEFAULT : receivers(webhooks, folder),
                sync == null ? MassGuard.DEFAULT : massGuard(sync),
                clock != null && clock.flag("rtc").or(false),
                hardware,
                gpio == null ? DemoConfig.CHIP : gpio.text("chip").required(DemoConfig.CHIP),
                buses,
                ControllerConfig.sorted(channels),
                inputs,
                points,
                List.copyOf(own.values()),
                faults.warnings());
    }

    /// The demo's doors have inputs of their own.
    private static void refuseInputs(Section root) {
        var keys = new ArrayList<>(BoxInputs.KEYS);
        keys.addAll(List.of(PointSections.INPUTS, PointSections.OUTPUTS));
        for (String key : keys) {
            if (!root.has(key)) continue;
            root.fault(key, "needs 'channels' too: the demo's doors have their own");
            root.known(key);
        }
    }

    private static Listen listen(Section listen) {
        String address = listen.text("address").that(Addresses::listenFault).or(Listen.DEFAULT.address());
        int https = listen.integer("https", 0, Addresses.PORT_MAX).or(ControllerConfig.HTTPS_PORT);
        int http = listen.integer("http", 0, Addresses.PORT_MAX).or(ControllerConfig.HTTP_PORT);
        if (https != 0 && https == http) listen.fault("http", "cannot be the port of https, " + https);
        return new Listen(address, https, http);
    }

    private static Receivers receivers(Section webhooks, Path folder) {
        return new Receivers(networks(webhooks), FileNames.of(webhooks, "trust", folder));
    }

    private static MassGuard massGuard(Section sync) {
        return new MassGuard(
                sync.integer("mass_change_percent", 1, MassGuard.PERCENT_MAX).or(MassGuard.DEFAULT.percent()));
    }

    private static List<Network> networks(Section section) {
        var networks = new ArrayList<Network>();
        for (String text : section.texts("allow_networks").that(Network::fault).or(List.of())) {
            Network network = Network.parse(text);
            if (network != null) networks.add(network);
        }
        return networks;
    }

    private static Map<String, Bus> buses(Section root, HardwareKind hardware, boolean demoDoors) {
        Map<String, Bus> buses = new LinkedHashMap<>(demoDoors ? DemoConfig.buses() : Map.of());
        Section named = root.section("buses").orNull();
        if (named == null) return buses;
        Map<String, String> ports = new LinkedHashMap<>();
        for (String name : named.keys()) {
            Section bus = named.section(name).orNull();
            if (bus != null) buses.put(name, bus(bus, name, hardware, ports));
            else buses.put(name, new Bus(name, BAUD_MAX)); // told; readers that name it are not at fault
        }
        return buses;
    }

    private static Bus bus(Section bus, String name, HardwareKind hardware, Map<String, String> ports) {
        bus.choice("protocol", Map.of("osdp", true)).required(true);
        String port = bus.text("port").required(name);
        String fault = SerialKeys.portFault(port, hardware);
        if (fault != null) bus.fault("port", fault);
        String other = bus.has("port") ? ports.putIfAbsent(port, name) : null;
        if (other != null) bus.fault("port", "is the port of bus '" + other + "' already");
        int baud = bus.integer("baud", 1, BAUD_MAX).or(BAUD);
        if (!BAUDS.contains(baud)) {
            bus.fault("baud", "must be one of 9600, 19200, 38400, 57600, 115200, 230400, not " + baud);
        }
        return new Bus(port, baud);
    }
}
