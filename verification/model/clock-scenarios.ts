import type { Scenario } from './scenario.ts'

const base = { guard: false, tabs: ['paypal'], ways: ['refused'], atOnce: 2, quick: true } as const
const keyless = { ...base, tabs: ['line-pay'], ways: [] } as const

const MINUTE = 60_000

/** Scenarios with clock skew, standing clocks and aborted transactions. */
export const CLOCK_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: 'a second instance a minute behind: refused, approved anew, and a sweep',
    budget: { press: 1, approve: 2, double: 1, sweep: 1 },
    clocks: { instance: -MINUTE },
    atOnce: 1,
  },
  {
    ...base,
    name: 'a second instance a minute ahead: refused, approved anew, and a sweep',
    budget: { press: 1, approve: 2, double: 1, sweep: 1 },
    clocks: { instance: MINUTE },
    atOnce: 1,
  },
  {
    ...base,
    name: 'a provider a minute ahead: approved twice before one capture, with late webhooks',
    budget: { press: 1, approve: 1, approveTwice: 1, deliver: 3 },
    clocks: { provider: MINUTE, isPrompt: true },
    atOnce: 1,
  },
  {
    ...base,
    name: 'a provider a minute behind: refused, approved anew, with late webhooks',
    budget: { press: 1, approve: 2, approveTwice: 1, deliver: 2 },
    clocks: { provider: -MINUTE, isPrompt: true },
    atOnce: 1,
  },
  {
    ...base,
    name: 'in one millisecond: a double press, an aborted transaction and a sweep',
    budget: { press: 1, approve: 1, double: 1, abort: 1, sweep: 1 },
    clocks: { isStill: true },
  },
  {
    ...keyless,
    name: 'in one millisecond, without keys: a repeated request, an aborted transaction and a sweep',
    budget: { press: 1, approve: 1, double: 1, abort: 1, sweep: 1 },
    clocks: { isStill: true },
  },
  {
    ...keyless,
    name: 'in one millisecond, without keys: one press of a refund sent twice, with an aborted transaction',
    budget: { press: 1, approve: 1, giveBack: 2, abort: 1 },
    clocks: { isStill: true },
    quick: false,
  },
]
