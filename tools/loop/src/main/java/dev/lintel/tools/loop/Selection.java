package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Which tests a command line asks for: `MODULE[#Class[.method]]`, where `*` stands for any letters. A folder with
/// modules in it, such as `controller`, stands for all of them.
///
/// @param name the module or the folder, as it was written
/// @param modules the module, or those in the folder
/// @param className a simple class name or a pattern; empty for all classes
/// @param method a method's name, or a pattern as for classes; empty for all of them
record Selection(String name, List<String> modules, String className, String method) {
    private static final String CLASS_ENDING = "Test.class";

    Selection {
        modules = List.copyOf(modules);
    }

    /// @throws LoopException when there is no such module, or the text has another form
    static Selection parse(String text, List<String> modules) {
        String name = text.replaceFirst("#.*", "");
        String rest = text.contains("#") ? text.substring(text.indexOf('#') + 1) : "";
        List<String> named = modules.contains(name)
                ? List.of(name)
                : modules.stream()
                        .filter(module -> module.startsWith(name + "/"))
                        .toList();
        if (named.isEmpty()) {
            throw new LoopException(
                    LoopException.USAGE,
                    "there is no module '" + name + "'; the modules are " + String.join(", ", modules));
        }
        if (text.contains("#") && !rest.matches("[\\w*]+(\\.[\\w*]+)?")) {
            throw new LoopException(
                    LoopException.USAGE,
                    "'" + text + "' is not MODULE#Class or MODULE#Class.method, such as controller#DoorTest");
        }
        int dot = rest.indexOf('.');
        return dot < 0
                ? new Selection(name, named, rest, "")
                : new Selection(name, named, rest.substring(0, dot), rest.substring(dot + 1));
    }

    static Selection all(String module) {
        return new Selection(module, List.of(module), "", "");
    }

    /// The classes that this selects in the modules' compiled tests.
    ///
    /// @param times milliseconds that classes took before, by full name
    /// @throws LoopException when a class was named and none is like it
    List<TestJob> jobs(Workspace workspace, Map<String, Long> times) {
        var jobs = new ArrayList<TestJob>();
        var near = new ArrayList<String>();
        for (String module : modules) {
            for (String type : testClasses(workspace.test(module).classes())) {
                var job = new TestJob(module, type, method, times.getOrDefault(type, 0L));
                if (selects(job)) jobs.add(job);
                else if (isNear(job.simpleName())) near.add(job.simpleName());
            }
        }
        if (jobs.isEmpty() && !className.isEmpty()) {
            String hint = near.isEmpty() ? "" : "; did you mean " + String.join(", ", near) + "?";
            throw new LoopException(
                    LoopException.USAGE, "module " + name + " has no test class '" + className + "'" + hint);
        }
        return jobs;
    }

    private boolean isNear(String type) {
        return type.toLowerCase(Locale.ROOT)
                .contains(className.toLowerCase(Locale.ROOT).replaceFirst("test$", ""));
    }

    /// Whether the job is one that this asked for.
    boolean selects(TestJob job) {
        if (!modules.contains(job.module()) || !job.method().equals(method)) return false;
        return className.isEmpty() || job.simpleName().matches(className.replace("*", ".*"));
    }

    /// As it is written on the command line.
    String text() {
        return name + (className.isEmpty() ? "" : "#" + className) + (method.isEmpty() ? "" : "." + method);
    }

    private static List<String> testClasses(Path folder) {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(folder::relativize)
                    .map(Path::toString)
                    .filter(name -> name.endsWith(CLASS_ENDING) && !name.contains("$"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
