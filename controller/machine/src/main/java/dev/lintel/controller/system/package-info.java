/// What is done to the system around the box from its pages: updates, restart, network, clock. The box's
/// process may do none of it; it writes one request into its data folder, and root takes it from there.
///
/// ```
///   the box, user lintel                                     root, lintel-system.service
///
///   SystemDesk.ask ──> DATA/system/request.json ──renameat──> Intake: whose? how long? which keys? how old?
///   Spool          ──> DATA/system/bundle       ──renameat──> Works ──> Installer, NetworkTrial, TimeServers
///                                                               │
///   SystemDesk.state, answer  <── /run/lintel-system/*.json <───┘        root's own folder, for all to read
/// ```
///
/// What comes from the box counts as hostile: whoever takes over its process gets no further by this than
/// to what the pages offer. Neither side writes into the other's folder, no value of a request is part of
/// a command line but a number, and a bundle is checked by root against root's keys while it is written.
/// Root's side runs in a process of its own for each request, on one thread. Start reading at
/// [dev.lintel.controller.system.Works].
@NullMarked
package dev.lintel.controller.system;

import org.jspecify.annotations.NullMarked;
