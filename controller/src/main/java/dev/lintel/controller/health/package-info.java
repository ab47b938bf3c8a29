/// Health.
@NullMarked
package dev.lintel.controller.health;

import org.jspecify.annotations.NullMarked;
