/// Placeholder.
@NullMarked
package dev.lintel.tools;

import org.jspecify.annotations.NullMarked;
