/** GPUs that are cut into instances (MIG): profiles, where they may begin, and where an instance takes least from what may come. */
@NullMarked
package io.berth.core.cluster.device.mig;

import org.jspecify.annotations.NullMarked;
