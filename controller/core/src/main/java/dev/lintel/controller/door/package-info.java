/// The physical side of a channel: leaf, strike, contact, REX, and the state machine that ties them together.
///
/// ```
///             unlock, REX                 leaf opens                after warning        after extended open
///   SECURE ---------------> UNLOCKED ---------------> OPEN ---------------> WARNED ---------------> EXTENDED_OPEN
///     ^  |                      |                       |                     |                          |
///     |  | leaf opens           | unlock time is over   +---- leaf closes ----+------ leaf closes -------+
///     |  v                      v                                 |
///     | FORCED -- leaf closes --+---------------------------------+--> SECURE
/// ```
///
/// [DoorAlarm] is the alarm that FORCED and EXTENDED_OPEN begin: raised, acknowledged, latched; it ends with
/// DOOR_NORMAL.
///
/// Beside it stands what [Standing] says: fire, card lockdown, mode unlock, hours; when a door stands unlocked
/// the states are STANDS_CLOSED and STANDS_OPEN, and nothing is an alarm. Exits and fire never come this way:
/// they act on [Strike] from their own threads, and the lane is told afterwards.
///
/// ```
///   LaneInput --> DoorLane --> Doors --> Doorway --> Standing  (mode, hours, lockdown, fire: pure), DoorHours
///                                |          |  +---> DoorBody --> Door (leaf and strike: pure), Strike
///                                |          |  |              +-> Alarms --> DoorAlarm (pure), PreAlarm, sounder
///                                |          |  +---> Outputs: drives again what did not follow
///                                |          |  +---> WallWatch (time on the wall), Refusals, DoorRecord --> DoorMemory
///                                |          +------> Unanswered, Lamps, Lines, DoorLog
///                                +-- Answers: a decision, or an operator who lets somebody in; Interlock, floors
///   DoorOrders: an operator's command, until it is done and on disk
///   Watchdog looks at DoorLane, and after every Strike while the lane hangs
/// ```
///
/// `Door` is pure: state and input in, state and actions out, the time in the input. One thread, the door lane,
/// owns every door; what others see of it is a [DoorView]. Imports nothing of ours but `event`, `time` and
/// reader-drivers.
@NullMarked
package dev.lintel.controller.door;

import org.jspecify.annotations.NullMarked;
