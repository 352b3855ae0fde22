/** Reservations: nodes that are kept for some jobs, or for nobody, for a time that is known before (decision 104). */
package io.berth.core.reserve;
