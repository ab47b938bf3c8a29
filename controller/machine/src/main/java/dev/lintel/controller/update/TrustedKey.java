package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The public half of an Ed25519 key (RFC 8032).
///
/// @param name for people: "release 2026"
/// @param base64 of its 32 bytes
public record TrustedKey(String name, String base64) {
    static final String ALGORITHM = "Ed25519";
    private static final int KEY_BYTES = 32;
    /// A key's file has some 120 bytes; the rest is room for comments.
    private static final int FILE_BYTES_MAX = 8192;

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----");
    /// What stands before the 32 bytes in X.509's SubjectPublicKeyInfo (RFC 8410, section 4).
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ID_BYTES = 8;

    /// Throws [UpdateException] when it is no such key.
    public TrustedKey {
        publicKey(base64);
    }

    /// From a file with a public key in PEM, under the file's name without what follows the point.
    /// Throws [UpdateException].
    public static TrustedKey read(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) throw new UpdateException(file + " is too large for a key");
            Matcher pem = PEM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            if (!pem.find()) throw new UpdateException(file + " holds no public key in PEM");
            String name = file.getFileName().toString().replaceFirst("[.].*", "");
            return of(name, Base64.getMimeDecoder().decode(pem.group(1)));
        } catch (IOException e) {
            throw new UpdateException("the public key cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new UpdateException(file + " holds no public key in PEM", e);
        }
    }

    static TrustedKey of(String name, byte[] x509) {
        int head = X509_HEAD.length;
        boolean fits = x509.length == head + KEY_BYTES && Arrays.equals(x509, 0, head, X509_HEAD, 0, head);
        if (!fits) throw new UpdateException("the public key '" + name + "' is no Ed25519 key");
        return new TrustedKey(name, Base64.getEncoder().encodeToString(Arrays.copyOfRange(x509, head, x509.length)));
    }

    /// A hash of the key itself: the same key under two names is one key.
    public String id() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(raw(base64));
            return HexFormat.of().formatHex(hash, 0, ID_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// As OpenSSL reads it.
    public String pem() {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getEncoder().encodeToString(x509(base64))
                + "\n-----END PUBLIC KEY-----\n";
    }

    boolean verifies(String purpose, byte[] signed, byte[] signature) {
        byte[] head = head(purpose);
        byte[] whole = Arrays.copyOf(head, head.length + signed.length);
        System.arraycopy(signed, 0, whole, head.length, signed.length);
        return verifiesRaw(whole, signature);
    }

    /// Without a purpose before it.
    boolean verifiesRaw(byte[] signed, byte[] signature) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(publicKey(base64));
            check.update(signed);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // a signature that is none
        }
    }

    /// Before what is signed: a signature under one thing is none under another of the same bytes.
    static byte[] head(String purpose) {
        return ("lintel " + purpose + " 1\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static PublicKey publicKey(String base64) {
        try {
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(x509(base64)));
        } catch (GeneralSecurityException e) {
            throw new UpdateException("a public key is no Ed25519 key: " + base64, e);
        }
    }

    private static byte[] x509(String base64) {
        byte[] raw = raw(base64);
        byte[] whole = Arrays.copyOf(X509_HEAD, X509_HEAD.length + raw.length);
        System.arraycopy(raw, 0, whole, X509_HEAD.length, raw.length);
        return whole;
    }

    private static byte[] raw(String base64) {
        try {
            byte[] raw = Base64.getDecoder().decode(base64);
            if (raw.length == KEY_BYTES) return raw;
        } catch (IllegalArgumentException e) {
            throw new UpdateException("a public key is no base64", e);
        }
        throw new UpdateException("a public key has not 32 bytes");
    }
}
