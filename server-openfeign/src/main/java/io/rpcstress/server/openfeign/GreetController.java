package io.rpcstress.server.openfeign;

import io.rpcstress.contract.Greeting;
import io.rpcstress.server.base.CallCounter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The greet service: {@code GET /greet?name=...}, answered as plain text. */
@RestController
class GreetController {
  private final CallCounter calls;

  GreetController(CallCounter calls) {
    this.calls = calls;
  }

  @GetMapping(Greeting.HTTP_PATH)
  String greet(@RequestParam(Greeting.HTTP_PARAMETER) String name) {
    String greeting = Greeting.greet(name);
    calls.served();
    return greeting;
  }

  @ExceptionHandler(IllegalArgumentException.class)
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String refused(IllegalArgumentException why) {
    calls.failed();
    return String.valueOf(why.getMessage());
  }
}
