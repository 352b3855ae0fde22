/** Bytes of the journal: numbers, texts, and what is no record. */
package io.berth.core.journal.bytes;
