/** What formats before tagged fields wrote; it is read and never written. Nothing is added here. */
package io.berth.core.journal.earlier;
