package dev.lintel.tools;

import dev.lintel.controller.system.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A box of an image: what its card was given for it and was refused, a reset too. Nobody stood there to
/// hear of it.
final class CardChecks {
    private static final String CHECK = "card";
    /// Root's script leaves it for screens, and for this: of this start of the machine.
    private static final String RESET = "run/issue.d/lintel-reset.issue";
    /// A sentence or two.
    private static final int BYTES_MAX = 2000;

    private CardChecks() {}

    /// Nothing where nothing was refused, and on a machine that no image made.
    ///
    /// @param root of the machine: `/`, but for tests
    /// @param follows whether the box follows somebody, asked where it matters: it came to that by hand
    static List<Finding> all(Path root, BooleanSupplier follows) {
        var findings = new ArrayList<Finding>();
        Refusal.all(root).stream()
                .filter(one -> !one.isJoin() || !follows.getAsBoolean())
                .map(CardChecks::finding)
                .forEach(findings::add);
        String reset = reset(root);
        if (!reset.isEmpty()) {
            findings.add(Finding.warn(
                    CHECK, Output.inLine(reset), "look at /efi/lintel as root, or at the card in another machine"));
        }
        return List.copyOf(findings);
    }

    private static String reset(Path root) {
        Path file = root.resolve(RESET);
        if (!Files.isRegularFile(file)) return "";
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8).strip();
        } catch (IOException e) { // the journal has it as well
            return "";
        }
    }

    /// Whether the box on that folder says that it follows somebody.
    static boolean follows(ControlClient client) {
        if (!client.runs()) return false;
        return Boolean.TRUE.equals(
                client.askOne(Map.of("command", "sync status")).get("follows"));
    }

    private static Finding finding(Refusal one) {
        String why = Output.inLine(one.why());
        if (one.isJoin()) {
            return Finding.warn(
                    CHECK,
                    "its join was refused: " + why,
                    "get a new code ('lintel hub code' at the hub) and join by hand: lintel join, or the page Hub");
        }
        return Finding.warn(
                CHECK,
                "its site was refused: " + why,
                "apply a right one by 'lintel site apply'; then sudo rm /var/lib/lintel-os/refused");
    }
}
