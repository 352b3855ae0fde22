/** What is said of runs: figures by name, tables for people, rows of jobs. */
package io.berth.sim.report;
