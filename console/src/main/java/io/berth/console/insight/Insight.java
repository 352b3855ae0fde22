package io.berth.console.insight;

import io.berth.console.alert.AlertBoard;
import io.berth.console.curve.Curves;
import io.berth.console.load.NodeLoads;
import io.berth.edge.access.JobTokens;

/**
 * What is learnt from jobs while they run.
 *
 * @param curves what they print or send of their training
 * @param alerts what somebody should look at
 * @param loads what the nodes do
 * @param jobTokens by which their tasks send it
 */
public record Insight(Curves curves, AlertBoard alerts, NodeLoads loads, JobTokens jobTokens) {}
