/** Which devices a claim gets on which node, by what drivers offer and what others have. */
@org.jspecify.annotations.NullMarked
package io.berth.kube.device;
