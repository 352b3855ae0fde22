/** What a scheduler of somebody else's asks: which nodes will do for a pod, which is best, whom to preempt; the pods it then binds. */
package io.berth.kube.extend;
