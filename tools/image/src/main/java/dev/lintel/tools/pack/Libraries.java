package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a folder's programs and libraries need of the system, as Debian's packages of it.
final class Libraries {
    private static final Pattern NEEDED = Pattern.compile("\\(NEEDED\\)\\s+Shared library: \\[([^]]+)]");
    private static final Pattern GLIBC = Pattern.compile("Name: GLIBC_2\\.(\\d+)");
    /// Relative relocations in a packed form: the loader reads them from glibc 2.36 on.
    private static final String PACKED_RELOCATIONS = "Name: GLIBC_ABI_DT_RELR";

    private static final int PACKED_RELOCATIONS_MINOR = 36;

    /// Which of Debian's packages has a library, in Debian 12 and 13. One that is not named here is a finding, not a
    /// guess.
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("libz.so.1", "zlib1g"),
            Map.entry("liblcms2.so.2", "liblcms2-2"),
            Map.entry("libjpeg.so.62", "libjpeg62-turbo"),
            Map.entry("libfreetype.so.6", "libfreetype6"),
            Map.entry("libharfbuzz.so.0", "libharfbuzz0b"),
            Map.entry("libpng16.so.16", "libpng16-16t64 | libpng16-16"),
            Map.entry("libgif.so.7", "libgif7"),
            Map.entry("libstdc++.so.6", "libstdc++6"),
            Map.entry("libgcc_s.so.1", "libgcc-s1"));

    /// The C library's own parts.
    private static final List<String> LIBC = List.of("libc.", "libm.", "libdl.", "libpthread.", "librt.", "ld-linux");

    private final Set<String> needed = new TreeSet<>();
    private final Set<String> own = new HashSet<>();
    private int glibcMinor;

    private Libraries() {}

    /// Looks at everything in `tree` that is a program or a library.
    static Libraries of(Path tree) throws IOException {
        var libraries = new Libraries();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(tree)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            if (!isElf(file)) continue;
            libraries.own.add(file.getFileName().toString());
            libraries.read(Programs.run("readelf", "--wide", "--dynamic", "--version-info", file.toString()));
        }
        return libraries;
    }

    /// Takes what readelf says of one file.
    void read(String said) {
        Matcher library = NEEDED.matcher(said);
        while (library.find()) needed.add(library.group(1));
        Matcher glibc = GLIBC.matcher(said);
        while (glibc.find()) glibcMinor = Math.max(glibcMinor, Integer.parseInt(glibc.group(1)));
        if (said.contains(PACKED_RELOCATIONS)) glibcMinor = Math.max(glibcMinor, PACKED_RELOCATIONS_MINOR);
    }

    static Libraries ofText(String... said) {
        var libraries = new Libraries();
        for (String text : said) libraries.read(text);
        return libraries;
    }

    static boolean isElf(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(4);
            return head.length == 4 && head[0] == 0x7F && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
        }
    }

    /// 36 where glibc 2.36 or newer is needed; 0 where none is.
    int glibcMinor() {
        return glibcMinor;
    }

    /// As a `Depends:` lists them. Throws [PackException] for a library that no package is known for.
    List<String> packages() {
        var packages = new TreeSet<String>();
        if (glibcMinor > 0) packages.add("libc6 (>= 2." + glibcMinor + ")");
        for (String library : needed) {
            if (own.contains(library) || LIBC.stream().anyMatch(library::startsWith)) continue;
            String name = PACKAGES.get(library);
            if (name == null) throw new PackException("which of Debian's packages has " + library + " is not known");
            packages.add(name);
        }
        return List.copyOf(packages);
    }
}
