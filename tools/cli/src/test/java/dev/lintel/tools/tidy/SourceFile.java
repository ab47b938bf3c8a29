package dev.lintel.tools.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// One Java file, parsed but not compiled.
///
/// `path` is from the project's root, such as `tools/cli/src/main/java/dev/lintel/tools/Main.java`
final class SourceFile {
    private final String path;
    private final String text;
    private @Nullable Parsed parsed;

    SourceFile(String path, String text) {
        this.path = path;
        this.text = text;
    }

    String path() {
        return path;
    }

    String text() {
        return text;
    }

    /// A tree with the means to find its lines.
    record Parsed(CompilationUnitTree unit, SourcePositions positions) {
        long lineOf(com.sun.source.tree.Tree tree) {
            return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        }

        long lastLineOf(com.sun.source.tree.Tree tree) {
            return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
        }
    }

    boolean isMain() {
        return path.contains("/src/main/");
    }

    /// The package as its folder says: `dev.lintel.tools`.
    String packageName() {
        int java = path.indexOf("/java/");
        return path.substring(java + "/java/".length(), path.lastIndexOf('/')).replace('/', '.');
    }

    boolean isIn(String packageName) {
        return packageName().equals(packageName) || packageName().startsWith(packageName + ".");
    }

    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    Parsed parse() {
        if (parsed == null) parse(List.of(this));
        return Objects.requireNonNull(parsed);
    }

    /// Parses all of them with one compiler: a tree holds on to the whole of its own.
    static void parse(List<SourceFile> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var sources = files.stream().map(SourceFile::source).toList();
        var task = (JavacTask) compiler.getTask(null, null, _ -> {}, List.of("-proc:none"), null, sources);
        try {
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            int next = 0;
            for (CompilationUnitTree unit : task.parse()) files.get(next++).parsed = new Parsed(unit, positions);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the texts are in memory
        }
    }

    private JavaFileObject source() {
        return new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
