package dev.lintel.tools.loop;

/// One test class to run.
///
/// @param module the module that it belongs to
/// @param className the class's full name
/// @param method only the tests of this method; empty for all of them
/// @param expectedMs how long it took last time; 0 when that is unknown
record TestJob(String module, String className, String method, long expectedMs) {
    String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
