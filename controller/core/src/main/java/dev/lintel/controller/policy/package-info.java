/// Policy: who may go where and when. Shifts are judged here; `site.yaml` is checked, compared with the database and
/// applied here.
///
/// ```
///   site.yaml --SiteFile--> Site --SitePlan (what would change)--> apply: one transaction --> SQLite
///                            ^                                              |
///   site.yaml <--SiteExport--'---- read from SQLite <-----------------------+--> PolicySnapshot (shifts, doors)
///        ^
///        '-- BoxPolicy: what one box gets of it (at a hub)
/// ```
///
/// Values are immutable; planning and applying run on the caller's thread (the control socket's, the wiring's at
/// start), never on the door lane or the decision thread. Those read the snapshot.
@NullMarked
package dev.lintel.controller.policy;

import org.jspecify.annotations.NullMarked;
