@NullMarked
package dev.lintel.sync.wire;

import org.jspecify.annotations.NullMarked;
