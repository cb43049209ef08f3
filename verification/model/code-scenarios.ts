import type { Scenario } from './scenario.ts'

const base = {
  guard: true,
  tabs: ['paypal'],
  ways: [],
  atOnce: 2,
  quick: true,
  services: { code: true },
} as const

// Somebody else may use the code once its first order has ended.
const isUsedBySomebodyElse: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ uid, discount }) => uid === 'rival' && discount !== undefined)

/** Scenarios of a discount code that one order at a time can use: taken once, given back once. */
export const CODE_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: 'a code: cancelled by its member and by the owner, while somebody else wants it',
    budget: { cancel: 1, ownerCancel: 1, rival: 1, abort: 1, fault: 1 },
    reaches: isUsedBySomebodyElse,
  },
  {
    ...base,
    name: 'a code: changed and confirmed again while somebody else wants it, with a lost answer',
    budget: { confirm: 1, rival: 1, cancel: 1, fault: 1 },
  },
  {
    ...base,
    name: 'a code: cancelled while it is being paid, and somebody else wants it',
    budget: { press: 1, approve: 1, cancel: 1, rival: 1 },
  },
  {
    ...base,
    name: 'a code: a hold lapses, and somebody else wants the unit and the code',
    reservation: true,
    budget: { press: 1, approve: 1, wait: 1, rival: 1, cancel: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'a code: an ended order is paid, and two owners end the review',
    guard: false,
    budget: { press: 1, approve: 1, cancel: 1, capture: 1, rival: 1, deliver: 1, end: 2 },
    atOnce: 1,
    reaches: isUsedBySomebodyElse,
  },
  {
    ...base,
    name: 'a code: confirmed again while it is paid, cancelled, and money that comes late',
    guard: false,
    budget: {
      press: 1,
      approve: 1,
      confirm: 1,
      cancel: 1,
      capture: 1,
      deliver: 1,
      end: 1,
      fault: 1,
    },
    quick: false,
  },
]
