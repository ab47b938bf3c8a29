package dev.lintel.controller.http;

/// Stands before every handler under a prefix: signs in, limits, decorates. Runs on the request's virtual thread.
@FunctionalInterface
public interface Filter {
    /// Lets everything through.
    Filter NONE = (request, next) -> next.handle(request);

    /// Answers itself, or lets `next` answer (with the request, or one that carries more).
    Reply answer(Request request, Handler next);
}
