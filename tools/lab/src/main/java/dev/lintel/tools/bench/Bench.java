package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import java.nio.file.Path;

/// Measures one thing and puts its figures in the report. Throws [BenchException] when it cannot.
@FunctionalInterface
interface Bench {
    void run(Setting setting, Report report);

    /// What a bench works with, and how much it is to do.
    record Setting(Benches.Surroundings around, Effort effort) {
        Path work() {
            return around.work();
        }

        Time time() {
            return around.time();
        }

        void say(String what) {
            around.progress().say(what);
        }
    }

    /// How much is done: enough to trust the figures, or just enough to see that the bench works.
    ///
    /// @param people in the decision's database
    /// @param decisions measured on each side
    /// @param cards presented at each reader
    /// @param events appended in groups; a two hundredth of it is appended one by one
    /// @param seconds how long load lasts
    record Effort(int people, int decisions, int cards, int events, int seconds) {
        static Effort full(int people) {
            return new Effort(people, 100_000, 100, 100_000, 10);
        }
    }
}
