package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the static checks look at.
class ChecksTest {
    @TempDir
    Path folder;

    private SmallProject project;
    private SourceSet lower;

    @BeforeEach
    void write() {
        project = new SmallProject(folder);
        project.source("lower", "Sound", "\n/// It is sound.\nclass Sound {}\n");
        project.source("upper", "Also", "\n/// It is sound, too.\nclass Also {}\n");
        project.compile();
        lower = new Workspace(folder).main("lower");
    }

    private ChecksProcess.Found check() {
        return ChecksProcess.check(folder, List.of(lower));
    }

    private void add(String type, String body) {
        project.source("lower", type, "\n/// It is not sound.\nclass " + type + " {\n" + body + "}\n");
        project.compile();
    }

    @Test
    void otherCheckersLookAtEverything() {
        assertThat(check().passed()).isTrue();
        add("Wrong", "    boolean is(Object one) {\n        return one.equals(one);\n    }\n");
        CompileState state = CompileState.read(lower.stateFile());
        state.unchecked.clear();
        state.write(lower.stateFile());
        assertThat(check().passed()).as("the same checkers have seen it").isTrue();
        state.checker = "an older one";
        state.write(lower.stateFile());
        assertThat(check().text()).contains("Wrong.java");
    }
}
