/** Claims of volumes, the volumes and classes they come from, and which nodes a pod that has them may go to. */
package io.berth.kube.volume;
