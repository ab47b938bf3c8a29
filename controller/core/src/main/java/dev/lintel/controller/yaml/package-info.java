/// Reading YAML that people wrote by hand: every fault of a file is found and told with its line, key and a sentence,
/// all of them in one go. Hostile text is bounded in size, depth and what its aliases expand to, and never throws.
///
/// ```
///   file --Yaml.read--> text --Yaml.parse--> Section (root)
///                                              |  text(key), integer(key, …), section(key), sections(key) …
///                                              |     each gives a Field: or(fallback), orNull(), required(standIn)
///                                              |  a wrong value adds a fault and reads as absent: reading goes on
///                                              '- done(): keys nobody asked for are faults ("did you mean …")
///   Faults empty --> the value holds;   otherwise the value is thrown away and the faults are shown
/// ```
///
/// Shared by `config` (controller.yaml) and `policy` (site.yaml). One reading is confined to one thread.
@NullMarked
package dev.lintel.controller.yaml;

import org.jspecify.annotations.NullMarked;
