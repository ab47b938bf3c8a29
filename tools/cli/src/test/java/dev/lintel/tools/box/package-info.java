/// The whole box, as a stranger starts it: `lintel run` in a process of its own on a fresh data folder, spoken to over
/// its control socket and over HTTPS, killed, starved of disk, and fed with broken files. Tests only.
///
/// ```
///   test ---- starts, kills ----> java dev.lintel.tools.Main run --data D --https-port 0
///     |---- CommandRun ---- D/control.sock ------> present, sim, key, site
///     |---- BoxApi -------- HTTPS, D/tls/ca.crt -> /api/3, /health
///     '---- LogFile ------- D/lintel.db ---------> when the process is dead
/// ```
@NullMarked
package dev.lintel.tools.box;

import org.jspecify.annotations.NullMarked;
