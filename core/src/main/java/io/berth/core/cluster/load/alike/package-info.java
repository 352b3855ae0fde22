/** What tasks will use, learnt from what tasks like them used (decision 86). */
@NullMarked
package io.berth.core.cluster.load.alike;

import org.jspecify.annotations.NullMarked;
