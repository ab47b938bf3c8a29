package dev.lintel.controller.event;

/// The two published lists of event codes. An API key or application sees one of them.
public enum Listing {
    A,
    B
}
