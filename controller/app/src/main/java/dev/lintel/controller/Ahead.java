package dev.lintel.controller;

import dev.lintel.controller.config.RunException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A part of the box that is made on a thread of its own while the main thread makes another: a start that uses
/// two cores has its doors sooner. Closing it waits for the part and closes it, whether anybody has asked for it
/// or not.
final class Ahead<T> implements AutoCloseable {
    private final FutureTask<T> made;

    private Ahead(FutureTask<T> made) {
        this.made = made;
    }

    static <T> Ahead<T> of(String name, Supplier<T> make) {
        var task = new FutureTask<T>(make::get);
        Thread.ofPlatform().name(name + "-ahead").daemon(true).start(task);
        return new Ahead<>(task);
    }

    /// Waits for the part. Throws what making it threw.
    T get() {
        Throwable fault;
        try {
            return made.get();
        } catch (ExecutionException e) {
            fault = e.getCause();
        } catch (InterruptedException e) { // nobody interrupts the starting thread but to end it
            Thread.currentThread().interrupt();
            throw new RunException("the start was interrupted", e, false);
        }
        if (fault instanceof RuntimeException ours) throw ours;
        if (fault instanceof Error grave) throw grave;
        throw new IllegalStateException(fault); // a Supplier throws nothing else
    }

    @Override
    public void close() {
        try {
            if (made.get() instanceof AutoCloseable part) part.close();
        } catch (ExecutionException e) {
            return; // it could not be made, which get() tells
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // AutoCloseable's declaration
            throw new IllegalStateException("what was made ahead did not close", e);
        }
    }
}
