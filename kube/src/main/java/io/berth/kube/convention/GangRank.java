package io.berth.kube.convention;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Terms;
import io.berth.kube.object.PodGroup.Disruption;

/** How the pods of a PodGroup stand beside others: its priority goes before their own, and they may be stopped together alone. */
public final class GangRank {
    private GangRank() {}

    /** {@code job} of such pods, with what that comes to. */
    public static JobSpec asked(JobSpec job, GangName gang, Disruption disruption) {
        Integer priority = disruption.priority();
        Terms terms = disruption.preempts() ? job.terms() : job.terms().sparing();
        if (disruption.all()) {
            terms = terms.withInterruption(terms.interruption().with(gang.text()));
        }
        return (priority == null ? job : job.withPriority(priority)).withTerms(terms);
    }
}
