/** What requests and answers look like on the wire: documents, events of streams and errors, as OpenAI has them. */
@NullMarked
package io.berth.gateway.fake.openai;

import org.jspecify.annotations.NullMarked;
