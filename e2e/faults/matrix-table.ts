import { CARD_REFUND_SCENARIOS, EXCLUSIVE_CARD_REFUND_SCENARIOS } from './card-refund-scenarios.ts'
import { CARD_SCENARIOS, EXCLUSIVE_CARD_SCENARIOS } from './card-scenarios.ts'
import { EXCLUSIVE_SCENARIOS } from './exclusive-scenarios.ts'
import { FAULT_CASES, EXCLUSIVE_CASES } from './fault-cases.ts'
import { EXCLUSIVE_INVOICE_SCENARIOS, INVOICE_SCENARIOS } from './invoice-scenarios.ts'
import { EXCLUSIVE_LINE_PAY_SCENARIOS, LINE_PAY_SCENARIOS } from './line-pay-scenarios.ts'
import { EXCLUSIVE_MAIL_SCENARIOS, MAIL_SCENARIOS } from './mail-scenarios.ts'
import { EXCLUSIVE_NUMBER_SCENARIOS, NUMBER_SCENARIOS } from './number-scenarios.ts'
import { EXCLUSIVE_PARCEL_SCENARIOS, PARCEL_SCENARIOS } from './parcel-scenarios.ts'
import { PAYMENT_SCENARIOS } from './payment-scenarios.ts'

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
  'mail',
  'book',
  'label',
  'parcel',
  'invoice',
  'void',
  'allowance',
]

type MatrixCell = { readonly step: string; readonly fault: string }

/** Every case of the matrix. */
export const MATRIX: readonly MatrixCell[] = [
  ...FAULT_CASES,
  ...PAYMENT_SCENARIOS,
  ...EXCLUSIVE_CASES,
  ...EXCLUSIVE_SCENARIOS,
  ...LINE_PAY_SCENARIOS,
  ...EXCLUSIVE_LINE_PAY_SCENARIOS,
  ...CARD_SCENARIOS,
  ...EXCLUSIVE_CARD_SCENARIOS,
  ...CARD_REFUND_SCENARIOS,
  ...EXCLUSIVE_CARD_REFUND_SCENARIOS,
  ...NUMBER_SCENARIOS,
  ...EXCLUSIVE_NUMBER_SCENARIOS,
  ...MAIL_SCENARIOS,
  ...EXCLUSIVE_MAIL_SCENARIOS,
  ...PARCEL_SCENARIOS,
  ...EXCLUSIVE_PARCEL_SCENARIOS,
  ...INVOICE_SCENARIOS,
  ...EXCLUSIVE_INVOICE_SCENARIOS,
]

/** The matrix as the table of docs/reliability.md, a row for each step. */
export function matrixTable(): string {
  const steps = Map.groupBy(MATRIX, ({ step }) => step)
  const rows = STEPS.map((step) => {
    const faults = (steps.get(step) ?? []).map(({ fault }) => fault)
    return `| ${step} | ${faults.length} | ${faults.join(' · ')} |`
  })
  return ['| step | faults | which |', '|---|---|---|', ...rows].join('\n')
}

/** The steps that have a fault and are not in the table. */
export function unknownSteps(): readonly string[] {
  return MATRIX.map(({ step }) => step).filter((step) => !STEPS.includes(step))
}
