package com.example.boot;

import com.google.protobuf.StringValue;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import org.springframework.stereotype.Component;

/** The service; the starter publishes it. */
@Component
@RPCXServer("greeter")
public class GreeterService {
  @Method("greet")
  public String greet(String name) {
    return "hello, " + name;
  }

  @Method("echo")
  public StringValue echo(StringValue message) {
    return message;
  }
}
