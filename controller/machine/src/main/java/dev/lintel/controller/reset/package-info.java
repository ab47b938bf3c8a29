/// A factory reset: a box forgets all that it knows, and begins as a new one. Asked for by `lintel reset`, and done
/// only
/// once somebody has done something at the box itself.
///
/// ```
///   asked (the box's name) --> ResetWindow, 2 minutes --> held for 10 s, or typed at the console --> Erasing.mark
///                                    |                                                                    |
///                                    +--> time over, or who asked has gone: nothing is changed            v
///                                                                  the box ends, and begins: Erasing.finish
/// ```
///
/// Up to the marker it is the old box, whole; from the marker on it is a new one, however often the power is cut
/// meanwhile. Start reading at [dev.lintel.controller.reset.ResetWindow] and [dev.lintel.controller.reset.Erasing].
@NullMarked
package dev.lintel.controller.reset;

import org.jspecify.annotations.NullMarked;
