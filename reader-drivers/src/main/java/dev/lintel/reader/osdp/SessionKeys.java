package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.util.Arrays;

/// The three keys of one secure session and what is computed with them. The same at both ends. Used by one thread.
///
/// ```
///   S-ENC, S-MAC1, S-MAC2 = E(SCBK, 01 82|01|02, RND.A[0..5], 0..)
///   PD cryptogram  = E(S-ENC, RND.A RND.B)        ACU cryptogram = E(S-ENC, RND.B RND.A)
///   R-MAC-I        = E(S-MAC2, E(S-MAC1, ACU cryptogram))
/// ```
///
/// Source: docs/sources.md#osdp-secure. Nothing here shows a key.
final class SessionKeys {
    static final int RANDOM_BYTES = 8;

    private static final int S_ENC = 0x82;
    private static final int S_MAC1 = 0x01;
    private static final int S_MAC2 = 0x02;
    private static final int RANDOM_BYTES_USED = 6;
    private static final byte PAD = (byte) 0x80;

    private final Aes128 encrypting;
    private final Aes128 decrypting;
    private final Aes128 mac1;
    private final Aes128 mac2;
    private final byte[] kept = new byte[Aes128.BLOCK];

    /// The keys of a session under `scbk` that the ACU began with `rndA`, 8 bytes.
    SessionKeys(Scbk scbk, Bytes rndA) {
        this(derive(scbk, S_ENC, rndA), derive(scbk, S_MAC1, rndA), derive(scbk, S_MAC2, rndA));
    }

    SessionKeys(byte[] sEnc, byte[] sMac1, byte[] sMac2) {
        encrypting = Aes128.encrypting(sEnc);
        decrypting = Aes128.decrypting(sEnc);
        mac1 = Aes128.encrypting(sMac1);
        mac2 = Aes128.encrypting(sMac2);
        Arrays.fill(sEnc, (byte) 0);
        Arrays.fill(sMac1, (byte) 0);
        Arrays.fill(sMac2, (byte) 0);
    }

    static byte[] sEnc(Scbk scbk, Bytes rndA) {
        return derive(scbk, S_ENC, rndA);
    }

    static byte[] sMac1(Scbk scbk, Bytes rndA) {
        return derive(scbk, S_MAC1, rndA);
    }

    static byte[] sMac2(Scbk scbk, Bytes rndA) {
        return derive(scbk, S_MAC2, rndA);
    }

    /// What proves to the ACU that the PD has the key.
    Bytes pdCryptogram(Bytes rndA, Bytes rndB) {
        return cryptogram(rndA, rndB);
    }

    /// What proves to the PD that the ACU has the key.
    Bytes acuCryptogram(Bytes rndA, Bytes rndB) {
        return cryptogram(rndB, rndA);
    }

    /// The R-MAC before the first command, from the ACU's cryptogram.
    Bytes firstMac(Bytes acuCryptogram) {
        byte[] block = acuCryptogram.toArray();
        mac1.block(block, 0);
        mac2.block(block, 0);
        return Bytes.copyOf(block);
    }

    /// The MAC of the first `length` of `message`, 16 bytes into `mac`; `previous` is the MAC before it in the
    /// chain. `previous` and `mac` may be the same array.
    void mac(byte[] message, int length, byte[] previous, byte[] mac) {
        System.arraycopy(previous, 0, mac, 0, Aes128.BLOCK);
        for (int from = 0; from < length; from += Aes128.BLOCK) {
            int count = Math.min(Aes128.BLOCK, length - from);
            for (int i = 0; i < count; i++) mac[i] ^= message[from + i];
            if (count < Aes128.BLOCK) mac[count] ^= PAD;
            boolean last = from + Aes128.BLOCK >= length;
            (last ? mac2 : mac1).block(mac, 0);
        }
    }

    /// How many bytes `length` bytes of data have when they are encrypted.
    static int encryptedBytes(int length) {
        return (length / Aes128.BLOCK + 1) * Aes128.BLOCK;
    }

    /// Pads and encrypts the `length` bytes from `from` on, in place; `bytes` has room for [#encryptedBytes].
    /// `mac` is the one before the frame in the chain: its complement is the start.
    void encrypt(byte[] bytes, int from, int length, byte[] mac) {
        int end = from + encryptedBytes(length);
        Arrays.fill(bytes, from + length, end, (byte) 0);
        bytes[from + length] = PAD;
        complement(mac, kept);
        Aes128.xor(bytes, from, kept, 0);
        encrypting.block(bytes, from);
        for (int at = from + Aes128.BLOCK; at < end; at += Aes128.BLOCK) {
            Aes128.xor(bytes, at, bytes, at - Aes128.BLOCK);
            encrypting.block(bytes, at);
        }
    }

    /// Decrypts the `length` bytes from `from` on, in place; a multiple of 16. Returns how many of them are data, -1
    /// when they do not end in a pad.
    int decrypt(byte[] bytes, int from, int length, byte[] mac) {
        for (int at = from + length - Aes128.BLOCK; at > from; at -= Aes128.BLOCK) {
            decrypting.block(bytes, at);
            Aes128.xor(bytes, at, bytes, at - Aes128.BLOCK);
        }
        decrypting.block(bytes, from);
        complement(mac, kept);
        Aes128.xor(bytes, from, kept, 0);

        int data = length - 1;
        while (data > length - Aes128.BLOCK && bytes[from + data] == 0) data--;
        return bytes[from + data] == PAD ? data : -1;
    }

    void wipe() {
        encrypting.wipe();
        decrypting.wipe();
        mac1.wipe();
        mac2.wipe();
    }

    @Override
    public String toString() {
        return "session keys";
    }

    private Bytes cryptogram(Bytes first, Bytes second) {
        byte[] block = new byte[Aes128.BLOCK];
        first.copyTo(block, 0);
        second.copyTo(block, RANDOM_BYTES);
        encrypting.block(block, 0);
        return Bytes.copyOf(block);
    }

    private static byte[] derive(Scbk scbk, int selector, Bytes rndA) {
        byte[] block = new byte[Aes128.BLOCK];
        block[0] = 1;
        block[1] = (byte) selector;
        for (int i = 0; i < RANDOM_BYTES_USED; i++) block[2 + i] = (byte) rndA.at(i);
        return Aes128.once(scbk.bytes(), block);
    }

    private static void complement(byte[] mac, byte[] complement) {
        for (int i = 0; i < Aes128.BLOCK; i++) complement[i] = (byte) ~mac[i];
    }
}
