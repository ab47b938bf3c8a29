/// What the box knows of the machine that it runs on: its clock, its board, its process.
///
/// ```
///   kernel, systemd, a hub ──> BoxClock ──> events, /health, and whether the time is to be believed
///   /sys                   ──> BoardFacts ──> BoxMakeup: shown with channels
///   /proc                  ──> ProcessFacts ──> metrics
/// ```
@NullMarked
package dev.lintel.controller.board;

import org.jspecify.annotations.NullMarked;
