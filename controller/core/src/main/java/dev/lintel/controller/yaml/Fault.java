package dev.lintel.controller.yaml;

/// One thing wrong in a file, for the person who wrote it. Immutable.
///
/// @param file the file's name as the person gave it
/// @param line from 1; 0 when the fault is the whole file's
/// @param key path of the key, such as `channels[0].strike.line`; empty when the fault is no single key's
/// @param sentence what is wrong and what would be right
public record Fault(String file, int line, String key, String sentence) {
    /// As compilers print it: `controller.yaml:12: channels[0].strike.line: is missing`.
    @Override
    public String toString() {
        String where = line == 0 ? file : file + ":" + line;
        return key.isEmpty() ? where + ": " + sentence : where + ": " + key + ": " + sentence;
    }
}
