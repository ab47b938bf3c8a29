/// The HTTP API: resources, one file each, which mount themselves in the table of routes of package `http`.
///
/// ```
///   SignIn (a filter: who asks, how often) --> resource(Request) --> store, doors --> Reply
/// ```
///
/// [Shapes] alone knows the two response shapes. Start reading at [Api].
@NullMarked
package dev.lintel.controller.api;

import org.jspecify.annotations.NullMarked;
