/**
 * Records as fields with numbers. What is written of a record is the number and the value of each field that is not what it is where
 * it is absent, in the order of the numbers, then 0. So a record gets another field without another format: earlier journals are read
 * with what the field is where it is absent, and a program that does not know a field says which, instead of reading on.
 *
 * <p>A record's fields are declared once, in a {@link io.berth.core.journal.field.Form}; a number is never given again.
 */
package io.berth.core.journal.field;
