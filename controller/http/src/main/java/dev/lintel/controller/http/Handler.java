package dev.lintel.controller.http;

/// Answers a request, on the request's own virtual thread; may block.
@FunctionalInterface
public interface Handler {
    Reply handle(Request request);
}
