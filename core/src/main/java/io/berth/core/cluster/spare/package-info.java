/**
 * What best-effort tasks hold of nodes, beside what all others ask for, and what is known of how much of that the others use. Decision 87
 * says why it is so.
 */
@NullMarked
package io.berth.core.cluster.spare;

import org.jspecify.annotations.NullMarked;
