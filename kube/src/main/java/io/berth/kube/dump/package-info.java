/** What somebody's commands printed of a cluster, as the journal that a recorder would have written. */
package io.berth.kube.dump;
