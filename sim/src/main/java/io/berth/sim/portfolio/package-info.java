/**
 * Which of several strategies suits a workload: what the workload is like, which strategies may suit it, a race between them in which time
 * goes to the good ones, and by how much the winner is better than the one in force.
 */
package io.berth.sim.portfolio;
