package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTest {
    @TempDir
    Path folder;

    private SmallProject project;

    @BeforeEach
    void write() {
        project = new SmallProject(folder);
        project.source(
                "lower",
                "Base",
                "public class Base { public static final int LIMIT = 3; public int size() { return 1; } }");
        project.source(
                "lower", "Middle", "public class Middle extends Base { public String name() { return \"m\"; } }");
        project.source("lower", "Alone", "class Alone { int value = 1; }");
        project.source(
                "upper", "User", "class User { String use(Middle m) { return m.name().toString() + m.size(); } }");
        project.source("upper", "Copier", "class Copier { int limit() { return Middle.LIMIT; } }");
        project.source("upper", "Bystander", "class Bystander { int value = 2; }");
        project.compile();
    }

    @Test
    void unchangedSourcesAreNotCompiled() {
        assertThat(project.compile()).isEmpty();
    }

    @Test
    void changedCommentCompilesOneSource() {
        project.source("lower", "Base", """
                // a comment
                public class Base { public static final int LIMIT = 3; public int size() { return 1; } }""");
        assertThat(project.compile()).containsExactly("lower/Base");
    }

    @Test
    void changedBodyCompilesOneSource() {
        project.source(
                "lower", "Middle", "public class Middle extends Base { public String name() { return \"n\"; } }");
        assertThat(project.compile()).containsExactly("lower/Middle");
    }

    @Test
    void changedSignatureCompilesDependentsInOtherModules() {
        project.source(
                "lower", "Middle", "public class Middle extends Base { public CharSequence name() { return \"m\"; } }");
        assertThat(project.compile())
                .contains("lower/Middle", "upper/User")
                .doesNotContain("upper/Bystander", "lower/Alone");
    }

    @Test
    void inheritedMemberCountsAsTheClassesOwn() {
        project.source(
                "lower",
                "Base",
                "public class Base { public static final int LIMIT = 3; public long size() { return 1; } }");
        assertThat(project.compile())
                .contains("lower/Base", "lower/Middle", "upper/User")
                .doesNotContain("upper/Bystander");
    }

    @Test
    void changedConstantCompilesSourcesThatCopiedIt() {
        project.source(
                "lower",
                "Base",
                "public class Base { public static final int LIMIT = 4; public int size() { return 1; } }");
        assertThat(project.compile()).contains("upper/Copier").doesNotContain("upper/Bystander");
    }

    @Test
    void signatureThatNoLongerFitsIsAnErrorInTheDependent() {
        project.source(
                "lower", "Middle", "public class Middle extends Base { public String name(int n) { return \"m\"; } }");
        assertThatThrownBy(project::compile)
                .isInstanceOf(LoopException.class)
                .hasMessageContaining("User.java")
                .hasMessageContaining("name");
        assertThatThrownBy(project::compile).as("it is not forgotten").isInstanceOf(LoopException.class);
        project.source("upper", "User", "class User { String use(Middle m) { return m.name(1); } }");
        assertThat(project.compile()).contains("upper/User");
        assertThat(project.compile()).isEmpty();
    }

    @Test
    void deletedSourceTakesItsClassesAwayAndFailsItsDependents() {
        project.delete("lower", "Alone");
        assertThat(project.compile()).isEmpty();
        assertThat(folder.resolve("lower/target/classes/dev/lintel/sample/Alone.class"))
                .doesNotExist();
        project.delete("lower", "Middle");
        assertThatThrownBy(project::compile).isInstanceOf(LoopException.class).hasMessageContaining("Middle");
    }

    @Test
    void nestedClassThatIsGoneLeavesNoClassFile() {
        project.source("lower", "Alone", "class Alone { class Inner {} }");
        assertThat(project.compile()).contains("lower/Alone", "lower/Alone$Inner");
        project.source("lower", "Alone", "class Alone {}");
        project.compile();
        assertThat(folder.resolve("lower/target/classes/dev/lintel/sample/Alone$Inner.class"))
                .doesNotExist();
    }

    @Test
    void newPermittedTypeCompilesTheSwitchesOverItsParent() {
        project.source("lower", "Shape", "public sealed interface Shape { record Dot() implements Shape {} }");
        project.source(
                "upper",
                "Painter",
                "class Painter { int paint(Shape s) { return switch (s) { case Shape.Dot _ -> 1; }; } }");
        project.compile();
        project.source("lower", "Shape", """
                public sealed interface Shape {
                    record Dot() implements Shape {}
                    record Line() implements Shape {}
                }""");
        assertThatThrownBy(project::compile).isInstanceOf(LoopException.class).hasMessageContaining("Painter.java");
    }

    @Test
    void newClassCompilesSourcesThatUseItsName() {
        project.source("upper", "Text", "class Text { Object o = new StringBuilder(); }");
        project.compile();
        project.source("upper", "StringBuilder", "class StringBuilder {}");
        assertThat(project.compile())
                .contains("upper/StringBuilder", "upper/Text")
                .doesNotContain("upper/Bystander");
    }

    @Test
    void missingClassFileIsCompiledAgain() throws Exception {
        Files.delete(folder.resolve("upper/target/classes/dev/lintel/sample/User.class"));
        assertThat(project.compile()).containsExactly("upper/User");
    }

    @Test
    void classFileOfAnotherBuildIsReplaced() throws Exception {
        Path file = folder.resolve("upper/target/classes/dev/lintel/sample/User.class");
        Files.write(file, new byte[] {1, 2, 3});
        assertThat(project.compile()).containsExactly("upper/User");
        assertThat(Files.size(file)).isGreaterThan(3);
    }

    @Test
    void damagedMemoryMeansThatEverythingIsCompiled() throws Exception {
        Path state = folder.resolve("upper/target/loop/main.state");
        Files.writeString(state, Files.readString(state).substring(0, 40));
        assertThat(project.compile()).contains("upper/User", "upper/Copier", "upper/Bystander");
    }

    @Test
    void resourcesFollowTheirFolder() throws Exception {
        Path copy = folder.resolve("lower/target/classes/words.txt");
        project.write("lower/src/main/resources/words.txt", "one");
        project.compile();
        assertThat(copy).hasContent("one");
        project.write("lower/src/main/resources/words.txt", "two");
        project.compile();
        assertThat(copy).hasContent("two");
        Files.delete(folder.resolve("lower/src/main/resources/words.txt"));
        project.compile();
        assertThat(copy).doesNotExist();
    }

    @Test
    void deletedClassIsAnErrorWhereOnlyAnImportNamesIt() {
        project.source("lower", "Limits", "public class Limits {}");
        project.source("upper", "Counter", "import dev.lintel.sample.Limits; /** {@link Limits} */ class Counter {}");
        project.compile();
        project.delete("lower", "Limits");
        assertThatThrownBy(project::compile).isInstanceOf(LoopException.class).hasMessageContaining("Counter.java");
    }

    @Test
    void constantMadeOfAConstantReachesASourceThatWasEditedToo() throws Exception {
        project.source("lower", "Next", "class Next { static final int VALUE = Base.LIMIT + 1; }");
        project.source("lower", "Reader", "class Reader { int value() { return Next.VALUE; } }");
        project.compile();
        project.source(
                "lower",
                "Base",
                "public class Base { public static final int LIMIT = 40; public int size() { return 1; } }");
        project.source("lower", "Reader", "class Reader { int value() { return Next.VALUE + 0; } }");
        project.compile();
        assertThat(Files.readAllBytes(project.classFile("lower", "Reader")))
                .as("bipush 41")
                .containsSequence((byte) 0x10, (byte) 41);
    }

    @Test
    void sourceBesideOneWithAnErrorLeavesNoClass() {
        project.source("upper", "Added", "class Added {}");
        project.source("upper", "Wrong", "class Wrong { int x = \"\"; }");
        assertThatThrownBy(project::compile).isInstanceOf(LoopException.class);
        assertThat(project.classFile("upper", "Added")).doesNotExist();
        project.delete("upper", "Wrong");
        assertThat(project.compile()).contains("upper/Added");
    }

    @Test
    void classesOfALostStateAreDeleted() throws Exception {
        Path stray = project.classFile("upper", "Stray");
        Files.copy(project.classFile("upper", "User"), stray);
        project.forget("upper");
        project.compile();
        assertThat(stray).doesNotExist();
        assertThat(project.classFile("upper", "User")).exists();
    }
}
