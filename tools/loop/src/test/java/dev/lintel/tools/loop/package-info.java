@NullMarked
package dev.lintel.tools.loop;

import org.jspecify.annotations.NullMarked;
