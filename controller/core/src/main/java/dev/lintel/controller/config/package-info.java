/// `controller.yaml`: this box, owned by the installer: addresses, wiring, limits. Read and checked once at start;
/// every fault is told with file, line and key, and nothing of a faulty file is used.
///
/// ```
///   controller.yaml --ConfigFile.load--> ControllerConfig --toPlan--> HardwarePlan --> the hardware provider
///   (no file)       --DemoConfig-------^         '--withPorts, withPublicUrl, withRateLimit: command line,
///                                                    environment
/// ```
///
/// A documented key that this version does not act on is a fault, never ignored: a box must not promise what it does
/// not do. Called by the wiring and by the command line's checks, on their own thread.
@NullMarked
package dev.lintel.controller.config;

import org.jspecify.annotations.NullMarked;
