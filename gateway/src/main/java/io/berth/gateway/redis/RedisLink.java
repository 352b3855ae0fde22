package io.berth.gateway.redis;

import io.berth.gateway.setting.RedisSpec;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A Redis as a gateway has it: asked without waiting, given up after some milliseconds, and left alone for a while where it does not
 * answer. For any thread.
 */
public final class RedisLink implements AutoCloseable {
    /** Answers that are on their way there; more are not kept. */
    private static final int MOST_WRITES = 64;

    private final RedisSpec spec;
    private final RedisClient client;
    private final Line<StatefulRedisConnection<byte[], byte[]>> commands;
    private volatile @Nullable Line<StatefulRedisPubSubConnection<byte[], byte[]>> words;
    private final Consumer<String> note;
    private final Breaker reads = new Breaker();
    private final Breaker writes = new Breaker();
    private final LongAdder found = new LongAdder();
    private final LongAdder missing = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder passed = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder unwritten = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder writing = new LongAdder();

    /**
     * How it was used.
     *
     * @param found answers that it had
     * @param missing that it did not have
     * @param failed questions that it did not answer in time, or refused
     * @param passed questions that were not asked as it had failed before
     * @param written answers that it keeps
     * @param unwritten answers that it did not take
     * @param unreadable values that are no answers
     */
    public record Figures(
            long found, long missing, long failed, long passed, long written, long unwritten, long unreadable) {}

    /** @param note told when it is there, and when it is not */
    public RedisLink(RedisSpec spec, Consumer<String> note) {
        this.spec = spec;
        this.note = note;
        client = Clients.of(spec);
        commands = new Line<>(
                () -> client.connectAsync(ByteArrayCodec.INSTANCE, Clients.uri(spec)),
                spec.place().toString(),
                note);
        commands.open(_ -> {});
    }

    /** Whether it is worth asking for an answer now. */
    boolean there() {
        if (commands.now() != null && reads.open(System.nanoTime())) {
            return true;
        }
        passed.increment();
        return false;
    }

    /** The value of {@code key}, at most {@code most} bytes of it; null for none, and where it cannot be told soon. It never fails. */
    CompletionStage<byte @Nullable []> get(byte[] key, long most) {
        StatefulRedisConnection<byte[], byte[]> now = commands.now();
        if (now == null || !reads.lets(System.nanoTime())) {
            passed.increment();
            return CompletableFuture.completedFuture(null);
        }
        return within(now.async().getrange(key, 0, most)).handle((value, problem) -> {
            long nanos = System.nanoTime();
            if (problem != null) {
                failed.increment();
                reads.failed(nanos);
                commands.silent(nanos);
                return null;
            }
            reads.answered();
            commands.answered();
            (value.length == 0 ? missing : found).increment();
            return value.length == 0 ? null : value;
        });
    }

    /** Sets {@code key} for so long, if that can be done now. */
    void set(byte[] key, byte[] value, long millis) {
        StatefulRedisConnection<byte[], byte[]> now = commands.now();
        if (now == null || writing.sum() >= MOST_WRITES || !writes.lets(System.nanoTime())) {
            unwritten.increment();
            return;
        }
        writing.increment();
        RedisFuture<String> set = now.async().set(key, value, SetArgs.Builder.px(millis));
        set.whenComplete((_, _) -> writing.decrement());
        within(set).whenComplete((_, problem) -> {
            if (problem == null) {
                written.increment();
                writes.answered();
            } else {
                unwritten.increment();
                writes.failed(System.nanoTime());
            }
        });
    }

    /** {@code heard} is told what is published in {@code channels} from now on, on one thread: the channel, and the text. */
    void subscribe(List<String> channels, BiConsumer<String, String> heard) {
        byte[][] names = channels.stream().map(this::name).toArray(byte[][]::new);
        Line<StatefulRedisPubSubConnection<byte[], byte[]>> line = new Line<>(
                () -> client.connectPubSubAsync(ByteArrayCodec.INSTANCE, Clients.uri(spec)),
                spec.place() + ", to be heard by,",
                note);
        line.open(connection -> {
            connection.addListener(new RedisPubSubAdapter<>() {
                @Override
                public void message(byte[] channel, byte[] message) {
                    String name = new String(channel, StandardCharsets.UTF_8);
                    heard.accept(name.substring(spec.prefix().length()), new String(message, StandardCharsets.UTF_8));
                }
            });
            connection.async().subscribe(names);
        });
        words = line;
    }

    /** Whether what is published comes back; where it does not for long, another connection is made. */
    void hears(boolean all) {
        Line<?> line = words;
        if (line == null) {
            return;
        }
        if (all) {
            line.answered();
        } else {
            line.silent(System.nanoTime());
        }
    }

    /** Publishes {@code text}, if that can be done now. */
    void publish(String channel, String text) {
        StatefulRedisConnection<byte[], byte[]> now = commands.now();
        if (now != null) {
            within(now.async().publish(name(channel), text.getBytes(StandardCharsets.UTF_8)))
                    .whenComplete((_, problem) -> {
                        if (problem == null) {
                            commands.answered();
                        } else {
                            commands.silent(System.nanoTime());
                        }
                    });
        }
    }

    /** The name of a key or a channel. */
    byte[] name(String name) {
        return (spec.prefix() + name).getBytes(StandardCharsets.UTF_8);
    }

    /** A value was there that is no answer. */
    void unreadable() {
        unreadable.increment();
    }

    /** Whether it is connected. */
    public boolean connected() {
        return commands.now() != null;
    }

    /** How it was used since this gateway began. */
    public Figures figures() {
        return new Figures(
                found.sum(),
                missing.sum(),
                failed.sum(),
                passed.sum(),
                written.sum(),
                unwritten.sum(),
                unreadable.sum());
    }

    /** What comes of {@code asked} in time; the command itself is not touched, as its answer may still come. */
    private <T> CompletableFuture<T> within(RedisFuture<T> asked) {
        return asked.toCompletableFuture()
                .thenApply(value -> value)
                .toCompletableFuture()
                .orTimeout(spec.timeoutNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        commands.close();
        Line<?> heard = words;
        if (heard != null) {
            heard.close();
        }
        Clients.shutdown(client);
    }
}
