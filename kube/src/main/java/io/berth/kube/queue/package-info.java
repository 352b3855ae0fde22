/** The queues of a cluster as its objects say them: those of Berth itself, of Kueue, Volcano and KAI Scheduler; which of them a pod is in (decision 97). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.queue;
