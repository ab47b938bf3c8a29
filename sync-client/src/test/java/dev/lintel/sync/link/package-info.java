@NullMarked
package dev.lintel.sync.link;

import org.jspecify.annotations.NullMarked;
