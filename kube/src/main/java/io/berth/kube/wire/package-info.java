/** Messages of Kubernetes in protobuf, field by field: what is asked of them is read, the rest is skipped. */
package io.berth.kube.wire;
