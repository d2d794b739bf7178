package io.tidemark.app.watch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Receives signals that would end this process, until closed. Reflection is used, since Java has
 * signal handlers only in an internal class, for which the compiler warns.
 */
public final class Signals implements AutoCloseable {

  private record Replaced(Object signal, Object handler) {}

  private final List<Replaced> replaced = new ArrayList<>();

  private Signals() {}

  /**
   * Directs signals to this receiver, by name. On a virtual machine without handlers, they still
   * have their default action.
   */
  public static Signals to(List<String> names, Consumer<String> receiver) {
    Signals signals = new Signals();
    for (String name : names) {
      try {
        signals.handle(name, receiver);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // The default action stays.
      }
    }
    return signals;
  }

  private void handle(String name, Consumer<String> receiver) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    Object signal = type.getConstructor(String.class).newInstance(name);
    InvocationHandler onCall =
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "handle" -> receiver.accept(name);
            case "hashCode" -> {
              return System.identityHashCode(proxy);
            }
            case "equals" -> {
              return arguments[0] == proxy;
            }
            default -> {
              return name;
            }
          }
          return null;
        };
    Object handler =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(), new Class<?>[] {handlerType}, onCall);
    replaced.add(new Replaced(signal, set(signal, handler)));
  }

  private static Object set(Object signal, Object handler) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Signal");
    Method set = type.getMethod("handle", type, Class.forName("sun.misc.SignalHandler"));
    return set.invoke(null, signal, handler);
  }

  /** Restores the previous actions of the signals. */
  @Override
  public void close() {
    for (Replaced one : replaced) {
      try {
        set(one.signal(), one.handler());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a handler that was there is gone", e);
      }
    }
  }
}
