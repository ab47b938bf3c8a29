/// Which address of a server is connected to, where its name has several.
///
/// ```
///   client ──► ReachableAddresses.look(name, port)   tries the addresses, families in turn; keeps the one that answers
///   client ──► HTTP, SMTP by name ──► Java's look-up ──► FirstReachable   gives that one first
/// ```
///
/// Java's HTTP client and the mail client connect to the first address of a name and to no other. They get the name and
/// not an address, for TLS checks the certificate against it.
@NullMarked
package dev.lintel.sync.net;

import org.jspecify.annotations.NullMarked;
