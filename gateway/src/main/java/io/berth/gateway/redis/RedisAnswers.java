package io.berth.gateway.redis;

import io.berth.gateway.cache.Answer;
import io.berth.gateway.cache.Asked;
import io.berth.gateway.cache.Store;
import io.berth.gateway.tenant.Time;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers that gateways keep together in Redis, by a hash of tenant, path and body: a key tells nothing of a prompt but to who guesses all
 * of it. For any thread.
 */
public final class RedisAnswers implements Store {
    private final RedisLink redis;
    private final IntFunction<String> tenants;
    private final Time time;
    private final long entryBytes;
    private final long keptMillis;

    /**
     * @param tenants names by number: other gateways have other numbers
     * @param entryBytes of an answer, at most
     * @param keptNanos how long one is kept
     */
    public RedisAnswers(RedisLink redis, IntFunction<String> tenants, Time time, long entryBytes, long keptNanos) {
        this.redis = redis;
        this.tenants = tenants;
        this.time = time;
        this.entryBytes = entryBytes;
        keptMillis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(keptNanos));
    }

    @Override
    public boolean there() {
        return redis.there();
    }

    @Override
    public CompletionStage<@Nullable Found> find(Asked asked) {
        byte[] key = key(asked);
        return redis.get(key, AnswerForm.most(entryBytes)).thenApply(value -> value == null ? null : found(key, value));
    }

    private @Nullable Found found(byte[] key, byte[] value) {
        AnswerForm.Dated dated = AnswerForm.read(key, value);
        if (dated == null || dated.answer().body().length > entryBytes) {
            redis.unreadable();
            return null;
        }
        // Where the clock of who wrote it is ahead, it is as new as can be.
        long left = Math.min(keptMillis, dated.madeMillis() + keptMillis - time.millis());
        return left <= 0 ? null : new Found(dated.answer(), TimeUnit.MILLISECONDS.toNanos(left));
    }

    @Override
    public void keep(Asked asked, Answer answer) {
        byte[] key = key(asked);
        byte[] value = AnswerForm.write(key, answer, time.millis());
        if (value != null) {
            redis.set(key, value, keptMillis);
        }
    }

    private byte[] key(Asked asked) {
        byte[] tenant = tenants.apply(asked.tenant()).getBytes(StandardCharsets.UTF_8);
        byte[] path = asked.path().getBytes(StandardCharsets.UTF_8);
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(tenant.length)
                .putInt(path.length)
                .array());
        digest.update(tenant);
        digest.update(path);
        digest.update(ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(asked.first())
                .putLong(asked.second())
                .putLong(asked.third())
                .putLong(asked.fourth())
                .array());
        return redis.name("answer:" + HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
