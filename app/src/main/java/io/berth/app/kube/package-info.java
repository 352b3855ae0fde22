/** {@code berth kube}: a Kubernetes cluster, scheduled by Berth. */
package io.berth.app.kube;
