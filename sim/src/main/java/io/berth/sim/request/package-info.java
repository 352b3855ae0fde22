/** Inference requests as they arrive: drawn from distributions or read from traces. */
package io.berth.sim.request;
