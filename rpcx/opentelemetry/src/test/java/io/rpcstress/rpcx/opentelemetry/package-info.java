/** Tests of the spans, over real sockets. */
package io.rpcstress.rpcx.opentelemetry;
