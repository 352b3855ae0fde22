/**
 * Scenarios: which cluster, which workload and which strategies are compared. The records are what a scenario file says, with
 * every default filled in and every unit converted; {@link io.berth.spec.scenario.ScenarioSchema} declares the keys.
 */
package io.berth.spec.scenario;
