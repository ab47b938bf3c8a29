/// What a door does, row by row: each row is a short story that a whole box lives through on virtual time, with SQLite,
/// the configuration files, decisions, doors and the event log as in a real one. docs/door-behaviour.md is the list of
/// what was seen, and [PageTest] compares the two.
///
/// To add a row: write it in the class of its subject (`Reading`, `Leaf`, ...), run
/// `./lintel test controller#PageTest`, and copy the page that it names.
@NullMarked
package dev.lintel.controller.behaviour;

import org.jspecify.annotations.NullMarked;
