/** What is said of devices: those that drivers offer, the claims that pods have of them, what is allocated ({@code resource.k8s.io/v1}). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.claim;
