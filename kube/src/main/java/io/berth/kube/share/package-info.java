/** Shares of devices as agents of other projects give them to pods: what a pod asks, what a node has, what is held, what is written (decision 81). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.share;
