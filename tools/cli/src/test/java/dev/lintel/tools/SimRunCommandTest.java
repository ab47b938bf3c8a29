package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimRunCommandTest {
    @Test
    void theSameSeedDoesTheSameFromTheCommandLine() {
        CommandRun first = CommandRun.of("sim", "run", "--seed", "42", "--hours", "30", "--show");
        CommandRun again = CommandRun.of("sim", "run", "--seed", "42", "--hours", "30", "--show");
        assertThat(first.exit()).as(first.out() + first.err()).isZero();
        assertThat(first.out()).contains("seed 42: ").endsWith("no violation\n");
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(first.out().lines().count()).as("each step").isGreaterThan(100);
        CommandRun json = CommandRun.of("sim", "run", "--seed", "42", "--hours", "30", "--json");
        assertThat(json.json()).containsEntry("seed", 42L).containsEntry("violation", null);
    }

    @Test
    void hoursThatAreNoneAreRefused() {
        for (String hours : new String[] {"0", "-1", "1e12", "many"}) {
            CommandRun run = CommandRun.of("sim", "run", "--hours", hours);
            assertThat(run.exit()).as(hours).isEqualTo(2);
            assertThat(run.err()).contains("--hours");
        }
    }
}
