import type { Scenario } from './scenario.ts'

const base = {
  guard: false,
  tabs: ['ecpay-card'],
  ways: [],
  atOnce: 2,
  quick: true,
} as const

/** Scenarios of a cashier at which the buyer moves the money. */
export const CASHIER_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: 'at the cashier: paid, told by a push at any time, with a lost answer',
    budget: { press: 1, approve: 1, deliver: 1, fault: 1 },
  },
  {
    ...base,
    name: 'at the cashier: refused or paid, pressed again, with a sweep',
    ways: ['declined'],
    budget: { press: 2, approve: 2, sweep: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'at the cashier: a crash between any two steps, a push and a sweep',
    budget: { press: 1, approve: 1, crash: 1, deliver: 1, sweep: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'at the cashier: cancelled while it is being paid',
    budget: { press: 1, approve: 1, cancel: 1, deliver: 1 },
  },
  {
    ...base,
    name: 'at the cashier and at PayPal, both paid, with a push',
    tabs: ['ecpay-card', 'paypal'],
    budget: { press: 2, approve: 2, deliver: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'at the cashier and at LINE Pay, both paid, with a lost answer and a sweep',
    tabs: ['ecpay-card', 'line-pay'],
    budget: { press: 2, approve: 2, fault: 1, sweep: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'at the cashier: two tabs, a crash and two pushes',
    tabs: ['ecpay-card', 'ecpay-card'],
    budget: { press: 3, approve: 2, deliver: 2, crash: 1, sweep: 1 },
    quick: false,
  },
]
