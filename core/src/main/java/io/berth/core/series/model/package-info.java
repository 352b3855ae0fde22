/**
 * Models of a series of numbers at even distances: each is fitted to a past, follows what is observed after it in constant time, and says
 * what comes. {@link io.berth.core.series.model.Smoothing} and {@link io.berth.core.series.model.Arima} are the two families; decision 99
 * says why they are Berth's own.
 */
@NullMarked
package io.berth.core.series.model;

import org.jspecify.annotations.NullMarked;
