/** Which servers are replicas of an object of Kubernetes that is to have as many as the requests need (decision 115). */
@NullMarked
package io.berth.gateway.scale;

import org.jspecify.annotations.NullMarked;
