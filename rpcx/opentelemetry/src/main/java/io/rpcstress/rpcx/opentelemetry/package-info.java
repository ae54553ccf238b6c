/**
 * Spans of RPCX calls for OpenTelemetry: an interceptor for either side, and the context that
 * travels between them. Knows the public package of RPCX and OpenTelemetry's API alone, not its
 * SDK.
 */
@NullMarked
package io.rpcstress.rpcx.opentelemetry;

import org.jspecify.annotations.NullMarked;
