/**
 * Forecasts of series of numbers at even distances, such as requests per minute or nodes in use: methods behind one interface, an ensemble of them that
 * says its intervals, and series that are followed as they grow, which tell when they drift. Pure arithmetic: the same values give the same forecasts
 * in any JVM, so passes may use them. Decision 99 says why it is so.
 */
@NullMarked
package io.berth.core.series;

import org.jspecify.annotations.NullMarked;
