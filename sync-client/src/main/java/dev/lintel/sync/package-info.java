/// The box's half of following an upstream, as a library that knows the wire and nothing of doors or databases.
///
/// ```
///   hub or cloud  <--- TLS --->  this library  <--- an interface it declares --->  the controller's store
/// ```
///
/// Nothing lives here in this version: every box is standalone, its own database is the truth. The module stands so
/// that the walls around it are held from the start: it depends on nothing of ours. Callers and threads come with it.
@NullMarked
package dev.lintel.sync;

import org.jspecify.annotations.NullMarked;
