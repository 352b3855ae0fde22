/** {@code berth advise}: which strategy suits a workload, and by how much it is better than the one in force. */
@NullMarked
package io.berth.app.advise;

import org.jspecify.annotations.NullMarked;
