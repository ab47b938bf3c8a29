package dev.lintel.tools;

import dev.lintel.controller.reset.LocalTerminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel reset`: this box forgets everything, once somebody at the box has said so with their hands.
@Command(
        name = "reset",
        description = {
            "Makes this box a new one: people, events, users, keys, certificates and settings are gone for good.",
            "It asks for the box's name, then waits two minutes for somebody at the box: hold the exit button of a"
                    + " door, or keep the housing open, for 10 seconds. Who has signed in at a screen or serial"
                    + " port of the machine itself types words instead; on a box of an image nobody can. Doors work"
                    + " meanwhile; Ctrl-C ends it.",
            "A box without these is reset by the file lintel/reset on the boot partition of its card, put there in"
                    + " another machine."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel backup north-gate.backup && lintel reset",
            "  lintel reset --keep-wiring      controller.yaml stays: exits work as soon as the new box begins",
            "  sudo lintel reset --all         also network, ssh keys and log of a box that an image made"
        })
final class ResetCommand implements Callable<Integer> {
    private static final Path ROOT = Path.of("/");
    /// Of an image: erases the box with what belongs to its system, at the next start.
    private static final Path SCRIPT = Path.of("/usr/lib/lintel-os/reset");

    private static final String WORDS = "erase everything";
    /// Longer than any name of a box, or the words.
    private static final int LINE_MAX = 200;

    @Option(names = "--keep-wiring", description = "Keep controller.yaml.")
    boolean keepWiring;

    @Option(
            names = "--all",
            description =
                    "Also what belongs to the system of a box that an image made: network, ssh keys, log. As root.")
    boolean all;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (all && !Files.isExecutable(SCRIPT)) {
            throw new CommandFailed("--all is for boxes that an image made: this machine has no " + SCRIPT);
        }
        if (all && !"root".equals(System.getProperty("user.name")))
            throw new CommandFailed("--all needs root: use sudo");
        var client = new ControlClient(data.folder);
        Map<String, @Nullable Object> plan = client.askOne(Map.of("command", "reset plan"));
        say(plan(plan));
        StandardInput.Lines lines = StandardInput.of(output.spec.commandLine(), LINE_MAX);
        say("Type the name of this box to go on:");
        String name = lines.next();
        if (name == null || name.isBlank()) throw new CommandFailed("nothing was changed");
        String terminal = LocalTerminal.of(ROOT, ProcessHandle.current().pid());
        var waiting = new Waiting(client, lines, terminal);
        Map<String, @Nullable Object> end = waiting.open(name.strip());
        if (end.get("acted") == null) throw new CommandFailed("nobody came to the box in time: nothing was changed");
        if (!all) {
            output.print(end, this::sentence);
            return 0;
        }
        script("mark"); // before whom it follows is told: a machine that cannot be marked stays theirs
        Map<String, @Nullable Object> done = new LinkedHashMap<>(end);
        done.put("untold", untold(client, waiting.window));
        output.print(done, this::sentence);
        script("ask");
        return 0;
    }

    private static @Nullable Object untold(ControlClient client, String window) {
        try {
            return client.askOne(Map.of("command", "reset leave", "window", window))
                    .get("untold");
        } catch (CommandFailed e) { // the machine is marked: it goes on
            return e.getMessage();
        }
    }

    /// To the error output, as questions are.
    private void say(String text) {
        var err = output.spec.commandLine().getErr();
        err.println(Output.harmless(text));
        err.flush();
    }

    private String plan(Map<String, @Nullable Object> plan) {
        var text = new StringBuilder("This box is ")
                .append(Output.inLine(plan.get("name")))
                .append(". Lost for good:\n");
        text.append("  ").append(plan.get("people")).append(" people with their cards, ");
        text.append(plan.get("roles"))
                .append(" roles, ")
                .append(plan.get("events"))
                .append(" events, ");
        text.append(plan.get("users")).append(" users who sign in\n");
        text.append("  keys of readers, certificates, pictures, applications, and all copies in the data folder\n");
        if (plan.get("follows") != null) {
            text.append("  its place at ")
                    .append(Output.inLine(plan.get("follows")))
                    .append(", which is told\n");
        }
        if (plan.get("followed_by") instanceof String boxes && !boxes.isEmpty()) {
            text.append("  what these boxes follow, and they have to join anew: ")
                    .append(Output.inLine(boxes))
                    .append('\n');
        }
        if (Boolean.TRUE.equals(plan.get("board"))
                && plan.get("foreign") instanceof List<?> foreign
                && !foreign.isEmpty()) {
            text.append("  also in the data folder: ")
                    .append(Output.inLine(foreign))
                    .append('\n');
        }
        if (keepWiring) {
            text.append("Kept: the program, and the wiring (controller.yaml).\n");
        } else {
            text.append("  the wiring: exits that depend on it do not work until it has one (or --keep-wiring)\n");
            text.append("Kept: the program.\n");
        }
        text.append("A reader with a key of its own keeps it, and nobody knows it then: set it back at the reader.\n");
        return text.append("'lintel backup FILE' first, and this box can be had again.")
                .toString();
    }

    private String sentence(Map<String, @Nullable Object> end) {
        String told = end.get("untold") == null
                ? ""
                : "\nWhom it followed could not be told (" + Output.inLine(end.get("untold"))
                        + "): revoke this box there.";
        String next = all
                ? "The machine restarts, and erases what it knew before anything is read."
                : "This box begins anew. Its log has a link that makes the first administrator.";
        return "Done by " + Output.inLine(end.get("acted")) + ". " + next + told;
    }

    private void script(String verb) {
        var command = keepWiring ? List.of(SCRIPT.toString(), verb, "keep-wiring") : List.of(SCRIPT.toString(), verb);
        try {
            Process script =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (script.waitFor() != 0) throw new CommandFailed("this box was not reset: " + said);
        } catch (IOException e) {
            throw new CommandFailed("this box was not reset: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("this box was not reset");
        }
    }

    /// The window, from this side.
    private final class Waiting {
        private final ControlClient client;
        private final StandardInput.Lines lines;
        private final @Nullable String terminal;
        private final AtomicBoolean over = new AtomicBoolean();
        private final TerminalProgress progress = new TerminalProgress(output.spec);
        private Map<String, @Nullable Object> last = Map.of();
        private String window = "";

        Waiting(ControlClient client, StandardInput.Lines lines, @Nullable String terminal) {
            this.client = client;
            this.lines = lines;
            this.terminal = terminal;
        }

        /// What came at the end.
        Map<String, @Nullable Object> open(String name) {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "reset open");
            request.put("name", name);
            request.put("keep_wiring", keepWiring);
            request.put("system", all);
            request.put("console", terminal != null);
            try {
                client.ask(request, this::on);
                return last;
            } finally {
                over.set(true);
                progress.clear();
            }
        }

        private void on(Map<String, @Nullable Object> answer) {
            last = answer;
            if (answer.get("window") instanceof String opened) {
                window = opened;
                begin(opened, answer.get("acts"));
            } else if (answer.get("left_s") instanceof Long left) {
                Object held = answer.get("held");
                progress.show(
                        held == null ? left + " s" : left + " s; held for " + answer.get("held_s") + " s: " + held);
            } else {
                over.set(true);
            }
        }

        private void begin(String opened, @Nullable Object acts) {
            if (acts instanceof List<?> all && !all.isEmpty()) {
                say("Now hold one of these for 10 seconds, within 2 minutes:");
                for (Object act : all) say("  " + Output.inLine(act));
            }
            if (terminal == null) return;
            say("This is the box's own " + terminal + ": type '" + WORDS + "' and Enter.");
            Thread.ofPlatform().daemon().name("typed").start(() -> typed(opened));
        }

        private void typed(String opened) {
            try {
                for (String line = lines.next(); line != null && !over.get(); line = lines.next()) {
                    if (!line.strip().equals(WORDS)) {
                        say("The words are: " + WORDS);
                        continue;
                    }
                    long pid = ProcessHandle.current().pid();
                    client.ask(Map.of("command", "reset typed", "window", opened, "pid", pid));
                    return;
                }
            } catch (CommandFailed e) { // it is over, or the box says why not
                if (!over.get()) say(String.valueOf(e.getMessage()));
            }
        }
    }
}
