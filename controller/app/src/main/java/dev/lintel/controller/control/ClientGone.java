package dev.lintel.controller.control;

/// The other end of a control connection went away or no longer reads: the command ends there.
public final class ClientGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClientGone(Throwable cause) {
        super("the client is gone", cause);
    }
}
