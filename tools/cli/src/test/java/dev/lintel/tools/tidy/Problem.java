package dev.lintel.tools.tidy;

/// A place that breaks a rule.
record Problem(String file, long line, String what) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + what;
    }
}
