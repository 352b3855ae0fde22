/** What the network between nodes carries, by how near they are to one another (decision 83). */
@NullMarked
package io.berth.core.cluster.network;

import org.jspecify.annotations.NullMarked;
