/** Replicas of an object that Kubernetes can scale follow what comes for them, by its scale subresource (decision 115). */
@NullMarked
package io.berth.kube.scale;

import org.jspecify.annotations.NullMarked;
