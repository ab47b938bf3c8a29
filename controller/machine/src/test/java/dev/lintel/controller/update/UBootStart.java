package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// What the script `boot.cmd` of a Raspberry Pi's image does at a start, line by line; the script itself runs in
/// `PiBoardTest`.
final class UBootStart {
    private UBootStart() {}

    /// Slot a as an image has it.
    static void make(Path efi, String options) throws IOException {
        Files.writeString(efi.resolve("boot.scr"), "");
        Files.createDirectories(efi.resolve("lintel/a"));
        Files.writeString(efi.resolve("lintel/a/entry"), "title=Lintel 0.1 (a)\noptions=" + options + "\n");
        Files.writeString(efi.resolve("lintel/a/good"), "generation=1\n");
    }

    private record State(int generation, String tries) {}

    /// One start, as the script does it.
    ///
    /// @return the slot that starts
    static char start(Path efi) throws IOException {
        State a = state(efi.resolve("lintel/a"));
        State b = state(efi.resolve("lintel/b"));
        String order = b.generation > a.generation ? "ba" : "ab";
        if (a.tries.equals("0")) order = "ba";
        if (b.tries.equals("0")) order = "ab";
        for (int i = 0; i < order.length(); i++) {
            char slot = order.charAt(i);
            State state = slot == 'a' ? a : b;
            if (state.generation == 0) continue;
            Path folder = efi.resolve("lintel").resolve(String.valueOf(slot));
            if (!state.tries.equals("no") && !state.tries.equals("0")) {
                int left = Integer.parseInt(state.tries) - 1;
                Files.writeString(
                        folder.resolve("trial"), "generation=" + state.generation + "\ntries=" + left + "\n\0");
            }
            String options = variables(folder.resolve("entry")).get("options");
            if (options == null) continue;
            BoardFolder.requireRoot(slot, options);
            return slot;
        }
        throw new AssertionError("no slot starts");
    }

    private static State state(Path folder) throws IOException {
        boolean good = Files.exists(folder.resolve("good"));
        if (!good && !Files.exists(folder.resolve("trial"))) return new State(0, "no");
        Map<String, String> variables = variables(folder.resolve(good ? "good" : "trial"));
        int generation = Integer.parseInt(variables.getOrDefault("generation", "0"));
        return new State(generation, good ? "no" : variables.getOrDefault("tries", "0"));
    }

    private static Map<String, String> variables(Path file) throws IOException {
        Map<String, String> variables = new HashMap<>();
        if (!Files.exists(file)) return variables;
        for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n", -1)) {
            int at = line.indexOf('=');
            if (at > 0) variables.put(line.substring(0, at), line.substring(at + 1));
        }
        return variables;
    }
}
