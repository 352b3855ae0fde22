/** The bytes of pools of nodes. */
package io.berth.core.journal.form.pool;
