/** What the nodes of a cluster do, asked of who measures them: the metrics API of Kubernetes, Prometheus, DCGM's exporter (decision 80). */
@NullMarked
package io.berth.kube.load;

import org.jspecify.annotations.NullMarked;
