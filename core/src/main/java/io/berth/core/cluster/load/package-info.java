/**
 * What is measured of nodes, beside what tasks ask for: figures over spans of time, how old they are, and what has been placed since that
 * they cannot show yet. Decision 80 says why it is so.
 */
@NullMarked
package io.berth.core.cluster.load;

import org.jspecify.annotations.NullMarked;
