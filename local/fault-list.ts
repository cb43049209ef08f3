/** What every fault has: how often it applies, how many calls pass first, and for which order. */
type Counted = { times: number; skip: number; orderRef?: string | undefined }

/** Faults that wait for their calls, first come, first used. They live as long as the process. */
export class FaultList<F extends Counted> {
  private faults: F[] = []

  protected push(fault: F): F {
    this.faults.push(fault)
    return fault
  }

  list(): readonly F[] {
    return this.faults
  }

  /** Removes the faults of an order, or all. */
  clear(orderRef: string | null): void {
    this.faults = this.faults.filter((one) => orderRef !== null && one.orderRef !== orderRef)
  }

  /** The first fault that fits, if it is its turn. It counts as used. */
  protected use(fits: (fault: F) => boolean): F | undefined {
    const fault = this.faults.find(fits)
    if (fault === undefined) return undefined
    if (fault.skip > 0) {
      fault.skip -= 1
      return undefined
    }
    fault.times -= 1
    if (fault.times < 1) this.faults = this.faults.filter((one) => one !== fault)
    return fault
  }
}
