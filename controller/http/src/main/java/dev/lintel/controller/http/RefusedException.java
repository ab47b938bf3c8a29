package dev.lintel.controller.http;

/// A request cannot be read: thrown by [Request] and [Fields] for what is malformed, and becomes the reply it holds.
/// What a resource refuses by its own rules is a returned [Reply] instead.
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    public RefusedException(Reply reply) {
        super(reply.getClass().getSimpleName(), null, false, false); // no stack: this is an ordinary answer
        this.reply = reply;
    }

    public static RefusedException badRequest(String description) {
        return new RefusedException(new Reply.BadRequest(description));
    }

    public Reply reply() {
        return reply;
    }
}
