/** How fast pods that claim devices are bound at a real API server, by whom, and what they get. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube.claim;
