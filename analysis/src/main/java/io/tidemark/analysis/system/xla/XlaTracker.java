package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.UnsectionedState;

/** Tracks the dumps, failures and allocators of one run. */
final class XlaTracker implements SystemTracker, UnsectionedState {

  /** First version with the totals of memory usage reports. */
  private static final int TOTALS = 2;

  private static final int VERSION = TOTALS;

  private final XlaDumpTracker dump;
  private final XlaReports reports;
  private final BfcTracker bfc = new BfcTracker();
  private final XlaFailures failures = new XlaFailures();

  XlaTracker(RunContext context) {
    dump = new XlaDumpTracker(context.plans(), context.source());
    reports = new XlaReports(context.plans());
  }

  /** A statistic of an allocator has no prefix, so it needs an open dump. */
  @Override
  public boolean expects(Fact fact, long line) {
    if (fact instanceof XlaOomFact own) {
      return reports.expects(own);
    }
    if (fact instanceof XlaDumpFact own) {
      return dump.expects(own);
    }
    return !(fact instanceof BfcFact.StatLine) || bfc.inStatistics();
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof XlaDumpFact line) {
      dump.apply(line, out.at(), out);
    } else if (fact instanceof XlaOomFact line) {
      reports.apply(line, out.at(), out);
      boolean known =
          line instanceof XlaOomFact.Unallocatable failed && bfc.knows(failed.neededBytes());
      if (!known) {
        failures.apply(line, out);
      }
    } else if (fact instanceof BfcFact line) {
      bfc.apply(line, out);
    }
  }

  @Override
  public void end(RunOutput out) {
    bfc.close(out);
    failures.close(out);
    dump.endModule(out.at(), out);
    reports.close(out.at(), out);
  }

  @Override
  public long weightBytes() {
    return dump.weightBytes();
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public int oldestVersion() {
    return 1;
  }

  @Override
  public void write(PartWriter section) {
    dump.write(section);
    reports.write(section);
    bfc.write(section);
    failures.write(section);
    dump.writeTotals(section);
  }

  @Override
  public void read(PartReader section) {
    dump.read(section);
    reports.read(section);
    bfc.read(section);
    failures.read(section);
    if (section.version() >= TOTALS) {
      dump.readTotals(section);
    }
  }

  @Override
  public void storePages(Pages pages) {
    dump.store(pages::put);
  }

  @Override
  public void restorePage(byte[] page) {
    dump.restore(page);
  }

  @Override
  public void readPlans(PartReader in) {
    dump.read(in);
    reports.read(in);
  }

  @Override
  public void readDevices(PartReader in) {
    bfc.read(in);
    failures.read(in);
  }
}
