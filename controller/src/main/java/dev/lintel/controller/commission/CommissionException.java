package dev.lintel.controller.commission;

import java.util.List;

/// What cannot be done while a box is put into service, in sentences for who asked. Nothing was changed.
public final class CommissionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> sentences;

    public CommissionException(String sentence) {
        this(List.of(sentence));
    }

    public CommissionException(List<String> sentences) {
        super(String.join("; ", sentences));
        this.sentences = List.copyOf(sentences);
    }

    CommissionException(String sentence, Throwable cause) {
        super(sentence, cause);
        this.sentences = List.of(sentence);
    }

    public List<String> sentences() {
        return sentences;
    }
}
