/// What the command line can ask of the running process, over a Unix socket in the data folder. Being able to open the
/// socket is the permission: the folder and the socket are its owner's alone.
///
/// ```
///   lintel present ... --> control.sock --> ControlServer --> Command (by name)
///
///   one request a connection, one JSON object a line:
///   -> {"command":"present","channel":1,"bits":"0101..."}
///   <- {"decision":"admitted","event_id":7,...}                any number of answers, as they come
///   <- {"done":true,"exit":0}                                  or {"error":"...","done":true,"exit":1}
/// ```
///
/// Each connection runs on a virtual thread of its own, at most [ControlServer#CONNECTIONS_MAX] of them; commands may
/// block there. The wiring makes the commands and opens the server last. Start reading at [ControlServer].
@NullMarked
package dev.lintel.controller.control;

import org.jspecify.annotations.NullMarked;
