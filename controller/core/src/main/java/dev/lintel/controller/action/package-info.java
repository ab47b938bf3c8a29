/// Actions of a site: what switches outputs of the box and gives commands to doors, by the states and events of
/// doors and by inputs.
///
/// ```
///   DoorBoard (states) ---+
///   event log (events) ---+--> ActionInbox --> ActionRunner --> OutputLine   one for each output
///   inputs of the box ----+    bounded          one thread  '-> Commands     to the door lane
/// ```
///
/// A [Action] is policy. [ActionLoops] finds actions that would trigger each other without end. [ActionRunner] carries
/// actions out on a thread of its own: an output that hangs delays no door. Start reading there.
@NullMarked
package dev.lintel.controller.action;

import org.jspecify.annotations.NullMarked;
