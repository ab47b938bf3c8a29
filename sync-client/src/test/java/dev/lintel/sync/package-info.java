@NullMarked
package dev.lintel.sync;

import org.jspecify.annotations.NullMarked;
