package io.berth.kube.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client believes to be the server.
 *
 * @param managers null for those of the machine
 */
public record Trust(TrustManager @Nullable [] managers) {
    public static final Trust SYSTEM = new Trust(null);

    /** Whoever answers: only where somebody says so. */
    public static final Trust ANYBODY = new Trust(new TrustManager[] {new Anybody()});

    /** Servers that {@code authorities} vouch for. */
    public static Trust of(List<Certificate> authorities) {
        try {
            KeyStore store = empty();
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            return new Trust(trusted.getTrustManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("The certificates of an authority cannot be used.", e);
        }
    }

    /** A context by which {@code identity}, null for none, is proved too. */
    SSLContext context(@Nullable Identity identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity == null ? null : keys(identity), managers, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("The key and certificate of a client cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyManager[] keys(Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        store.setKeyEntry(
                "client", identity.key(), new char[0], identity.chain().toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys.getKeyManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** One of the extended kind, as others are made to compare the names of hosts. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
