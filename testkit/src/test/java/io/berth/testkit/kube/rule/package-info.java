/** Where a pod may go, by Berth and by kube-scheduler at the same API server: cases by hand and by chance. */
@org.jspecify.annotations.NullMarked
package io.berth.testkit.kube.rule;
