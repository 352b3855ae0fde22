/** Who of several schedules: the one that holds a lease (k8s.io/client-go, tools/leaderelection, whose rules these are). */
package io.berth.kube.lease;
