/** Where the pods are that a Service or an InferencePool stands for, for those who send them requests. */
@NullMarked
package io.berth.kube.endpoint;

import org.jspecify.annotations.NullMarked;
