/** Pods with shares of devices at a real API server, where a test is the agent on a node. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube.share;
