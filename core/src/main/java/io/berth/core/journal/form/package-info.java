/**
 * What the journal and the state write of jobs, nodes, strategies, events and decisions: each declared once, field by field. To give
 * one another field, declare it with the next number and hand it to the constructor behind it.
 */
package io.berth.core.journal.form;
