/** Objects of Kubernetes as far as scheduling asks for them, and how they are read. Numbers of fields are those of k8s.io/api 0.36. */
package io.berth.kube.object;
