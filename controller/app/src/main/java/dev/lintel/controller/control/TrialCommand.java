package dev.lintel.controller.control;

import dev.lintel.controller.health.Health;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `trial`: what a box's test of itself asks after an update: `faults`, each as `name: sentence`, as `/health` has
/// them; `lasting`, the one of them that stays until the next start (null: none does); `readers`, in the same form, for
/// each reader that brings no card now; and `listens`, the address and port that its pages are served on (null while
/// they are not).
public final class TrialCommand implements Command {
    private final Health health;
    private final Supplier<Map<String, String>> silent;
    private final Supplier<@Nullable String> listens;

    /// `silent` is why a reader brings no card now, by the reader's name; `listens` is where the pages are served, as
    /// `ADDRESS PORT`, or null while they are not.
    public TrialCommand(Health health, Supplier<Map<String, String>> silent, Supplier<@Nullable String> listens) {
        this.health = health;
        this.silent = silent;
        this.listens = listens;
    }

    @Override
    public void run(Request request, Responses out) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("faults", health.report().reasons());
        answer.put("lasting", health.lasting());
        var readers = new ArrayList<String>();
        silent.get().forEach((name, why) -> readers.add(name + ": " + why));
        answer.put("readers", readers);
        answer.put("listens", listens.get());
        out.send(answer);
    }
}
