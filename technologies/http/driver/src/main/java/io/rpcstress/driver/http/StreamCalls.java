package io.rpcstress.driver.http;

import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.http.Exchange.Resource;
import java.net.URI;
import java.util.Iterator;

/** Calls that are streams: a body of lines, each of which is made, or checked, as it passes. */
final class StreamCalls {
  private StreamCalls() {}

  static Caller<StreamRequest, StreamReply> fromServer(Exchange exchange) {
    Resource resource = resource(exchange, StreamJson.FROM_SERVER_PATH, JsonMethods.TYPE);
    return request -> {
      StreamTally tally = new StreamTally(request);
      StreamJson.Lines lines = new StreamJson.Lines(tally::receive);
      exchange.postForParts(resource, StreamJson.written(request), lines::read);
      try {
        lines.end();
      } catch (StreamJson.UnreadableException e) {
        throw new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
      }
      return tally.reply();
    };
  }

  static Caller<StreamRequest, StreamReply> fromClient(Exchange exchange) {
    Resource resource = resource(exchange, StreamJson.FROM_CLIENT_PATH, StreamJson.LINES);
    return request ->
        StreamJson.reply(request, exchange.postParts(resource, () -> lines(request)))
            .orElseThrow(
                () ->
                    new CallException(
                        FailureKind.PROTOCOL, "the reply is no JSON of what was received"));
  }

  private static Resource resource(Exchange exchange, String path, String type) {
    return new Resource(URI.create(exchange.server() + path), type, StreamJson.MAX_OBJECT_BYTES);
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
        return StreamJson.line(messages.next());
      }
    };
  }
}
