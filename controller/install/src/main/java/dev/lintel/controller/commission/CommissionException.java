package dev.lintel.controller.commission;

import java.util.List;

/// What cannot be done while a box is put into service, in sentences for who asked. Nothing was changed.
public final class CommissionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> sentences;
    private final boolean late;

    public CommissionException(String sentence) {
        this(List.of(sentence));
    }

    public CommissionException(List<String> sentences) {
        super(String.join("; ", sentences));
        this.sentences = List.copyOf(sentences);
        this.late = false;
    }

    CommissionException(String sentence, Throwable cause) {
        super(sentence, cause);
        this.sentences = List.of(sentence);
        this.late = false;
    }

    private CommissionException(String sentence, boolean late) {
        super(sentence);
        this.sentences = List.of(sentence);
        this.late = late;
    }

    /// Somebody else was first: what was to be changed says something else by now.
    static CommissionException late() {
        return new CommissionException(
                "it was changed by somebody else meanwhile: here is what stands now, look at it once more", true);
    }

    /// Whether somebody else was first.
    public boolean isLate() {
        return late;
    }

    public List<String> sentences() {
        return sentences;
    }
}
