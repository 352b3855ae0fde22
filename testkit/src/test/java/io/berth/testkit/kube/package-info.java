/** {@code berth kube} at a real API server: a control plane on this machine, what is asked of it, and the tests that need one. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube;
