package dev.lintel.controller.yaml;

/// A file is written in a way in which only a person can change it. The message is a sentence with file and line.
public final class YamlEditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    YamlEditException(String file, int line, String sentence) {
        super(file + ":" + line + ": " + sentence + "; change it by hand");
    }
}
