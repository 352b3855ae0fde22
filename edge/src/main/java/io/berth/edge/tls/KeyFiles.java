package io.berth.edge.tls;

import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** What a server proves itself by, read from files: PKCS #12, or PEM as most tools write it. */
public final class KeyFiles {
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
            return context(managers(store, password));
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException(
                    file.toString(), "is no PKCS #12 file, or its password is another: " + e.getMessage());
        }
    }

    /**
     * The certificates of one PEM file, the server's first, and the unencrypted key of another.
     *
     * @throws InputException where one cannot be used
     */
    public static SSLContext pem(Path certificates, Path key) {
        try {
            return context(pemKeys(certificates, key));
        } catch (GeneralSecurityException e) {
            throw new InputException(certificates.toString(), "does not go with " + key + ": " + e.getMessage());
        }
    }

    /** The same for those who make a context of their own. */
    public static KeyManagerFactory pemKeys(Path certificates, Path key) {
        PrivateKey privateKey = Pem.key(key.toString(), bytes(key));
        List<Certificate> chain = Pem.certificates(certificates.toString(), bytes(certificates));
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", privateKey, new char[0], chain.toArray(Certificate[]::new));
            return managers(store, "");
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException(certificates.toString(), "does not go with " + key + ": " + e.getMessage());
        }
    }

    private static KeyManagerFactory managers(KeyStore store, String password) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password.toCharArray());
        return keys;
    }

    private static SSLContext context(KeyManagerFactory keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
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
