/** Clusters, jobs and whole days drawn from a seed, for property tests. */
package io.berth.testkit.random;
