package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestRunTest {
    /// Fixtures that pay in a run of many classes alone, such as the start-up cache of boxes, ask for it.
    @Test
    void testProcessesKnowHowManyClassesTheRunHas() {
        assertThat(TestRun.jvmOptions(TestFolder.systems(), 673)).contains("-Dlintel.test.classes=673");
    }
}
