package dev.lintel.tools.pack;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// A package of Debian whose files are in an image, as dpkg knows it.
///
/// @param source its source package, by which Debian's security tracker names vulnerabilities
/// @param sourceVersion of that; often, but not always, the package's own
public record DebianPackage(String name, String version, String architecture, String source, String sourceVersion) {
    /// For `dpkg-deb --show` and `dpkg-query --show`: a line that [#read] reads.
    public static final String FORMAT = "${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\\n";

    private static final String INSTALLED = "installed ";
    private static final int FIELDS = 5;
    /// What a purl has as it is: RFC 3986's unreserved characters, and the colon of a version's epoch.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._~:-]");

    /// All that are installed by dpkg's database in `folder`, which has the file `status`, in its order.
    public static List<DebianPackage> installed(Path folder) {
        return Programs.run(
                        "dpkg-query", "--admindir=" + folder, "--show", "--showformat=${db:Status-Status} " + FORMAT)
                .lines()
                .filter(line -> line.startsWith(INSTALLED)) // not those of which only the configuration is left
                .map(line -> read(line.substring(INSTALLED.length())))
                .toList();
    }

    /// From a line of [#FORMAT]. Throws [PackException] for any other.
    public static DebianPackage read(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) throw new PackException("dpkg does not describe a package like this: " + line);
        return new DebianPackage(fields[0], fields[1], fields[2], fields[3], fields[4]);
    }

    /// The package URL, by which scanners compare it with lists of vulnerabilities.
    ///
    /// @param suite such as `trixie`
    String purl(String suite) {
        String origin = source.equals(name) && sourceVersion.equals(version) ? "" : "&upstream=" + upstream();
        return "pkg:deb/debian/" + encoded(name) + "@" + encoded(version) + "?arch=" + architecture + "&distro=" + suite
                + origin;
    }

    private String upstream() {
        return encoded(source) + (sourceVersion.equals(version) ? "" : "%40" + encoded(sourceVersion));
    }

    private static String encoded(String text) {
        var url = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            String character = String.valueOf((char) each);
            url.append(PLAIN.matcher(character).matches() ? character : "%%%02X".formatted(each));
        }
        return url.toString();
    }
}
