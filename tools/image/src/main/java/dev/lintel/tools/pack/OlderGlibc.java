package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rewrites programs and libraries that were built with a newer C library so that they run with glibc 2.36, which
/// Debian 12 has. Used by [RuntimeImage]: Debian 13's JDK asks for glibc 2.38, but only for functions that glibc has
/// had under another name or version since its beginning.
///
/// ```
///   __isoc23_strtol, __isoc23_sscanf ... @GLIBC_2.38  -->  strtol, sscanf ... @GLIBC_2.2.5 (arm64: 2.17)
///   fmod, fmodf                          @GLIBC_2.38  -->  the same name      @GLIBC_2.2.5 (arm64: 2.17)
/// ```
///
/// The older functions differ in this: `strtol` does not read binary numbers (`0b1`), `sscanf` takes `%as` for a string
/// to allocate, `fmod` sets errno in a wrapper. The JDK's native code uses none of it.
///
/// Nothing moves in the file: a symbol's name becomes the rest of its name in the string table, its version and the
/// version that the file asks for become one that the file asks for anyway. Any other function that is newer than 2.36
/// is an error, not a guess, and so is a newer libstdc++ or libgcc.
final class OlderGlibc {
    /// Of Debian 12.
    static final int MINOR_MAX = 36;

    private static final String C23 = "__isoc23_";
    private static final Set<String> C23_FUNCTIONS = Set.of(
            "strtol",
            "strtoll",
            "strtoul",
            "strtoull",
            "strtoimax",
            "strtoumax",
            "scanf",
            "fscanf",
            "sscanf",
            "vscanf",
            "vfscanf",
            "vsscanf");
    private static final Set<String> SAME_NAME = Set.of("fmod", "fmodf");
    /// The version of what glibc had at its beginning, by the ELF header's machine.
    private static final Map<Integer, String> FIRST = Map.of(62, "GLIBC_2.2.5", 183, "GLIBC_2.17");

    private static final String VERSION = "GLIBC_2.";
    /// The last versions in Debian 12's libstdc++6 and libgcc-s1 (GCC 12.2), by what their names begin with.
    private static final Map<String, Integer> COMPILER_MAX = Map.of("GLIBCXX_3.4.", 30, "CXXABI_1.3.", 13, "GCC_", 12);

    private static final int SYMBOLS = 11;
    private static final int SYMBOL_BYTES = 24;
    private static final int VERSIONS = 0x6fffffff;
    private static final int NEEDS = 0x6ffffffe;
    /// The highest bit of a symbol's version only hides it.
    private static final int VERSION_MASK = 0x7fff;

    /// A version of a library that the file asks for.
    ///
    /// @param at its offset in the file, in bytes
    /// @param index by which symbols refer to it
    private record Need(int at, int index, String library, String version) {
        boolean isTooNew() {
            if (!version.startsWith(VERSION)) return false;
            return number(version, VERSION) > MINOR_MAX;
        }
    }

    /// Whether this version of a library of the compiler is newer than Debian 12's. No older function can take the
    /// place of one of these.
    static boolean isTooNewForCompiler(String version) {
        return COMPILER_MAX.entrySet().stream()
                .anyMatch(
                        last -> version.startsWith(last.getKey()) && number(version, last.getKey()) > last.getValue());
    }

    private static int number(String version, String before) {
        return Integer.parseInt(version.substring(before.length()).split("[.]", 2)[0]);
    }

    private record Section(int type, int offset, int size, int link, int info) {}

    private final String name;
    private final ByteBuffer elf;
    private final List<Section> sections = new ArrayList<>();
    private final List<Need> needs = new ArrayList<>();

    private OlderGlibc(String name, byte[] bytes) {
        this.name = name;
        this.elf = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int table = Math.toIntExact(elf.getLong(0x28));
        int bytesEach = elf.getShort(0x3A);
        for (int i = 0; i < elf.getShort(0x3C); i++) {
            int at = table + i * bytesEach;
            sections.add(new Section(
                    elf.getInt(at + 4),
                    Math.toIntExact(elf.getLong(at + 0x18)),
                    Math.toIntExact(elf.getLong(at + 0x20)),
                    elf.getInt(at + 0x28),
                    elf.getInt(at + 0x2C)));
        }
    }

    /// Rewrites each file of `tree` that needs it. Throws [PackException] for a function that glibc 2.36 does not have.
    static void fit(Path tree) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(tree)) {
            files = walk.filter(Trees::isFile).toList();
        }
        for (Path file : files) {
            if (!Libraries.isElf(file)) continue;
            byte[] bytes = Files.readAllBytes(file);
            if (fit(file.getFileName().toString(), bytes)) Files.write(file, bytes);
        }
    }

    /// Rewrites one file in its bytes. Returns whether it was necessary.
    static boolean fit(String name, byte[] bytes) {
        try {
            return new OlderGlibc(name, bytes).fit();
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new PackException(name + " is not a complete ELF file", e);
        }
    }

    private boolean fit() {
        Section asked = section(NEEDS);
        Section symbols = section(SYMBOLS);
        Section versions = section(VERSIONS);
        if (asked == null || symbols == null || versions == null) return false;
        readNeeds(asked);
        for (Need need : needs) {
            if (!isTooNewForCompiler(need.version())) continue;
            throw new PackException(
                    name + " needs " + need.library() + " with " + need.version() + ", which Debian 12 does not have");
        }
        List<Need> tooNew = needs.stream().filter(Need::isTooNew).toList();
        if (tooNew.isEmpty()) return false;
        int strings = sections.get(symbols.link()).offset();
        for (int i = 0; i < symbols.size() / SYMBOL_BYTES; i++) {
            int version = versions.offset() + 2 * i;
            int index = elf.getShort(version) & VERSION_MASK;
            for (Need need : tooNew) {
                if (need.index() == index) replace(symbols.offset() + i * SYMBOL_BYTES, version, need, strings);
            }
        }
        for (Need need : tooNew) { // no symbol refers to it any more, and the loader must not look for it
            Need first = first(need);
            elf.putInt(need.at(), elf.getInt(first.at()));
            elf.putInt(need.at() + 8, elf.getInt(first.at() + 8));
        }
        return true;
    }

    private void replace(int symbol, int version, Need need, int strings) {
        int at = elf.getInt(symbol);
        String function = string(strings + at);
        if (function.startsWith(C23) && C23_FUNCTIONS.contains(function.substring(C23.length()))) {
            elf.putInt(symbol, at + C23.length());
        } else if (!SAME_NAME.contains(function)) {
            throw new PackException(
                    name + " needs " + function + " of " + need.version() + ", which Debian 12 (glibc 2." + MINOR_MAX
                            + ") does not have, and no older function is known for it");
        }
        elf.putShort(version, (short) first(need).index());
    }

    /// The oldest version of the same library, which each file asks for that uses the library at all.
    private Need first(Need need) {
        String oldest = FIRST.get((int) elf.getShort(0x12));
        return needs.stream()
                .filter(one ->
                        one.library().equals(need.library()) && one.version().equals(oldest))
                .findFirst()
                .orElseThrow(() -> new PackException(
                        name + " needs " + need.library() + " of " + need.version() + " and not of " + oldest));
    }

    private void readNeeds(Section asked) {
        int strings = sections.get(asked.link()).offset();
        int library = asked.offset();
        for (int i = 0; i < asked.info(); i++) {
            String file = string(strings + elf.getInt(library + 4));
            int at = library + elf.getInt(library + 8);
            for (int j = 0; j < elf.getShort(library + 2); j++) {
                needs.add(new Need(at, elf.getShort(at + 6), file, string(strings + elf.getInt(at + 8))));
                at += elf.getInt(at + 12);
            }
            library += elf.getInt(library + 12);
        }
    }

    private @Nullable Section section(int type) {
        return sections.stream().filter(one -> one.type() == type).findFirst().orElse(null);
    }

    private String string(int at) {
        int end = at;
        while (elf.get(end) != 0) end++;
        return new String(elf.array(), at, end - at, StandardCharsets.UTF_8);
    }
}
