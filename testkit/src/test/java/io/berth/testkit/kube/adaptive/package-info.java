/** Strategies that are chosen while pods of a real cluster run. */
package io.berth.testkit.kube.adaptive;
