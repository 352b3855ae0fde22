package io.berth.gateway.redis;

import io.berth.gateway.peer.Channel;
import io.berth.gateway.peer.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gateways publish in channels of a Redis, and hear what is published there; nothing of it is kept. A gateway that does not hear itself
 * hears nobody. For any thread.
 */
public final class RedisChannel implements Channel {
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final RedisLink redis;
    private final Consumer<String> note;
    private volatile @Nullable Ends ends;
    private volatile long echoedNanos = System.nanoTime();
    private volatile boolean strange;

    /** @param note told once where something is published that no gateway says */
    public RedisChannel(RedisLink redis, Consumer<String> note) {
        this.redis = redis;
        this.note = note;
    }

    @Override
    public void open(Ends wanted) {
        ends = wanted;
        List<String> names = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            names.add(topic.label());
        }
        redis.subscribe(names, this::heard);
    }

    private void heard(String name, String text) {
        Ends told = ends;
        if (told == null) {
            return;
        }
        for (Topic topic : Topic.values()) {
            if (topic.label().equals(name)) {
                hear(told, topic, text);
            }
        }
    }

    private void hear(Ends told, Topic topic, String text) {
        try {
            told.heard(topic, null, text);
        } catch (RuntimeException e) {
            if (!strange) {
                strange = true;
                note.accept("what somebody publishes in Redis is no word of a gateway, and counts for nothing: "
                        + e.getMessage());
            }
        }
    }

    @Override
    public void round(Topic topic) {
        Ends told = ends;
        redis.hears(!lost());
        if (told != null) {
            redis.publish(topic.label(), told.told(topic));
        }
    }

    @Override
    public void echoed() {
        echoedNanos = System.nanoTime();
    }

    @Override
    public boolean lost() {
        return System.nanoTime() - echoedNanos > SILENT_NANOS;
    }

    @Override
    public void close() {
        ends = null;
    }
}
