/// Texts that identify somebody or something: which of them are the same. Pure; any thread.
///
/// ```
///   "MÜLLER@Example.com " --TextKey.of--> "müller@example.com" <--TextKey.of-- "Müller@example.com"
/// ```
@NullMarked
package dev.lintel.controller.text;

import org.jspecify.annotations.NullMarked;
