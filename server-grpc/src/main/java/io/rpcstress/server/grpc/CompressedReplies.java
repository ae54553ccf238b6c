package io.rpcstress.server.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/**
 * Compresses the replies of a call whose requests are, by the interceptor that the library's own
 * example of a compressing server has: a library that reads gzip answers without it otherwise.
 * Thread-safe.
 */
final class CompressedReplies implements ServerInterceptor {
  private static final String GZIP = "gzip";
  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

  @Override
  public <M, A> ServerCall.Listener<M> interceptCall(
      ServerCall<M, A> call, Metadata headers, ServerCallHandler<M, A> next) {
    if (GZIP.equals(headers.get(ENCODING))) {
      call.setCompression(GZIP);
    }
    return next.startCall(call, headers);
  }
}
