package io.berth.kube.record;

import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

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

    /** Those of the pods that were heard of, in turn. */
    List<Moment> of(Map<String, Hearing.Times> heard, State state) {
        List<Moment> moments = new ArrayList<>();
        heard.forEach((uid, times) -> add(uid, times, state, moments));
        moments.sort(Comparator.comparingLong(Moment::atNanos)
                .thenComparing(Moment::kind)
                .thenComparing(moment -> text(moment.uid())));
        return moments;
    }

    private void add(String uid, Hearing.Times times, State state, List<Moment> moments) {
        Pod pod = mirror.pod(uid);
        if (pod == null || pod.over()) {
            moments.add(new Moment(heard(times.lastNanos()), Kind.GONE, uid));
            return;
        }
        boolean known = state.taskByKey(uid) != null;
        long made = at(pod.meta().createdSeconds(), times.madeNanos());
        if (!pod.bound()) {
            // It may be bound by the time that this is written; the next hearing tells of that.
            moments.add(
                    account.isNew(pod, state)
                            ? new Moment(made, Kind.CREATED, uid)
                            : new Moment(known ? heard(times.lastNanos()) : made, Kind.CHANGED, uid));
            return;
        }
        long bound = at(pod.status().boundSeconds(), times.boundNanos());
        boolean late = pod.meta().createdSeconds() * Nanos.SECOND > knownNanos - SOON_NANOS;
        if (account.isNew(pod, state) && (late || times.madeNanos() > 0)) {
            moments.add(new Moment(made, Kind.CREATED, uid));
            moments.add(new Moment(Math.max(made, bound), Kind.CHANGED, uid));
        } else {
            moments.add(new Moment(bound, known ? Kind.CHANGED : Kind.THERE, uid));
        }
    }

    /** Those of one moment go by name, so that a cluster that is listed anew is told of in the same order. */
    private String text(String uid) {
        Pod pod = mirror.pod(uid);
        return pod == null ? uid : pod.meta().key().text();
    }

    /** The moment that an object names, where it was heard of late; else when it was heard of. */
    private long at(long seconds, long heardNanos) {
        long heard = heard(heardNanos);
        long nanos = seconds * Nanos.SECOND;
        return nanos > knownNanos && heard - nanos > SOON_NANOS ? nanos : heard;
    }

    private long heard(long nanos) {
        return nanos == 0 ? nowNanos : nanos;
    }
}
