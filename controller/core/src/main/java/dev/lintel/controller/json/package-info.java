/// JSON as maps and lists, over jackson-core's streams. Limits on depth and size are set here once.
///
/// ```
///   text --Json.parse--> Map<String, Object> | List<Object> | String | Long | BigDecimal | Boolean | null
///        --Json.write--> text
/// ```
///
/// Callable from any thread.
@NullMarked
package dev.lintel.controller.json;

import org.jspecify.annotations.NullMarked;
