/// The decision a second time, in the simplest way, against the real one: SQL, `site.yaml`, snapshot, rules and all.
///
/// ```
///   RandomPolicy, RandomPeople --> World --SiteText, Rows--> site.yaml, a real database --> the rules --> an answer
///                                    '------------------------------> ReferenceDecision ------------> the same?
/// ```
///
/// [World] and [Case] are plain records of this package alone, and [ReferenceDecision] knows nothing else.
@NullMarked
package dev.lintel.controller.reference;

import org.jspecify.annotations.NullMarked;
