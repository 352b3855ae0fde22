/**
 * How many servers there should be for the requests that come, asked now and then: by the formula that Kubernetes goes by, by what came last, or by what a
 * forecast says will come once a server that starts now is there (decision 103). Nothing here has a clock or starts a server; simulations and whoever runs real ones ask
 * the same classes.
 */
@NullMarked
package io.berth.core.scale;

import org.jspecify.annotations.NullMarked;
