/** What is said of nodes, and asked of them, beside amounts of CPU and memory: devices, extended resources, labels, taints. */
@NullMarked
package io.berth.spec.cluster;

import org.jspecify.annotations.NullMarked;
