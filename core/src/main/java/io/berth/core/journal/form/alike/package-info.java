/** What was learnt of what tasks use, as fields. */
@NullMarked
package io.berth.core.journal.form.alike;

import org.jspecify.annotations.NullMarked;
