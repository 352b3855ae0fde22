/** Replicas of a Deployment that follow a load, at a real API server. */
@NullMarked
package io.berth.testkit.kube.scale;

import org.jspecify.annotations.NullMarked;
