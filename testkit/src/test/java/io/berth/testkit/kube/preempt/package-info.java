/** What a gang costs others that makes room for itself: Berth and kube-scheduler on the same cases. */
package io.berth.testkit.kube.preempt;
