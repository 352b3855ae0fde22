/** Figures for Prometheus: each declared once, and written in its text format. */
package io.berth.console.metrics;
