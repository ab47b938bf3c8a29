/// Placeholder.
@NullMarked
package dev.lintel.controller;

import org.jspecify.annotations.NullMarked;
