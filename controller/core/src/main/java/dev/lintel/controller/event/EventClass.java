package dev.lintel.controller.event;

/// What an event is about: decides who may read it and which webhooks tell of it.
public enum EventClass {
    ACCESS,
    PERIMETER,
    STATUS,
    SYNC,
    SYSTEM
}
