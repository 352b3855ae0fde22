package io.berth.kube.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client believes, and by what it proves who it is.
 *
 * @param identity null for none
 */
public record Tls(Trust trust, @Nullable Identity identity) {
    /** Whom the machine believes. */
    public static final Tls SYSTEM = new Tls(Trust.SYSTEM, null);

    /** For what speaks through the JDK. */
    public SSLContext context() {
        return trust.context(identity);
    }

    /**
     * For one connection with many calls. Native code where it is there for this machine: compiled by the first compiler alone, the JDK
     * spends more on ciphers than on all decisions (experiment 16).
     */
    SslContext shared() throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2,
                        ApplicationProtocolNames.HTTP_1_1));
        if (trust.managers() != null) {
            builder.trustManager(trust.managers()[0]);
        }
        if (identity != null) {
            builder.keyManager(identity.key(), identity.chain().toArray(X509Certificate[]::new));
        }
        return builder.build();
    }
}
