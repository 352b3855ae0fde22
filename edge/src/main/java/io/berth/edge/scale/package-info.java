/**
 * How many replicas of a service there should be for what gateways say comes, whoever then has them start and stop: Berth itself (decision 108), or Kubernetes
 * (decision 115).
 */
@NullMarked
package io.berth.edge.scale;

import org.jspecify.annotations.NullMarked;
