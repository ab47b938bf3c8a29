/// Images of people: taken in, checked, made small, kept and given out.
///
/// ```
///   image_base64 ── decoded as it arrives ──► ImageShelf: incoming/NAME      image_remote_url ─┐
///                                                   │                                          │
///                             row of person_image: wanted = NAME  ◄─── the request's ──────────┘
///                                                   │                  transaction
///   ImageWorker (one thread): AddressGuard, ImageFetcher ─► ImageScan ─► ImageMaker ─► NAME.jpg, NAME-small.jpg
///                                                   │
///                             row of person_image: shown = NAME
/// ```
///
/// Whoever sends an image may be hostile. [ImageScan] reads all of its structure before anything decodes it, and
/// copies only what a decoder needs: no metadata, no profiles, nothing before or behind. What is given out was drawn
/// anew from its pixels. One image is decoded at a time, with a bound on what that takes, on a thread of its own.
///
/// Units: bytes, pixels, wall milliseconds in names that end in Ms. Start reading at [ImageWorker].
@NullMarked
package dev.lintel.controller.people;

import org.jspecify.annotations.NullMarked;
