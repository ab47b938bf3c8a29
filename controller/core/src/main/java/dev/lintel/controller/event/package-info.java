/// Facts about what happened, written once. An event has a kind inside; the codes of the two published listings are
/// views of it.
///
/// ```
///   door lane, inputs, api --append(EventDraft)--> EventLog --one writer, group commit--> table event
///                                                     |
///                          readers by cursor <--------+-- head(): the newest id that is on disk
///   (live page, webhooks, sync, metrics)
/// ```
///
/// Appending never blocks and never fails: a door must not wait for a disk. Ids rise by one without gaps in the order
/// of appending; nothing is shown before it is on disk. Any thread may append; the store's writer thread commits.
/// Start reading at [EventKind].
@NullMarked
package dev.lintel.controller.event;

import org.jspecify.annotations.NullMarked;
