/// The physical side of a channel: leaf, strike, contact, REX, and the state machine that ties them together.
///
/// ```
///             unlock, REX                 leaf opens                after warning        after extended open
///   SECURE ---------------> UNLOCKED ---------------> OPEN ---------------> WARNED ---------------> EXTENDED_OPEN
///     ^  |                      |                       |                     |                          |
///     |  | leaf opens           | unlock time is over   +---- leaf closes ----+------ leaf closes -------+
///     |  v                      v                                 |
///     | FORCED -- leaf closes --+---------------------------------+--> SECURE (alarms end with DOOR_NORMAL)
/// ```
///
/// `Door` is pure: state and input in, state and actions out, the time in the input. One thread, the door lane, owns
/// every door; what others see of it is a [DoorView]. Imports nothing of ours but `event`, `time` and reader-drivers.
@NullMarked
package dev.lintel.controller.door;

import org.jspecify.annotations.NullMarked;
