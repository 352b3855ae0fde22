/** Labels as bytes, wherever something is said of nodes or tasks. */
package io.berth.core.journal.form.label;
