package io.berth.edge.tls;

import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys and certificates as texts between lines of dashes (RFC 7468). */
public final class Pem {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    /** {@code rsaEncryption} with its empty parameters (RFC 8017, appendix A.1). */
    private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");

    /** {@code id-ecPublicKey}; the curve comes behind it (RFC 5480, section 2.1.1). */
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private static final byte[] VERSION = {2, 1, 0};
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 4;
    /** The parameters within a key of an elliptic curve (RFC 5915, section 3). */
    private static final int CURVE = 0xA0;

    private static final int LONG_LENGTH = 0x80;

    private Pem() {}

    /**
     * The certificates of a text, in its order.
     *
     * @param place where it stands, for errors
     * @throws InputException where there is none, or one is damaged
     */
    public static List<Certificate> certificates(String place, byte[] text) {
        try {
            List<Certificate> certificates = List.copyOf(
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text)));
            if (certificates.isEmpty()) {
                throw new InputException(place, "holds no certificate");
            }
            return certificates;
        } catch (CertificateException e) {
            throw new InputException(place, "holds a certificate that cannot be read: " + e.getMessage());
        }
    }

    /**
     * The unencrypted private key of a text: in PKCS #8, or as OpenSSL writes those of RSA and of elliptic curves.
     *
     * @param place where it stands, for errors
     * @throws InputException where there is none that can be used
     */
    public static PrivateKey key(String place, byte[] text) {
        String pem = new String(text, StandardCharsets.ISO_8859_1);
        byte[] plain = body(place, pem, "PRIVATE KEY");
        byte[] rsa = plain == null ? body(place, pem, "RSA PRIVATE KEY") : null;
        byte[] curve = plain == null && rsa == null ? body(place, pem, "EC PRIVATE KEY") : null;
        try {
            if (plain != null) {
                return key(place, plain, ALGORITHMS);
            }
            if (rsa != null) {
                return key(place, wrapped(RSA, rsa), List.of("RSA"));
            }
            if (curve != null) {
                return key(place, wrapped(joined(EC, curve(curve)), curve), List.of("EC"));
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new InputException(place, "holds a key that is cut off");
        }
        throw new InputException(
                place,
                "holds no unencrypted private key; one of PKCS #8 begins with -----BEGIN PRIVATE KEY-----;"
                        + " openssl pkcs8 -topk8 -nodes makes one of others");
    }

    /** What stands between the lines of {@code label}; null where there are none. */
    private static byte @Nullable [] body(String place, String pem, String label) {
        String beginning = "-----BEGIN " + label + "-----";
        int begin = pem.indexOf(beginning);
        int end = pem.indexOf("-----END " + label + "-----");
        if (begin < 0 || end < begin) {
            return null;
        }
        try {
            return Base64.getMimeDecoder().decode(pem.substring(begin + beginning.length(), end));
        } catch (IllegalArgumentException e) {
            throw new InputException(place, "holds a key that is not base64");
        }
    }

    private static PrivateKey key(String place, byte[] encoded, List<String> algorithms) {
        for (String algorithm : algorithms) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException e) {
                // A key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw new InputException(place, "cannot be read: " + e.getMessage());
            }
        }
        throw new InputException(place, "holds no key of " + String.join(", ", algorithms));
    }

    /** PKCS #8 (RFC 5958, section 2) of a key of {@code algorithm}. */
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, joined(joined(VERSION, element(SEQUENCE, algorithm)), element(OCTETS, key)));
    }

    /** The name of the curve, an element, of {@code ECPrivateKey}. */
    private static byte[] curve(byte[] key) {
        int at = content(key, 0);
        while (Byte.toUnsignedInt(key[at]) != CURVE) {
            at = content(key, at) + length(key, at);
        }
        int begin = content(key, at);
        return Arrays.copyOfRange(key, begin, begin + length(key, at));
    }

    /** Where the content of the element at {@code at} begins. */
    private static int content(byte[] der, int at) {
        int first = Byte.toUnsignedInt(der[at + 1]);
        return at + 2 + (first < LONG_LENGTH ? 0 : first - LONG_LENGTH);
    }

    private static int length(byte[] der, int at) {
        int first = Byte.toUnsignedInt(der[at + 1]);
        if (first < LONG_LENGTH) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < first - LONG_LENGTH; i++) {
            length = length << 8 | Byte.toUnsignedInt(der[at + 2 + i]);
        }
        return length;
    }

    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < LONG_LENGTH) {
            out.write(content.length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(content.length) + 7) / 8;
            out.write(LONG_LENGTH | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(content.length >> 8 * i);
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
