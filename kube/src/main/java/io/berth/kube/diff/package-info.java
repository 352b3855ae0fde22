/** What the cluster is, against what the state holds it to be: the difference, as events. The cluster is right. */
package io.berth.kube.diff;
