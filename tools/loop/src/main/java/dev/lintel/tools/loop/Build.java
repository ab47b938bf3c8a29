package dev.lintel.tools.loop;

import dev.lintel.tools.loop.CompileState.Visible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Compiles source sets in the order of their dependencies, independent ones at the same time.
final class Build {
    private final Workspace workspace;
    private final Output output;
    private final Map<SourceSet, CompletableFuture<Compiler.Outcome>> outcomes = new LinkedHashMap<>();

    Build(Workspace workspace, Output output) {
        this.workspace = workspace;
        this.output = output;
    }

    /// Compiles these sets and what they need.
    ///
    /// @return the states of all sets that were looked at
    /// @throws LoopException when a source does not compile; the message has the compiler's errors
    Map<SourceSet, CompileState> compile(List<SourceSet> wanted) {
        var states = new LinkedHashMap<SourceSet, CompileState>();
        var errors = new ArrayList<String>();
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
        try (ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("compiler-", 1).factory())) {
            for (SourceSet set : wanted) {
                CompletableFuture<Compiler.Outcome> _ = start(set, pool);
            }
            outcomes.forEach((set, outcome) -> {
                Compiler.Outcome ended = outcome.join();
                states.put(set, ended.state());
                if (!ended.errors().isEmpty()) errors.add(ended.errors().strip());
            });
        }
        if (!errors.isEmpty()) throw new LoopException(String.join("\n", errors));
        return states;
    }

    private CompletableFuture<Compiler.Outcome> start(SourceSet set, ExecutorService pool) {
        CompletableFuture<Compiler.Outcome> started = outcomes.get(set);
        if (started != null) return started;
        var needed = workspace.dependencies(set).stream()
                .map(dependency -> start(dependency, pool))
                .toList();
        var made = CompletableFuture.allOf(needed.toArray(CompletableFuture[]::new))
                .thenApplyAsync(_ -> compile(set, needed), pool);
        outcomes.put(set, made);
        return made;
    }

    private Compiler.Outcome compile(SourceSet set, List<CompletableFuture<Compiler.Outcome>> needed) {
        var upstream = new HashMap<String, Visible>();
        for (var dependency : needed) {
            Compiler.Outcome outcome = dependency.join();
            // The cause has been reported; what depends on it is left for the next run.
            if (!outcome.errors().isEmpty()) return new Compiler.Outcome(new CompileState(), 0, "");
            upstream.putAll(outcome.state().visible());
        }
        long startNs = System.nanoTime();
        Compiler.Outcome outcome = Compiler.compile(set, upstream);
        if (outcome.compiled() > 0) {
            output.step("compiled " + outcome.compiled() + " sources of " + set + " in "
                    + Output.seconds(System.nanoTime() - startNs));
        }
        return outcome;
    }
}
