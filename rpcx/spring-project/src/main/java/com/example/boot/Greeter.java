package com.example.boot;

import com.google.protobuf.StringValue;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;

/** A client; the starter makes it. */
@RPCXClient(remoteServerName = "greeter")
public interface Greeter {
  @Method("greet")
  String greet(String name);

  @Method("echo")
  StringValue echo(StringValue message);
}
