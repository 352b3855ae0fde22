/**
 * How long those wait who come to several servers that serve one queue, by queueing theory: of measured rates and variances, without a simulation. Times
 * are seconds. Decision 99 says which formulas, and how far they are off.
 */
@NullMarked
package io.berth.core.queueing;

import org.jspecify.annotations.NullMarked;
