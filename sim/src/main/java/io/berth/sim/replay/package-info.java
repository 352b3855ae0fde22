/**
 * Requests that a gateway recorded, under other balancers: servers as the record shows them to be, the same requests once more, and what
 * comes of that beside what really was (decision 70).
 */
@NullMarked
package io.berth.sim.replay;

import org.jspecify.annotations.NullMarked;
