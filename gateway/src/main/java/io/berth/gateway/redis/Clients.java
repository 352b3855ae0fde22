package io.berth.gateway.redis;

import io.berth.gateway.setting.RedisSpec;
import io.berth.gateway.setting.RedisSpec.Login;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Clients of Redis with few threads, that refuse what cannot be asked at once. */
final class Clients {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The fewest that the library has. */
    private static final int THREADS = 2;
    /** Questions under way; a Redis that answers so slowly is left alone long before. */
    private static final int MOST_QUESTIONS = 4096;

    private Clients() {}

    static RedisClient of(RedisSpec spec) {
        ClientResources resources = DefaultClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .addressResolverGroup(DefaultAddressResolverGroup.INSTANCE)
                .reconnectDelay(
                        Delay.exponential(Duration.ofMillis(50), Duration.ofSeconds(2), 2, TimeUnit.MILLISECONDS))
                .build();
        RedisClient client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MOST_QUESTIONS)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(PATIENCE)
                        .keepAlive(true)
                        .build())
                .sslOptions(tls(spec))
                .build());
        return client;
    }

    private static SslOptions tls(RedisSpec spec) {
        Path authorities = spec.place().authorities();
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
        return authorities == null
                ? options.build()
                : options.trustManager(authorities.toFile()).build();
    }

    static RedisURI uri(RedisSpec spec) {
        RedisURI uri = RedisURI.create(spec.place().host(), spec.place().port());
        uri.setDatabase(spec.place().database());
        uri.setSsl(spec.place().tls());
        uri.setTimeout(PATIENCE);
        uri.setClientName("berth-gateway");
        Login login = spec.login();
        if (login != null) {
            // The library takes null for the default user.
            String user = login.user().isEmpty() ? null : login.user();
            uri.setCredentialsProvider(
                    RedisCredentialsProvider.from(() -> RedisCredentials.just(user, login.password())));
        }
        return uri;
    }

    static void shutdown(RedisClient client) {
        ClientResources resources = client.getResources();
        client.shutdownAsync(0, 1, TimeUnit.SECONDS).whenComplete((_, _) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
    }
}
