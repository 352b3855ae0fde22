/**
 * Figures for Prometheus. Whoever counts something declares it beside what it counts and writes it as a {@link
 * io.berth.edge.metric.MetricSource}; whoever serves them puts the sources together as {@link io.berth.edge.metric.Metrics}.
 */
@NullMarked
package io.berth.edge.metric;

import org.jspecify.annotations.NullMarked;
