/// The API's description as people read it: what stands in `openapi.yaml`, laid out for a page.
///
/// ```
///   openapi.yaml --ReferenceReader--> Reference: chapters > operations > parameters, body, answers
///                       |                                                   |
///                  References (follows $ref)                    SchemaRows: a schema as indented rows
/// ```
///
/// Pure but for reading the program's own file. Called by the page `/docs`, on its request's virtual thread. Start
/// reading at [ReferenceReader].
@NullMarked
package dev.lintel.controller.reference;

import org.jspecify.annotations.NullMarked;
