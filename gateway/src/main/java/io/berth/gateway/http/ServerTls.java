package io.berth.gateway.http;

import io.berth.edge.tls.KeyFiles;
import io.berth.spec.input.InputException;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** TLS towards clients, by the native library where there is one. */
public final class ServerTls {
    private ServerTls() {}

    /**
     * From PEM files.
     *
     * @throws InputException where one cannot be used
     */
    public static SslContext of(Path certificates, Path key) {
        try {
            return SslContextBuilder.forServer(KeyFiles.pemKeys(certificates, key))
                    .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            ApplicationProtocolConfig.Protocol.ALPN,
                            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_2,
                            ApplicationProtocolNames.HTTP_1_1))
                    .build();
        } catch (SSLException e) {
            throw new InputException(certificates.toString(), "does not go with " + key + ": " + e.getMessage());
        }
    }
}
