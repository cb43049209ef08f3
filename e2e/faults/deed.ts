import { paid, type Placed, placed, type Stage, started } from './stage.ts'

/** One cell of the matrix that is not one straight purchase under a fault: what the shopper and others do, and how the order stands in the end. */
export type Deed = {
  readonly step: string
  readonly fault: string
  readonly ends: string
  readonly act: (stage: Stage) => Promise<Placed>
}

/** A cell that places its order itself. */
export function deed(step: string, fault: string, act: Deed['act'], ends = 'paid'): Deed {
  return { step, fault, act, ends }
}

/** A cell whose order is placed already. */
export function buying(
  step: string,
  fault: string,
  buy: (stage: Stage, order: Placed) => Promise<unknown>,
  ends = 'paid',
): Deed {
  const act = async (stage: Stage) => {
    const order = await placed(stage)
    await buy(stage, order)
    return order
  }
  return deed(step, fault, act, ends)
}

/** Pays a placed order in one go. */
export async function placedAndPaid(stage: Stage, order: Placed): Promise<Placed> {
  await paid(stage, order, await started(order))
  return order
}
