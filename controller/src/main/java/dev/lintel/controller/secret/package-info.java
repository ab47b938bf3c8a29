/// Random secrets: how they are made, kept and compared. For every package that hands one out; any thread.
@NullMarked
package dev.lintel.controller.secret;

import org.jspecify.annotations.NullMarked;
