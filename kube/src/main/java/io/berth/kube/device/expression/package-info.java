/**
 * Expressions in CEL that say which devices a claim takes (resource.k8s.io, {@code DeviceSelector}), as Kubernetes evaluates them
 * (k8s.io/dynamic-resource-allocation, cel/compile.go).
 */
@NullMarked
package io.berth.kube.device.expression;

import org.jspecify.annotations.NullMarked;
