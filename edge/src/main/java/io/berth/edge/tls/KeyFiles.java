package io.berth.edge.tls;

import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** What a server proves itself by, read from files: PKCS #12, or PEM as most tools write it. */
public final class KeyFiles {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    /** A key and its certificates are well below. */
    private static final int MOST_BYTES = 1 << 20;

    private KeyFiles() {}

    /**
     * The key and certificates of a PKCS #12 file.
     *
     * @throws InputException where it cannot be used
     */
    public static SSLContext pkcs12(Path file, String password) {
        try (InputStream in = new ByteArrayInputStream(bytes(file))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            if (!store.aliases().hasMoreElements()) {
                throw new InputException(file.toString(), "holds no key");
            }
            return context(store, password);
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException(
                    file.toString(), "is no PKCS #12 file, or its password is another: " + e.getMessage());
        }
    }

    /**
     * The certificates of one PEM file, the server's first, and the unencrypted PKCS #8 key of another.
     *
     * @throws InputException where one cannot be used
     */
    public static SSLContext pem(Path certificates, Path key) {
        PrivateKey privateKey = key(key);
        try {
            Collection<? extends Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes(certificates)));
            if (chain.isEmpty()) {
                throw new InputException(certificates.toString(), "holds no certificate");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", privateKey, new char[0], chain.toArray(Certificate[]::new));
            return context(store, "");
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException(certificates.toString(), "does not go with " + key + ": " + e.getMessage());
        }
    }

    private static SSLContext context(KeyStore store, String password) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static PrivateKey key(Path file) {
        String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new InputException(
                    file.toString(),
                    "holds no unencrypted PKCS #8 key, which begins with " + BEGIN
                            + "; openssl pkcs8 -topk8 -nodes makes one of others");
        }
        byte[] encoded;
        try {
            encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        } catch (IllegalArgumentException e) {
            throw new InputException(file.toString(), "holds a key that is not base64");
        }
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException e) {
                // A key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw new InputException(file.toString(), "cannot be read: " + e.getMessage());
            }
        }
        throw new InputException(file.toString(), "holds no key of " + String.join(", ", ALGORITHMS));
    }

    private static byte[] bytes(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MOST_BYTES);
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), "there is no such file");
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read: " + e.getMessage());
        }
    }
}
