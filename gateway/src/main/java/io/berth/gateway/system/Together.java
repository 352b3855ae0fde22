package io.berth.gateway.system;

import io.berth.edge.metric.MetricSource;
import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Roster;
import io.berth.gateway.peer.Channel;
import io.berth.gateway.peer.Gossip;
import io.berth.gateway.peer.HttpChannel;
import io.berth.gateway.peer.Loads;
import io.berth.gateway.peer.Subject;
import io.berth.gateway.peer.Topic;
import io.berth.gateway.redis.RedisAnswers;
import io.berth.gateway.redis.RedisChannel;
import io.berth.gateway.redis.RedisLink;
import io.berth.gateway.setting.Caching;
import io.berth.gateway.setting.RedisSpec;
import io.berth.gateway.setting.Sharing;
import io.berth.gateway.tenant.Accounts;
import io.berth.gateway.tenant.Shares;
import io.berth.gateway.tenant.Time;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a gateway has together with others of its deployment. Where it has no Redis, nothing of one is loaded. */
final class Together implements AutoCloseable {
    private final Sharing sharing;
    private final Accounts accounts;
    private final Consumer<String> note;
    private final List<MetricSource> figures = new ArrayList<>();
    /** In the order in which they close. */
    private final List<AutoCloseable> closing = new ArrayList<>();

    private @Nullable RedisLink redis;
    private @Nullable Gossip gossip;

    Together(Sharing sharing, Accounts accounts, Consumer<String> note) {
        this.sharing = sharing;
        this.accounts = accounts;
        this.note = note;
    }

    /** Where answers are kept; null for nowhere. */
    @Nullable
    AnswerCache cache(@Nullable Caching caching) {
        if (caching == null) {
            return null;
        }
        if (sharing.redisForAnswers() == null) {
            return new AnswerCache(caching.bytes(), caching.entryBytes(), caching.keptNanos());
        }
        RedisAnswers kept = new RedisAnswers(
                redis(sharing.redisForAnswers()),
                accounts::name,
                Time.SYSTEM,
                caching.entryBytes(),
                caching.keptNanos());
        return new AnswerCache(caching.bytes(), caching.entryBytes(), caching.keptNanos(), kept);
    }

    /** Others are to hear of these, and to be heard. */
    void share(Desk desk, Roster roster, Subject demand) {
        Sharing.Peering peering = sharing.peering();
        RedisSpec spec = sharing.redisForGateways();
        if (peering == null && spec == null) {
            return;
        }
        Channel channel = spec == null ? new HttpChannel(asked(peering), note) : new RedisChannel(redis(spec), note);
        // A number that JSON has exactly, whatever reads it.
        long life = new SecureRandom().nextLong(1L << 53);
        Gossip made = new Gossip(
                channel,
                life,
                Map.of(
                        Topic.TENANTS,
                        new Shares(accounts, life),
                        Topic.LOAD,
                        new Loads(desk, roster),
                        Topic.DEMAND,
                        demand),
                System::nanoTime,
                note);
        gossip = made;
        closing.addFirst(made);
        figures.add(new GossipFigures(made));
    }

    /** Begins; clients connect to {@code port}. */
    void start(int port) {
        if (gossip != null) {
            RedisSpec spec = sharing.redisForGateways();
            gossip.start(spec == null ? "" : spec.name().isEmpty() ? host() + ":" + port : spec.name());
        }
    }

    /** What others are told at {@code path}; null where nothing is. */
    @Nullable
    Told told(String path, @Nullable String secret) {
        Topic topic = Topic.at(path);
        Sharing.Peering peering = sharing.peering();
        if (topic == null || gossip == null || peering == null) {
            return null;
        }
        return HttpChannel.knows(peering, secret) ? new Told(gossip.told(topic)) : Told.NOTHING;
    }

    /** What one is told; null where it is no peer. */
    record Told(@Nullable String text) {
        static final Told NOTHING = new Told(null);
    }

    List<MetricSource> figures() {
        return figures;
    }

    @Override
    public void close() {
        for (AutoCloseable each : closing) {
            try {
                each.close();
            } catch (Exception e) {
                note.accept("what it shared with others ended badly: " + e);
            }
        }
    }

    private RedisLink redis(RedisSpec spec) {
        RedisLink link = redis;
        if (link == null) {
            link = new RedisLink(spec, note);
            redis = link;
            closing.add(link);
            figures.add(new RedisFigures(link));
        }
        return link;
    }

    private static Sharing.Peering asked(Sharing.@Nullable Peering peering) {
        if (peering == null) {
            throw new IllegalStateException("There are no peers.");
        }
        return peering;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "gateway";
        }
    }
}
