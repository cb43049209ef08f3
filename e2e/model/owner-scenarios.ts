import type { Scenario } from './scenario.ts'

const base = {
  guard: true,
  tabs: ['paypal'],
  ways: [],
  atOnce: 1,
  quick: true,
} as const

/** Scenarios of refunds, disputes and reviews decided by an owner. */
export const OWNER_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: 'money given back, disputed and won',
    budget: { press: 1, approve: 1, deliver: 1, refund: 1, dispute: 2 },
    atOnce: 2,
    quick: false,
  },
  {
    ...base,
    name: 'money given back at the provider and disputed in part',
    budget: { press: 1, approve: 1, deliver: 1, refund: 1, dispute: 2 },
  },
  {
    ...base,
    name: 'two disputes about one payment, told late',
    budget: { press: 1, approve: 1, deliver: 2, dispute: 3 },
  },
  {
    ...base,
    name: 'a parcel after two disputes, told late',
    budget: { press: 1, approve: 1, deliver: 3, dispute: 3, ship: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'a parcel while a dispute is told',
    budget: { press: 1, approve: 1, deliver: 1, dispute: 2, ship: 1 },
  },
  {
    ...base,
    name: 'a parcel while a dispute is told, with a lost answer',
    budget: { press: 1, approve: 1, deliver: 1, dispute: 2, ship: 1, fault: 1 },
    atOnce: 2,
    quick: false,
  },
  {
    ...base,
    name: "the owner's refund beside one at the provider",
    budget: { press: 1, approve: 1, giveBack: 1, refund: 1 },
    atOnce: 2,
  },
  {
    ...base,
    name: "the owner's refunds beside one at the provider, told late, with a lost answer",
    budget: { press: 1, approve: 1, giveBack: 2, refund: 1, deliver: 1, fault: 1 },
    quick: false,
  },
  {
    ...base,
    name: "without keys: the owner's refund beside one at the provider",
    guard: false,
    tabs: ['line-pay'],
    budget: { press: 1, approve: 1, giveBack: 1, refund: 1, fault: 1 },
  },
  {
    ...base,
    name: 'an ended order is paid, its piece sold, and the owner ends the review',
    guard: false,
    budget: { press: 1, approve: 1, cancel: 1, capture: 1, rival: 1, deliver: 1, end: 1 },
  },
  {
    ...base,
    name: 'paid twice, given back once, and the owner ends the review',
    guard: false,
    tabs: ['paypal', 'card'],
    budget: { press: 2, approve: 2, capture: 2, deliver: 2, refund: 1, end: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'paid a second time at the provider, and the owner ends the review',
    guard: false,
    tabs: ['paypal', 'card'],
    budget: { press: 2, approve: 2, capture: 1, deliver: 1, end: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'paid outside of the shop under the same number',
    budget: { press: 1, approve: 1, elsewhere: 1, sweep: 1, end: 1 },
  },
  {
    ...base,
    name: 'the owner cancels while it is being paid, with a lost answer',
    budget: { press: 1, approve: 1, ownerCancel: 1, fault: 1 },
    atOnce: 2,
  },
]
