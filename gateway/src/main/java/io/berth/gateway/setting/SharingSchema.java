package io.berth.gateway.setting;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;

/** The keys that say what several gateways share. */
final class SharingSchema {
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape.Value FILE = Shape.of(ValueType.FILE);

    static final Section REDIS_SECTION = Section.of(
            "redis",
            "A Redis, for what several gateways of one deployment have together. No request fails because of it.",
            Key.of("url", TEXT, "Where it is: redis://HOST:PORT/DATABASE, or rediss:// for TLS.")
                    .mandatory()
                    .example("redis://127.0.0.1:6379"),
            Key.of("user", TEXT, "Of its access control list; absent: the default user.")
                    .example("berth"),
            Key.of("password_file", FILE, "A file with the password, relative to this file; absent: none.")
                    .example("redis-password"),
            Key.of("password_env", TEXT, "A variable of the environment with the password; absent: none.")
                    .example("REDIS_PASSWORD"),
            Key.of("ca", FILE, "A PEM file with the authorities of its certificate; absent: those of the JDK.")
                    .example("ca.pem"),
            Key.of(
                            "prefix",
                            TEXT,
                            "What all keys and channels begin with, before a colon; gateways of one deployment have the same.")
                    .fallback("berth"),
            Key.of(
                            "name",
                            TEXT,
                            "By which other gateways know this one, the same after a restart; absent: its host and port.")
                    .example("gateway-1"),
            Key.of("timeout", Shape.of(ValueType.DURATION), "How long a request waits for it at most.")
                    .fallback("10ms"),
            Key.of(
                            "use",
                            new Items(TEXT),
                            "cache: answers that are kept are kept there too; gateways: quotas and load are shared by it.")
                    .fallback("[cache, gateways]"));

    static final Key REDIS = Key.of("redis", new Nested(REDIS_SECTION), "What gateways have together; absent: none.")
            .example("{url: \"redis://127.0.0.1:6379\"}");

    static final Key PEERS = Key.of(
                    "peers",
                    new Items(TEXT),
                    "The other gateways before these servers, with which quotas and load are shared; absent: none.")
            .example("[\"http://10.0.0.2:7120\"]")
            .with("peer_secret");

    static final Key PEER_SECRET = Key.of(
                    "peer_secret", TEXT, "By which they know one another, the same for all; at least 16 characters.")
            .example("drawn-at-random-0123456789");

    private SharingSchema() {}
}
