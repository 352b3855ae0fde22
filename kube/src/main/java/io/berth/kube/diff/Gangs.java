package io.berth.kube.diff;

import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.workload.JobSpec;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.GangTopology;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Company;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The gangs of one comparison. As many pods as a gang lacks to be as large as it must be are one job, once there are so many that may
 * start; before that none of them is known to the state, and those beyond them start one by one when that job has its room.
 */
final class Gangs {
    private static final Comparator<Pod> OLDEST_FIRST = Comparator.comparingInt(
                    (Pod pod) -> -pod.spec().priority())
            .thenComparingLong(pod -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().name());

    private final Mirror mirror;
    private final Predicate<Pod> mayWait;
    private final State state;
    private final Asked asked;
    private final LinkedHashSet<GangName> seen = new LinkedHashSet<>();

    /** @param mayWait true for pods that wait here, and that nothing else holds back from starting with others */
    Gangs(Mirror mirror, Predicate<Pod> mayWait, State state, Asked asked) {
        this.asked = asked;
        this.mirror = mirror;
        this.mayWait = mayWait;
        this.state = state;
    }

    /** {@code pod} was looked at. */
    void sees(Pod pod) {
        GangName gang = GangName.of(pod);
        if (gang != null) {
            seen.add(gang);
        }
    }

    /** What follows for those that were seen; those of which some pods run already go before all else that comes with them. */
    void look(List<Event> events, List<String> podsAgain) {
        List<Event> first = new ArrayList<>();
        for (GangName name : seen) {
            Standing gang = standing(name);
            follow(gang, gang.placed > 0 ? first : events, podsAgain);
        }
        events.addAll(0, first);
    }

    /**
     * How a gang stands.
     *
     * @param lacks how many more must start; negative where nobody says how many there must be
     * @param placed how many of its pods have a place, or did their work
     * @param waiting the job that its pods wait as; null for none
     * @param free those that may start, and that the state does not know; the first to start first
     */
    private record Standing(
            GangName name, int lacks, int placed, @Nullable Job waiting, List<Pod> free) {}

    private Standing standing(GangName name) {
        int placed = 0;
        Job waiting = null;
        List<Pod> free = new ArrayList<>();
        List<Pod> pods = mirror.podsOf(name);
        for (Pod pod : pods) {
            TaskOfJob known = state.taskByKey(pod.meta().uid());
            if (pod.over()) {
                placed += GangNeeds.counts(pod, pods) ? 1 : 0;
            } else if (pod.bound() || known != null && !known.job().waiting()) {
                placed++;
            } else if (known != null) {
                waiting = known.job();
            } else if (mayWait.test(pod)) {
                free.add(pod);
            }
        }
        free.sort(OLDEST_FIRST);
        int least = GangNeeds.least(mirror, name, pods);
        return new Standing(name, least < 0 ? -1 : Math.max(0, least - placed), placed, waiting, free);
    }

    private void follow(Standing gang, List<Event> events, List<String> podsAgain) {
        Job waiting = gang.waiting;
        if (waiting != null && apart(gang, waiting)) {
            events.add(new Event.JobCancelled(waiting.id()));
            podsAgain.addAll(waiting.spec().terms().keys().tasks());
        } else if (gang.lacks == 0) {
            mayFollow(gang).stream()
                    .filter(this::mayStartAlone)
                    .forEach(pod -> submit(asked.of(pod, Company.NONE), events));
        } else if (gang.lacks > 0 && waiting == null && gang.free.size() >= gang.lacks) {
            together(gang).ifPresent(job -> submit(job, events));
        }
    }

    /** The job of those that must start; empty where they ask for too many different things, or the last has to wait for another. */
    private Optional<JobSpec> together(Standing gang) {
        List<Pod> pods = gang.free.subList(0, gang.lacks);
        if (pods.size() == 1 && !mayStartAlone(pods.getFirst())) {
            return Optional.empty();
        }
        Company company = Company.of(pods);
        return PodJob.gang(gang.name, pods, pod -> asked.of(pod, company));
    }

    /** False while it waits for a claim that it shares with others. */
    private boolean mayStartAlone(Pod pod) {
        return mirror.claims().needs(pod).waits().isEmpty();
    }

    /** True where {@code waiting} is not what the gang lacks, and must not start as if it was: those that it lacks start together. */
    private static boolean apart(Standing gang, Job waiting) {
        return waiting.mostTasks() > 1
                ? waiting.mostTasks() != gang.lacks
                : gang.lacks > 1 && (gang.placed == 0 || !gang.free.isEmpty());
    }

    /** Those that nothing keeps; where all must be in one domain and none has a place, the first alone, which says where that is. */
    private List<Pod> mayFollow(Standing gang) {
        GangTopology topology = gang.free.isEmpty() ? null : asked.topology(gang.name, gang.free.getFirst());
        if (topology == null || !topology.open()) {
            return gang.free;
        }
        return gang.waiting == null ? List.of(gang.free.getFirst()) : List.of();
    }

    private void submit(JobSpec job, List<Event> events) {
        events.add(new Event.JobSubmitted(state.nextJob(), job, Look.ORIGIN, -1));
    }
}
