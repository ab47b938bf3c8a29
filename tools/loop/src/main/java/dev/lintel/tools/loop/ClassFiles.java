package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/// The compiler's files; remembers which source each class was written for.
final class ClassFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, Path> written = new TreeMap<>();

    ClassFiles(StandardJavaFileManager files) {
        super(files);
    }

    void locations(List<Path> classpath, Path output) throws IOException {
        fileManager.setLocationFromPaths(StandardLocation.CLASS_PATH, classpath);
        fileManager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
    }

    Iterable<? extends JavaFileObject> of(Collection<Path> sources) {
        return fileManager.getJavaFileObjectsFromPaths(sources);
    }

    /// Sources by the names of their classes, such as `dev/lintel/tools/Main$Run`.
    Map<String, Path> written() {
        return written;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            JavaFileManager.Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling)
            throws IOException {
        if (kind == JavaFileObject.Kind.CLASS) {
            Path source = fileManager.asPath(Objects.requireNonNull(sibling, className));
            written.put(className.replace('.', '/'), source);
        }
        return super.getJavaFileForOutput(location, className, kind, sibling);
    }
}
