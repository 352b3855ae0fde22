/** What objects of Kubernetes say, in Berth's words: nodes and jobs as they are declared. */
package io.berth.kube.convention;
