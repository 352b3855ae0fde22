/** {@code berth kube} at a real API server while much goes wrong: nothing is bound twice, over-committed or forgotten. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube.fault;
