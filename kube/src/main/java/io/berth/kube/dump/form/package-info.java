/** Objects of Kubernetes as JSON, written as the bytes that the API server would have sent, for the readers that there are. */
package io.berth.kube.dump.form;
