package dev.lintel.controller.people;

/// What whoever serves images needs: the files, and the worker to be told of new ones.
public record Images(ImageShelf shelf, ImageWorker worker) {}
