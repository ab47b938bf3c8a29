package dev.lintel.reader.osdp;

/// The two checks a frame can end in. CRC: polynomial 1021h, start 1D0Fh, not reflected, no final xor.
final class Crc16 {
    private static final int POLYNOMIAL = 0x1021;
    private static final int START = 0x1D0F;
    private static final int[] TABLE = table();

    private Crc16() {}

    /// The CRC of the first `length` bytes from `from`, 0..65535.
    static int of(byte[] bytes, int from, int length) {
        int crc = START;
        for (int i = from; i < from + length; i++) crc = (crc << 8 ^ TABLE[(crc >> 8 ^ bytes[i]) & 0xFF]) & 0xFFFF;
        return crc;
    }

    /// The two's complement of the sum of the first `length` bytes from `from`, 0..255.
    static int checksum(byte[] bytes, int from, int length) {
        int sum = 0;
        for (int i = from; i < from + length; i++) sum += bytes[i];
        return -sum & 0xFF;
    }

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            table[i] = crc & 0xFFFF;
        }
        return table;
    }
}
