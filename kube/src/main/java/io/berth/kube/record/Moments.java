package io.berth.kube.record;

import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When what became of pods happened. What is seen soon happened now; of what is seen late, as nobody listened, the objects say when, to
 * the second: that they were made, and bound.
 *
 * @param knownNanos what happened before that is known, UTC; {@link Nanos#NEVER} where all that is there is taken as it is
 * @param nowNanos UTC
 */
record Moments(Mirror mirror, Account account, long knownNanos, long nowNanos) {
    /** A second that a server names has begun up to a second before, and its clock may differ. */
    private static final long SOON_NANOS = 3 * Nanos.SECOND;

    /**
     * Something to look at.
     *
     * @param kind what goes first of one moment
     */
    record Moment(long atNanos, Kind kind, String uid) {
        boolean created() {
            return kind == Kind.CREATED;
        }
    }

    /** What frees room goes before what takes it, and what was there already before what comes. */
    enum Kind {
        GONE,
        THERE,
        CREATED,
        CHANGED
    }

    /** Those of the pods {@code uids}, in turn. */
    List<Moment> of(List<String> uids, State state) {
        List<Moment> moments = new ArrayList<>();
        for (String uid : uids) {
            Pod pod = mirror.pod(uid);
            boolean known = state.taskByKey(uid) != null;
            if (pod == null || pod.over()) {
                moments.add(new Moment(nowNanos, Kind.GONE, uid));
            } else if (!pod.bound()) {
                moments.add(new Moment(at(pod.meta().createdSeconds()), Kind.CHANGED, uid));
            } else if (known) {
                moments.add(new Moment(at(pod.status().boundSeconds()), Kind.CHANGED, uid));
            } else if (account.isNew(pod, state)
                    && pod.meta().createdSeconds() * Nanos.SECOND > knownNanos - SOON_NANOS) {
                moments.add(new Moment(at(pod.meta().createdSeconds()), Kind.CREATED, uid));
                moments.add(new Moment(at(pod.status().boundSeconds()), Kind.CHANGED, uid));
            } else {
                moments.add(new Moment(at(pod.status().boundSeconds()), Kind.THERE, uid));
            }
        }
        moments.sort(Comparator.comparingLong(Moment::atNanos).thenComparing(Moment::kind));
        return moments;
    }

    private long at(long seconds) {
        long nanos = seconds * Nanos.SECOND;
        return nanos > knownNanos && nowNanos - nanos > SOON_NANOS ? nanos : nowNanos;
    }
}
