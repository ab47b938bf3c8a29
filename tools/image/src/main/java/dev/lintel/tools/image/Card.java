package dev.lintel.tools.image;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.controller.yaml.Faults;
import dev.lintel.controller.yaml.Section;
import dev.lintel.controller.yaml.Yaml;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What one card is given before its first boot, as a file of the installer's:
///
/// ```yaml
/// host_name: north-gate                # found as north-gate.local
/// network: {address: 192.168.7.20/24, gateway: 192.168.7.1, dns: [192.168.7.1]}     # without it: DHCP
/// ssh_keys: ["ssh-ed25519 AAAA… me@office"]      # without one nobody signs in by SSH
/// controller: controller.yaml          # beside this file, or anywhere
/// site: site.yaml
/// join: {hub: "https://hub.example.com:8443", code: 7K2M-…}
///     # with `interface: enp1s0` (a name or a MAC address) in it where the box has more cables than one
/// serial_console: on                   # of a PC: its first serial port; else that is for readers
/// ```
///
/// @param hostName of the box, or null for the image's own
/// @param address its own, as a URL has it; null where DHCP gives it one
/// @param files for `lintel/card/` on the boot partition, by name
public record Card(@Nullable String hostName, @Nullable String address, Map<String, String> files) {
    /// Nothing of its own.
    public static final Card PLAIN = new Card(null, null, Map.of());

    /// A label of a name, as DNS takes it.
    private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final Pattern SSH_KEY = Pattern.compile(
            "(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9@.-]+) [A-Za-z0-9+/=]{60,2000}"
                    + "( [^\\p{Cntrl}]{0,200})?");
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9-]{4,100}");
    private static final Pattern URL = Pattern.compile("https://[A-Za-z0-9.:\\[\\]-]{1,255}(/[!-~]{0,200})?");

    public Card {
        files = Map.copyOf(files);
    }

    /// As `file` says. Throws [ImageException] that names each fault with its line and key.
    public static Card read(Path file) {
        var faults = new Faults(file.toString());
        String text = Yaml.read(file, faults);
        Section root = text == null ? null : Yaml.parse(text, faults);
        Path folder = file.toAbsolutePath().getParent();
        Card card = root == null || folder == null ? PLAIN : read(root, folder);
        if (!faults.isEmpty()) throw faulty(faults.toList());
        return card;
    }

    /// This card of an image that was customised itself: what this one leaves out stays as the image has it.
    public Card over(Card image) {
        var all = new TreeMap<>(image.files);
        all.putAll(files);
        return new Card(hostName == null ? image.hostName : hostName, address == null ? image.address : address, all);
    }

    static boolean isHostName(String text) {
        return HOST_NAME.matcher(text).matches();
    }

    private static Card read(Section root, Path folder) {
        Map<String, String> files = new TreeMap<>();
        String name = root.text("host_name")
                .that(value -> isHostName(value) ? null : "must be 1 to 63 of a-z, 0-9 and -, with no - at either end")
                .orNull();
        Section network = root.section("network").orNull();
        CardNetwork own = network == null ? null : CardNetwork.read(network);
        if (own != null) files.put("network", own.text());
        List<String> keys = root.texts("ssh_keys").or(List.of());
        for (String key : keys) {
            if (!SSH_KEY.matcher(key).matches()) root.fault("ssh_keys", "is no public key as in ~/.ssh/id_ed25519.pub");
        }
        if (!keys.isEmpty()) files.put("authorized_keys", String.join("\n", keys) + "\n");
        take(root, folder, "controller", files, ConfigFile::load);
        take(root, folder, "site", files, SiteFile::load);
        Section join = root.section("join").orNull();
        if (join != null) files.put("join", join(join));
        String console = root.text("serial_console")
                .that(value -> value.equals("on") || value.equals("off") ? null : "must be on or off")
                .orNull();
        if (console != null) files.put("serial_console", console + "\n");
        root.done();
        return new Card(name, own == null ? null : own.inUrl(), files);
    }

    private static String join(Section join) {
        String hub = join.text("hub")
                .that(value -> URL.matcher(value).matches() ? null : "must be the hub's address: https://…")
                .required("");
        String code = join.text("code")
                .that(value -> CODE.matcher(value).matches() ? null : "is no code of a hub")
                .required("");
        join.done();
        return hub + " " + code + "\n";
    }

    /// A file that is named by `key`, which has to be without faults: a box that finds them at its first start has
    /// nobody beside it.
    private static <T> void take(
            Section root, Path folder, String key, Map<String, String> files, Function<Path, Checked<T>> load) {
        String name = root.text(key).orNull();
        if (name == null) return;
        Path file = folder.resolve(name);
        if (load.apply(file) instanceof Checked.Faulty<T>(List<Fault> faults)) {
            for (Fault fault : faults) root.fault(key, fault.toString());
            return;
        }
        var faults = new Faults(name);
        String text = Yaml.read(file, faults);
        if (text == null) root.fault(key, "cannot be read again");
        else files.put(key + ".yaml", text);
    }

    private static ImageException faulty(List<Fault> faults) {
        return new ImageException(
                faults.stream().map(Fault::toString).collect(Collectors.joining(System.lineSeparator())));
    }
}
