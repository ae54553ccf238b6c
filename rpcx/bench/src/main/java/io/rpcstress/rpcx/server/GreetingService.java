package io.rpcstress.rpcx.server;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Varints;

/** The smallest service, and requests for it. */
@RPCXServer(GreetingService.SERVICE)
final class GreetingService {
  static final String SERVICE = "greeter";
  static final String METHOD = "greet";

  private static final byte[] NAMES = Frames.names(SERVICE, METHOD);
  private static final Parameter ARGUMENT =
      Parameter.newBuilder().setValue(ByteString.copyFromUtf8("0123456789abcdef")).build();

  /**
   * A request's frame, its fields in the order in which RPCX's clients write them.
   *
   * @param number of the method; 0 for none
   * @param named whether the names are there
   * @param typed whether the parameter's type is there
   */
  static byte[] request(CallIds ids, long id, int number, boolean named, boolean typed) {
    byte[] parameters =
        RPCXRequest.newBuilder()
            .addParameters(typed ? ARGUMENT.toBuilder().setType("string").build() : ARGUMENT)
            .build()
            .toByteArray();
    int numbered = number == 0 ? 0 : 1 + Varints.size(number);
    int length = ids.size(id) + numbered + (named ? NAMES.length : 0) + parameters.length;
    byte[] frame = new byte[Frames.size(length)];
    int at = Frames.begin(frame, 0, Envelope.REQUEST_FIELD_NUMBER, length);
    at = ids.write(frame, at, id);
    if (number != 0) {
      frame[at] = Fields.NUMBER_KEY;
      at = Varints.write(frame, at + 1, number);
    }
    if (named) {
      System.arraycopy(NAMES, 0, frame, at, NAMES.length);
      at += NAMES.length;
    }
    System.arraycopy(parameters, 0, frame, at, parameters.length);
    return frame;
  }

  /** Greets. */
  @Method(METHOD)
  public String greet(String name) {
    return "hello, " + name;
  }
}
