/** Runs in which much goes wrong, as people write and read them: cluster, jobs, strategy, and what happens beside. */
package io.berth.spec.fault;
