/**
 * An API server in memory, as far as a scheduler that binds pods asks one: what the start-up cache of {@code berth kube} is made with, and what its server
 * of HTTP/2 is for tests.
 */
@org.jspecify.annotations.NullMarked
package io.berth.kube.rehearsal;
