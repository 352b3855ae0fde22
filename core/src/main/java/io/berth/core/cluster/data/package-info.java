/** Data sets that tasks read: how large they are, and which nodes hold them (decision 85). */
@NullMarked
package io.berth.core.cluster.data;

import org.jspecify.annotations.NullMarked;
