/// Tables of a hub and of the boxes that follow one, and the rows that travel between them.
///
/// ```
///   hub   PeopleOut, PublishedStore, RevisionQueries ──> rows of the wire ──> StageStore, PeopleIn, PolicyStore   box
///         BoxStore, BoxLogStore                      <── events           <── EventRows
///         ReportedRevocations                        <── revoked rights   <── PeopleKnown, HubKnown
/// ```
@NullMarked
package dev.lintel.controller.fleet;

import org.jspecify.annotations.NullMarked;
