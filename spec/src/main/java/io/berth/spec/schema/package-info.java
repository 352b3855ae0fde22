/**
 * The shape of what users write, declared once as data: {@link io.berth.spec.schema.Section}s of
 * {@link io.berth.spec.schema.Key}s. Checking a text, the published JSON Schema and the commented reference file follow from it.
 */
package io.berth.spec.schema;
