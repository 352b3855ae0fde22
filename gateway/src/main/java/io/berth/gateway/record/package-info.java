/** Who hears of requests that have ended: logs, records, figures, spans. */
@NullMarked
package io.berth.gateway.record;

import org.jspecify.annotations.NullMarked;
