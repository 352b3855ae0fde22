/** The series of the M4 competition, forecast by Berth's methods. */
@NullMarked
package io.berth.sim.table.m4;

import org.jspecify.annotations.NullMarked;
