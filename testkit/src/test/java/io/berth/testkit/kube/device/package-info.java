/** Pods that make room for the devices of others, at a real API server. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube.device;
