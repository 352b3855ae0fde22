package io.berth.kube.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pods of gangs that could not be bound where the state has them, until they are, or wait as any other pod does: how often, where, and
 * why. From any thread.
 */
public final class Refusals {
    /** As {@code Binder} pauses before it sends the same again. */
    private static final long FIRST_PAUSE_MILLIS = 100;

    /** The longest that kube-scheduler lets a pod rest by default (KubeSchedulerConfiguration, podMaxBackoffSeconds). */
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    /** Nodes that refused a pod earlier are tried again, and preferences stay few. */
    private static final int MOST_AVOIDED = 8;

    private final Map<String, Tries> tries = new ConcurrentHashMap<>();
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final Set<String> pausing = ConcurrentHashMap.newKeySet();
    private volatile Consumer<String> letGo = _ -> {};

    /**
     * What came of a pod until now.
     *
     * @param nodes that refused it, the last one last
     * @param lastNanos when the last one did, by {@link System#nanoTime}
     */
    private record Tries(int count, List<String> nodes, String why, long lastNanos) {
        static Tries first(String node, String why) {
            return new Tries(1, List.of(node), why, System.nanoTime());
        }

        Tries and(String node, String newWhy) {
            List<String> now = new ArrayList<>(nodes);
            now.remove(node);
            now.add(node);
            List<String> last = now.subList(Math.max(0, now.size() - MOST_AVOIDED), now.size());
            return new Tries(count + 1, List.copyOf(last), newWhy, System.nanoTime());
        }

        long pauseMillis() {
            long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(count - 1, 20));
            return Math.max(0, pause - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastNanos));
        }

        boolean says(String node, String what) {
            return nodes.contains(node) && why.equals(what);
        }
    }

    /**
     * The pod of {@code uid} was not bound to {@code node}; it is to be looked at for that.
     *
     * @return false where that is known of this node for the same reason
     */
    public boolean refused(String uid, String node, String why) {
        Tries before = tries.get(uid);
        tries.merge(uid, Tries.first(node, why), (had, _) -> had.and(node, why));
        open.add(uid);
        return before == null || !before.says(node, why);
    }

    /** The pods for which nothing followed from that yet. */
    List<String> open() {
        return List.copyOf(open);
    }

    /** True where nothing followed from that yet. */
    boolean open(String uid) {
        return open.contains(uid);
    }

    /** {@code hears} the UIDs of pods that let go of the room where they were refused, before the state does; on the engine's thread. */
    public void whenLetGo(Consumer<String> hears) {
        letGo = hears;
    }

    /** It is tried again; that it was refused is kept in mind. */
    void again(String uid) {
        if (open.remove(uid)) {
            letGo.accept(uid);
        }
    }

    /** The pod is bound, gone, or waits as others do. */
    void forget(String uid) {
        again(uid);
        pausing.remove(uid);
        tries.remove(uid);
    }

    /** The nodes that the pod of {@code uid} had better not go to. */
    List<String> nodes(String uid) {
        Tries of = tries.get(uid);
        return of == null ? List.of() : of.nodes;
    }

    /** Why it was refused last, in the words of the server. */
    String why(String uid) {
        Tries of = tries.get(uid);
        return of == null ? "" : of.why;
    }

    /**
     * How long its next binding is put off, in milliseconds: counted from the last one that failed, and it doubles with each. It pauses from
     * now on where that is above 0.
     */
    public long pause(String uid) {
        Tries of = tries.get(uid);
        long pause = of == null ? 0 : of.pauseMillis();
        if (pause > 0) {
            pausing.add(uid);
        }
        return pause;
    }

    /** The pods that pause: nothing was sent to the server for the room that they hold. */
    List<String> pausing() {
        return List.copyOf(pausing);
    }

    /** It pauses no longer; false where it did not. */
    public boolean goesOn(String uid) {
        return pausing.remove(uid);
    }

    /** What a pod that is tried again is told; null for one that is not. */
    public @Nullable String told(String uid) {
        Tries of = tries.get(uid);
        return of == null
                ? null
                : "it was not bound to " + of.nodes.getLast() + ", and is tried again while it keeps its room: "
                        + of.why;
    }
}
