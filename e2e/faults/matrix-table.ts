import { CELLS, LONELY_CELLS } from './cells.ts'
import { DEEDS } from './deeds.ts'
import { LONELY_DEEDS } from './lonely-deeds.ts'

/** The steps of a purchase, in the order in which they come. */
const STEPS = [
  'place',
  'create',
  'store id',
  'approve',
  'capture',
  'read back',
  'write',
  'webhook',
  'sweep',
  'refund',
  'dispute',
  'cancel',
]

type Named = { readonly step: string; readonly fault: string }

/** Every fault that the matrix plays, by its step. */
export const PLAYED: readonly Named[] = [...CELLS, ...DEEDS, ...LONELY_CELLS, ...LONELY_DEEDS]

/** The matrix as the table of docs/reliability.md, a row for each step. */
export function matrixTable(): string {
  const steps = Map.groupBy(PLAYED, ({ step }) => step)
  const rows = STEPS.map((step) => {
    const faults = (steps.get(step) ?? []).map(({ fault }) => fault)
    return `| ${step} | ${faults.length} | ${faults.join(' · ')} |`
  })
  return ['| step | faults | which |', '|---|---|---|', ...rows].join('\n')
}

/** The steps that have a fault and are not in the table. */
export function unknownSteps(): readonly string[] {
  return PLAYED.map(({ step }) => step).filter((step) => !STEPS.includes(step))
}
