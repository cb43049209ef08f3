import { CARD_REFUND_SCENARIOS, IS_AT_CLOSE } from './card-refund-scenarios.ts'
import { CARD_SCENARIOS } from './card-scenarios.ts'
import { FAULT_CASES, type FaultCase } from './fault-cases.ts'
import { INVOICE_SCENARIOS } from './invoice-scenarios.ts'
import { LINE_PAY_SCENARIOS } from './line-pay-scenarios.ts'
import { MAIL_SCENARIOS } from './mail-scenarios.ts'
import { NUMBER_SCENARIOS } from './number-scenarios.ts'
import { PARCEL_SCENARIOS } from './parcel-scenarios.ts'
import { PAYMENT_SCENARIOS } from './payment-scenarios.ts'
import type { Scenario } from './scenario.ts'

// Faults that wait for a deadline run in the long matrix only.
const isQuick = ({ fault }: { readonly fault: string }) => !/hang|time-out|SIGKILL/.test(fault)

function firstOfEachStep<Case extends { readonly step: string; readonly fault: string }>(
  cases: readonly Case[],
): readonly Case[] {
  const steps = Map.groupBy(cases.filter(isQuick), ({ step }) => step)
  return [...steps.values()].flatMap(([first]) => first ?? [])
}

/** The part of the matrix that `npm test` runs: of each list the first fault of each step. */
export const SHORT_FAULT_CASES: readonly FaultCase[] = firstOfEachStep(FAULT_CASES)
export const SHORT_SCENARIOS: readonly Scenario[] = [
  PAYMENT_SCENARIOS,
  LINE_PAY_SCENARIOS,
  MAIL_SCENARIOS,
].flatMap(firstOfEachStep)

/** The same of cards, numbers, parcels and invoices, in a shop with ECPay. */
export const SHORT_ECPAY_SCENARIOS: readonly Scenario[] = [
  ...firstOfEachStep(NUMBER_SCENARIOS),
  ...(IS_AT_CLOSE ? [] : firstOfEachStep(CARD_REFUND_SCENARIOS)),
  ...firstOfEachStep([...CARD_SCENARIOS, ...PARCEL_SCENARIOS, ...INVOICE_SCENARIOS]),
]
