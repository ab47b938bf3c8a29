package dev.lintel.sync.pull;

/// What was fetched is not what the hub has, several times over. The message is for people.
final class Disagreement extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Disagreement(String message) {
        super(message);
    }
}
