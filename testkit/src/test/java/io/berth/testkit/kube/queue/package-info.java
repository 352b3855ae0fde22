/** Queues of a cluster, as its objects say them. */
package io.berth.testkit.kube.queue;
