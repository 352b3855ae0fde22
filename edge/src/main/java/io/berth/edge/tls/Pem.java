package io.berth.edge.tls;

import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
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
     * The certificates of a text, in its order, whatever else it holds; of one without such blocks, those that its bytes are.
     *
     * @param place where it stands, for errors
     * @throws InputException where there is none, or one is damaged
     */
    public static List<Certificate> certificates(String place, byte[] text) {
        List<byte[]> blocks = bodies(place, new String(text, StandardCharsets.ISO_8859_1), "CERTIFICATE");
        List<Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] block : blocks) {
                certificates.add(factory.generateCertificate(new ByteArrayInputStream(block)));
            }
            if (blocks.isEmpty()) {
                certificates.addAll(factory.generateCertificates(new ByteArrayInputStream(text)));
            }
        } catch (CertificateException e) {
            String what = blocks.isEmpty() ? "holds no certificate: " : "holds a certificate that cannot be read: ";
            throw new InputException(place, what + e.getMessage());
        }
        if (certificates.isEmpty()) {
            throw new InputException(place, "holds no certificate");
        }
        return certificates;
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
        if (plain != null) {
            return key(place, plain, ALGORITHMS);
        }
        byte[] rsa = body(place, pem, "RSA PRIVATE KEY");
        if (rsa != null) {
            return key(place, wrapped(RSA, rsa), List.of("RSA"));
        }
        byte[] curve = body(place, pem, "EC PRIVATE KEY");
        if (curve != null) {
            return key(place, wrapped(joined(EC, curve(place, curve)), curve), List.of("EC"));
        }
        throw new InputException(
                place,
                "holds no unencrypted private key; one of PKCS #8 begins with -----BEGIN PRIVATE KEY-----;"
                        + " openssl pkcs8 -topk8 -nocrypt makes one of others");
    }

    /** What stands between the first lines of {@code label}; null where there are none, or it is encrypted. */
    private static byte @Nullable [] body(String place, String pem, String label) {
        List<byte[]> bodies = bodies(place, pem, label);
        return bodies.isEmpty() ? null : bodies.getFirst();
    }

    /** What stands between the lines of {@code label}, but for what is encrypted. */
    private static List<byte[]> bodies(String place, String pem, String label) {
        String beginning = "-----BEGIN " + label + "-----";
        String ending = "-----END " + label + "-----";
        List<byte[]> bodies = new ArrayList<>();
        for (int begin = pem.indexOf(beginning); begin >= 0; begin = pem.indexOf(beginning, begin + 1)) {
            int end = pem.indexOf(ending, begin);
            if (end < 0) {
                throw new InputException(place, "has no line " + ending);
            }
            String text = pem.substring(begin + beginning.length(), end);
            // The headers that say how it is encrypted (RFC 1421, section 4.6).
            if (text.indexOf(':') < 0) {
                bodies.add(decoded(place, text, label));
            }
        }
        return bodies;
    }

    private static byte[] decoded(String place, String text, String label) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            throw new InputException(place, "has something else than base64 behind -----BEGIN " + label + "-----");
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
    private static byte[] curve(String place, byte[] key) {
        try {
            ByteBuffer der = ByteBuffer.wrap(key);
            der.get();
            length(der);
            while (der.hasRemaining()) {
                int tag = Byte.toUnsignedInt(der.get());
                byte[] content = new byte[length(der)];
                der.get(content);
                if (tag == CURVE) {
                    return content;
                }
            }
        } catch (BufferUnderflowException e) {
            throw new InputException(place, "holds a key that is cut off");
        }
        throw new InputException(place, "holds a key of an elliptic curve that does not say which");
    }

    /** That of an element, which is there as a whole. */
    private static int length(ByteBuffer der) {
        int first = Byte.toUnsignedInt(der.get());
        long length = first < LONG_LENGTH ? first : 0;
        for (int i = LONG_LENGTH; i < first; i++) {
            length = length << Byte.SIZE | Byte.toUnsignedInt(der.get());
        }
        if (length < 0 || length > der.remaining()) {
            throw new BufferUnderflowException();
        }
        return (int) length;
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
