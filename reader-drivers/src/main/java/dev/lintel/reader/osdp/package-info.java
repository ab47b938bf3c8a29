/// OSDP: frames and their codec for both ends of an RS-485 bus, and the ACU's side of one bus.
///
/// ```
///   offset  0     1      2      3      4     5..        ..     ..        n-2    n-1
///  (FFh)  | SOM | ADDR | LEN  | LEN  | CTL | security | CODE | DATA .. | CRC  | CRC  |   or one checksum byte
///   mark  | 53h |      | lsb  | msb  |     | block    |      |         | lsb  | msb  |
///   ADDR bit 7: set in replies (PD to ACU)      CTL bits 0-1: sequence, bit 2: CRC, bit 3: security block
///
///   bytes -> FrameReceiver -> OsdpCodec -> OsdpFrame -> OsdpBus -> PdSession -> Reply -> ReaderEvent
///   bytes <----------------------------------------- OsdpBus <- PdSession <- Command <- ReaderSignal
///
///   one PD:  offline --ID,CAP,LSTAT,ISTAT,RSTAT--> online --POLL.. / LED, OUT, TEXT / orders--> online
///               ^                                     | 8 s without a reply: offline; SQN 0 or NAK 4: bring-up again
///               '-------------------------------------'
/// ```
///
/// What an installer asks for ([OsdpBus#ask], [OsdpBus#send], [OsdpBus#pair]) becomes an [Order] that takes turns with
/// polls in the [PdAgenda], or a [Pairing] that takes the conversation over for a limited time. [OsdpProbe], [BusScan],
/// [SingleReader], [ReaderMove] and [LineTest] are for tools on a line that no bus uses; [WireTap] only listens.
///
/// Secure channel, for both ends: [AcuHandshake] or [PdHandshake] open a [SecureSession], which makes frames of
/// payloads and payloads of frames. [SessionFollower] listens to both ends for tools.
///
/// ```
///   SCBK, RND.A --> S-ENC, S-MAC1, S-MAC2     CHLNG, CCRYPT, SCRYPT, RMAC_I --> R-MAC-I
///   payload --> data encrypted --> MAC over all, chained to the frame before --> frame
/// ```
///
/// [OsdpBusDriver] is the one class with a thread (one a bus); all others are stepped: time and bytes in, bytes,
/// deadline and events out. The simulator uses the codec, [Command] and [Reply] for the PD's side of the same wire.
///
/// Source: SIA OSDP 2.2, and what readers in the field do. Units: lengths are bytes, times monotonic nanoseconds
/// (`…Ns`), LED and buzzer times 100 ms as on the wire. Start reading at [OsdpBus].
@NullMarked
package dev.lintel.reader.osdp;

import org.jspecify.annotations.NullMarked;
