/** What exporters for Prometheus say of machines and their accelerators. */
@NullMarked
package io.berth.edge.load;

import org.jspecify.annotations.NullMarked;
