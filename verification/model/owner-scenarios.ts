import type { Scenario } from './scenario.ts'

const base = {
  guard: true,
  tabs: ['paypal'],
  ways: [],
  atOnce: 1,
  quick: true,
} as const

// The second approval is captured at the provider, not by the shop, and told.
const PAID_TWICE: Scenario['before'] = [
  { tab: 1, press: 1 },
  { tab: 0, press: 1, approve: 1 },
  { approve: 1, capture: 1 },
  { deliver: 8 },
]

const isExchanged: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ resent }) => resent !== undefined)
const isOtherSize: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ items }) => items.some(({ size }) => size === 'L'))
const isManualSale: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ manualSale }) => manualSale)
const isHandedBack: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ manualSale }) => (manualSale?.refunds.length ?? 0) > 1)

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
    name: 'an ended order is paid, its unit sold, and the owner ends the review',
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
    name: 'an ended order is paid, and the owner refunds it from the review, with a lost answer',
    budget: { press: 1, approve: 1, cancel: 1, capture: 1, deliver: 1, refundReview: 2, fault: 1 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'paid at both providers, and the owner refunds the review, with a lost answer',
    guard: false,
    tabs: ['paypal', 'line-pay'],
    budget: { press: 2, approve: 2, capture: 1, deliver: 1, refundReview: 2, fault: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'paid twice, and while one owner gives one back, another ends the review',
    guard: false,
    tabs: ['paypal', 'card'],
    before: PAID_TWICE,
    budget: { refundOne: 1, end: 1 },
    atOnce: 2,
  },
  {
    ...base,
    name: 'paid twice, and two owners decide otherwise: each gives one back, or ends the review',
    guard: false,
    tabs: ['paypal', 'card'],
    before: PAID_TWICE,
    budget: { refundOne: 2, end: 1 },
    atOnce: 2,
    quick: false,
  },
  {
    ...base,
    name: 'paid at both providers, and two owners decide otherwise, with a lost answer',
    guard: false,
    tabs: ['line-pay', 'paypal'],
    before: PAID_TWICE,
    budget: { refundOne: 2, end: 1, fault: 1 },
    atOnce: 2,
    quick: false,
  },
  {
    ...base,
    name: 'a shipping is taken back around its ten minutes, with a lost answer',
    before: [{ press: 1, approve: 1 }],
    budget: { ship: 2, takeBack: 2, mail: 1, fault: 1 },
  },
  {
    ...base,
    name: 'the size is changed while the money goes back and it ships',
    before: [{ press: 1, approve: 1 }],
    budget: { items: 1, giveBack: 1, ship: 1 },
    reaches: isOtherSize,
    atOnce: 2,
  },
  {
    ...base,
    name: 'the size is changed while a parcel is booked, with a lost answer',
    before: [{ press: 1, approve: 1 }],
    services: { carrier: true },
    budget: { items: 1, book: 1, fault: 1 },
    atOnce: 2,
  },
  {
    ...base,
    name: 'two owners answer an exchange that the owner started, while the money goes back',
    before: [{ press: 1, approve: 1 }, { ship: 1 }, { return: 1 }],
    budget: { answer: 2, giveBack: 1 },
    reaches: isExchanged,
    atOnce: 2,
  },
  {
    ...base,
    name: 'an exchange that the owner started, somebody else, and a lost answer',
    before: [{ press: 1, approve: 1 }, { ship: 1 }],
    budget: { return: 2, answer: 2, rival: 1, fault: 1 },
    reaches: isExchanged,
  },
  {
    ...base,
    name: 'a manual order sent twice, and somebody else for the last unit',
    before: [{ cancel: 1 }],
    budget: { manual: 2, rival: 1, abort: 1 },
    reaches: isManualSale,
    atOnce: 2,
  },
  {
    ...base,
    name: 'the money of a manual order is handed back, and its invoice',
    before: [{ cancel: 1 }, { manual: 1 }],
    services: { issuer: true },
    budget: { handBack: 2, invoiceSweep: 2, abort: 1 },
    reaches: isHandedBack,
  },
  {
    ...base,
    name: 'the owner cancels while it is being paid, with a lost answer',
    budget: { press: 1, approve: 1, ownerCancel: 1, fault: 1 },
    atOnce: 2,
  },
]
