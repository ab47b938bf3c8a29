@NullMarked
package dev.lintel.sync.http;

import org.jspecify.annotations.NullMarked;
