/** What {@code berth gateway --config} reads. */
@NullMarked
package io.berth.gateway.setting;

import org.jspecify.annotations.NullMarked;
