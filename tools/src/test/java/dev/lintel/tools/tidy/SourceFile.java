package dev.lintel.tools.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// One Java file, parsed but not compiled.
///
/// `path` is from the project's root, such as `tools/src/main/java/dev/lintel/tools/Main.java`
final class SourceFile {
    private final String path;
    private final String text;
    /// One parse serves every rule, as long as there is memory: a tree holds on to its whole compiler.
    private SoftReference<Parsed> parsed = new SoftReference<>(null);

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
        Parsed before = parsed.get();
        if (before != null) return before;
        Parsed fresh = parseAnew();
        parsed = new SoftReference<>(fresh);
        return fresh;
    }

    private Parsed parseAnew() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        var task = (JavacTask) compiler.getTask(null, null, _ -> {}, List.of("-proc:none"), null, List.of(source));
        try {
            return new Parsed(
                    task.parse().iterator().next(), Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the text is in memory
        }
    }
}
