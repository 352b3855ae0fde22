/** Reservations of nodes as fields by number. */
package io.berth.core.journal.form.reserve;
