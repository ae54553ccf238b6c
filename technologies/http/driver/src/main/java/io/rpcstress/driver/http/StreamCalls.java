package io.rpcstress.driver.http;

import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.http.Exchange.Resource;
import java.net.URI;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Calls that are streams: a body of lines, each of which is made, or checked, as it passes. */
final class StreamCalls {
  private StreamCalls() {}

  static Caller<StreamRequest, StreamReply> fromServer(Exchange exchange) {
    Function<String, Resource> resources =
        resources(exchange, StreamJson.FROM_SERVER_PATH, JsonMethods.TYPE);
    return request -> {
      StreamTally tally = new StreamTally(request);
      StreamJson.Lines lines = new StreamJson.Lines(request.encoding(), tally::receive);
      exchange.postForParts(
          resources.apply(request.encoding()), StreamJson.written(request), lines::read);
      try {
        lines.end();
      } catch (StreamJson.UnreadableException e) {
        throw new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
      }
      return tally.reply();
    };
  }

  static Caller<StreamRequest, StreamReply> fromClient(Exchange exchange) {
    Function<String, Resource> resources =
        resources(exchange, StreamJson.FROM_CLIENT_PATH, StreamJson.LINES);
    return request ->
        StreamJson.reply(
                request,
                exchange.postParts(resources.apply(request.encoding()), () -> lines(request)))
            .orElseThrow(
                () ->
                    new CallException(
                        FailureKind.PROTOCOL, "the reply is no JSON of what was received"));
  }

  /** Made once for each encoding. */
  private static Function<String, Resource> resources(Exchange exchange, String path, String type) {
    Map<String, Resource> made = new ConcurrentHashMap<>();
    return encoding ->
        made.computeIfAbsent(
            encoding,
            absent ->
                new Resource(
                    URI.create(exchange.server() + Streams.address(path, absent)),
                    type,
                    StreamJson.MAX_OBJECT_BYTES));
  }

  private static Iterator<byte[]> lines(StreamRequest request) {
    StreamSource messages = new StreamSource(request);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return messages.hasNext();
      }

      @Override
      public byte[] next() {
        return StreamJson.line(messages.next(), messages.encoding());
      }
    };
  }
}
