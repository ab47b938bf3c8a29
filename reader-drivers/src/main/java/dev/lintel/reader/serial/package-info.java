/// A serial line as the bus drivers see it: bytes in, bytes out, and one exception when it is gone.
///
/// ```
///   LineOpener.open() -> SerialLine -- read(buffer, time-out) --> driver's thread
///                          ^ closed on the first SerialException; opened anew by the driver
/// ```
///
/// [SerialPorts] opens them: serial devices over jSerialComm, found anew by [PortFinder] when an adapter comes back
/// under another name, and lines behind a network ([TcpAddress]). Tests bring their own [LineOpener]. One driver
/// thread uses a line; only [SerialLine#close] may come from another.
@NullMarked
package dev.lintel.reader.serial;

import org.jspecify.annotations.NullMarked;
