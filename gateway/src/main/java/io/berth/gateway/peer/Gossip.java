package io.berth.gateway.peer;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What gateways of one deployment tell one another, by whatever way: five times a second what is at servers, each second what tenants
 * took. What is told are counts and states, so that the next one makes up for one that is lost. For any thread.
 */
public final class Gossip implements Channel.Ends, AutoCloseable {
    /** From one round to the next. */
    public static final long ROUND_MILLIS = 200;

    /** Who said nothing for so long is gone. */
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Who was heard so lately when the channel was lost may still be there: that it is lost is seen after two seconds. */
    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final Channel channel;
    private final long life;
    private final Map<Topic, Subject> subjects;
    private final Consumer<String> note;
    private final LongSupplier nanos;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-peers").factory());
    /** When others were heard last, by name. */
    private final TreeMap<String, Long> heard = new TreeMap<>();

    private volatile String name = "";
    private long round;
    private boolean lost;
    private boolean sameName;

    /**
     * @param life of this process, drawn at random
     * @param nanos a clock that only goes on
     * @param note told what people should know
     */
    public Gossip(Channel channel, long life, Map<Topic, Subject> subjects, LongSupplier nanos, Consumer<String> note) {
        this.channel = channel;
        this.life = life;
        this.subjects = new EnumMap<>(subjects);
        this.nanos = nanos;
        this.note = note;
    }

    /**
     * Begins.
     *
     * @param wanted the name by which others know it, the same after a restart; empty where the channel knows it
     */
    public void start(String wanted) {
        name = wanted;
        channel.open(this);
        rounds.scheduleAtFixedRate(this::round, 0, ROUND_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        rounds.shutdownNow();
        channel.close();
    }

    /** How many others were heard lately. */
    public synchronized int others() {
        return lost ? 0 : within(GONE_NANOS);
    }

    /** Whether others cannot be heard, because of the way by which they are. */
    public synchronized boolean lost() {
        return lost;
    }

    @Override
    public String told(Topic topic) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("life", life);
        document.putAll(subject(topic).told());
        return Json.line(document);
    }

    @Override
    public void heard(Topic topic, @Nullable String from, String text) {
        Tree document = JsonReader.read(Source.inline(from == null ? "a gateway" : from, text));
        long theirs = document.require("life").whole();
        if (theirs == life) {
            channel.echoed();
            return;
        }
        String gateway = from == null ? document.require("name").text() : from;
        if (from == null && gateway.equals(name)) {
            namesake();
            return;
        }
        synchronized (this) {
            heard.put(gateway, nanos.getAsLong());
        }
        subject(topic).heard(gateway, theirs, document);
    }

    /** Tells what is due, and looks whether others can be heard. */
    void round() {
        for (Topic topic : Topic.values()) {
            Subject subject = subjects.get(topic);
            if (subject != null && subject.due() && round % topic.rounds() == 0) {
                attempt(topic);
            }
        }
        round++;
        look();
    }

    private void attempt(Topic topic) {
        try {
            channel.round(topic);
        } catch (RuntimeException e) {
            note.accept("other gateways are not told of " + topic.label() + ": " + e);
        }
    }

    private synchronized void look() {
        if (channel.lost() == lost) {
            return;
        }
        lost = !lost;
        int gateways = lost ? 1 + within(LATELY_NANOS) : 1;
        subjects.values().forEach(subject -> subject.alone(gateways));
        if (!lost) {
            note.accept("other gateways can be heard again: quotas and load are those of all");
        } else if (gateways == 1) {
            note.accept(
                    "other gateways cannot be heard for now, if there are any: quotas and load are those of this one");
        } else {
            note.accept("other gateways cannot be heard for now: of a minute's quota this one has 1 of " + gateways
                    + " parts, and load is its own");
        }
    }

    private int within(long wantedNanos) {
        long now = nanos.getAsLong();
        return (int)
                heard.values().stream().filter(at -> now - at < wantedNanos).count();
    }

    private synchronized void namesake() {
        if (!sameName) {
            sameName = true;
            note.accept("another gateway calls itself " + name
                    + " too, so that what it tells counts for nothing: give one of them another redis.name");
        }
    }

    private Subject subject(Topic topic) {
        Subject subject = subjects.get(topic);
        if (subject == null) {
            throw new IllegalStateException("Nothing is told of " + topic.label() + ".");
        }
        return subject;
    }
}
