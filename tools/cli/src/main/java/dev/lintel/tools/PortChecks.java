package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What listens on this machine and can be reached from others, by the kernel's tables, and who it is, as far as this
/// user may see.
final class PortChecks {
    private static final String LISTENING = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int HEX = 16;
    /// `127.x.y.z` and `::1`, as the tables write them on a little-endian machine.
    private static final String LOOPBACK = "[0-9A-F]{6}7F|00000000000000000000000001000000|0{16}FFFF0000[0-9A-F]{6}7F";

    private PortChecks() {}

    /// @param firewall what `nft list ruleset` says; null where it may not be asked
    static List<Finding> all(KernelFiles files, @Nullable String firewall) {
        Map<Integer, String> ports = new TreeMap<>(); // by port: the socket's inode
        for (String table : List.of("proc/net/tcp", "proc/net/tcp6")) {
            for (String line : files.lines(table)) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length <= INODE || !words[STATE].equals(LISTENING)) continue;
                String[] address = words[ADDRESS].split(":", -1);
                if (address[0].matches(LOOPBACK)) continue;
                ports.put(Integer.parseInt(address[1], HEX), words[INODE]);
            }
        }
        Map<String, String> owners = ports.isEmpty() ? Map.of() : owners(files);
        var words = new ArrayList<String>();
        ports.forEach((port, inode) -> {
            String owner = owners.get(inode);
            words.add(port + (owner == null ? "" : " (" + owner + ")"));
        });
        String found = words.isEmpty() ? "nothing listens to other machines" : String.join(", ", words);
        return List.of(Finding.ok("open ports", found), firewall(firewall));
    }

    private static Finding firewall(@Nullable String rules) {
        if (rules == null || rules.contains("Operation not permitted")) {
            return Finding.ok("firewall", "not known to this user");
        }
        boolean drops = rules.contains("hook input") && rules.matches("(?s).*\\b(drop|reject)\\b.*");
        if (drops)
            return Finding.ok("firewall", "nftables refuses some of what comes in: Lintel's ports have to be let in");
        return Finding.ok("firewall", "none: whoever reaches this machine reaches these ports");
    }

    /// Programs by the inodes of their sockets.
    private static Map<String, String> owners(KernelFiles files) {
        var owners = new HashMap<String, String>();
        for (String pid : files.names("proc", "[0-9]*")) {
            Path descriptors = files.root().resolve("proc/" + pid + "/fd");
            try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
                for (Path one : open) {
                    String target = target(one);
                    if (!target.startsWith("socket:[")) continue;
                    String name = files.text("proc/" + pid + "/comm");
                    owners.put(
                            target.substring("socket:[".length(), target.length() - 1),
                            (name == null ? "" : name + " ") + pid);
                }
            } catch (IOException e) { // another user's
            }
        }
        return owners;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) { // closed meanwhile
            return "";
        }
    }
}
