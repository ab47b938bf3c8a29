package dev.lintel.tools.bench;

/// A bench could not be run; the message is a sentence for the person who asked for it.
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchException(String sentence) {
        super(sentence);
    }

    BenchException(String sentence, Throwable cause) {
        super(sentence + ": " + cause.getMessage(), cause);
    }
}
