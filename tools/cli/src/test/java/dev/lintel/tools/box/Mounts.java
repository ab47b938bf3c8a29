package dev.lintel.tools.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file system in memory that only one process sees and that goes with it. Needs root and Linux.
final class Mounts {
    private Mounts() {}

    /// Whether this machine lets us.
    static boolean possible() throws IOException {
        Path probe = Files.createTempDirectory("lintel-mount");
        try {
            return new ProcessBuilder(on(probe, "size=1m", List.of("true")))
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) { // no unshare here
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            Files.delete(probe);
        }
    }

    /// `command` with a file system mounted on `folder`; the process id is the command's.
    static List<String> on(Path folder, String options, List<String> command) {
        var mounted = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c"));
        mounted.add("mount -t tmpfs -o " + options + " lintel-test \"$0\" && exec \"$@\"");
        mounted.add(folder.toString());
        mounted.addAll(command);
        return mounted;
    }

    /// `command` with `hosts` in place of `/etc/hosts`; the process id is the command's.
    static List<String> withHosts(Path hosts, List<String> command) {
        var mounted = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c"));
        mounted.add("mount --bind \"$0\" /etc/hosts && exec \"$@\"");
        mounted.add(hosts.toString());
        mounted.addAll(command);
        return mounted;
    }
}
