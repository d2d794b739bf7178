package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;

/** One operation of a program on the device. */
interface Step {

  void on(Device device);

  static Step say(Stock lines) {
    return device -> device.say(lines);
  }

  static Step pass(Stock operation) {
    return device -> device.pass(operation);
  }

  static Step make(Stock operation, int slot, TensorType type) {
    return device -> device.make(operation, slot, type.bytesPerBank());
  }

  static Step drop(Stock operation, int slot) {
    return device -> device.drop(operation, slot);
  }
}
