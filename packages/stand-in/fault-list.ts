import { z } from 'zod'

/** Common fields of faults: count, calls to skip, order and delay. */
export const faultFields = {
  times: z.number().int().min(1).default(1),
  skip: z.number().int().min(0).default(0),
  orderRef: z.string().min(1).optional(),
  delayMs: z.number().int().min(0).max(600_000).default(3000),
}

type CountedFault = { times: number; skip: number; orderRef?: string | undefined }

/** Faults that wait for their calls, first come, first used. They live as long as the process. */
export class FaultList<F extends CountedFault, When extends unknown[]> {
  private faults: F[] = []
  private readonly read: (request: unknown) => F
  private readonly fits: (fault: F, ...when: When) => boolean

  /** `read` validates a fault or throws ZodError; `fits` selects its calls. */
  constructor(read: (request: unknown) => F, fits: (fault: F, ...when: When) => boolean) {
    this.read = read
    this.fits = fits
  }

  /** Adds a fault. Throws a ZodError for one that cannot be. */
  add(request: unknown): F {
    const fault = this.read(request)
    this.faults.push(fault)
    return fault
  }

  list(): readonly F[] {
    return this.faults
  }

  /** Removes the faults of an order, or all. */
  clear(orderRef: string | null): void {
    this.faults = this.faults.filter((fault) => orderRef !== null && fault.orderRef !== orderRef)
  }

  /** The fault that applies now, if any. It counts as used. */
  take(...when: When): F | undefined {
    const fault = this.faults.find((one) => this.fits(one, ...when))
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
