/** What was learnt, as data, and how it decides: plain Java, in a fixed order of sums, the same on every machine. */
@NullMarked
package io.berth.core.model;

import org.jspecify.annotations.NullMarked;
