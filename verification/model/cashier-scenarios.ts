import type { Scenario } from './scenario.ts'
import { refundedOf, TOTAL, type World } from './world.ts'

const base = {
  guard: false,
  tabs: ['ecpay-card'],
  ways: [],
  atOnce: 2,
  quick: true,
} as const

const number = { ...base, tabs: ['atm'], services: { shelf: true }, atOnce: 1 } as const

const isPaid = ({ orders }: World) =>
  Object.values(orders).some(({ status }) => status === '已付款')
const isUnderReview = ({ orders }: World) =>
  Object.values(orders).some(({ payment }) => payment?.review !== undefined)

/** Scenarios of numbers that the shop shows, for a transfer or in a store. */
const NUMBER_SCENARIOS: readonly Scenario[] = [
  {
    ...number,
    name: 'by number: made twice with a lost answer, paid in time, told at any time',
    budget: { press: 2, approve: 1, deliver: 1, fault: 1 },
    reaches: isPaid,
  },
  {
    ...number,
    name: 'by number: paid or not until its end, shown a day late, with two sweeps',
    budget: { press: 1, approve: 1, late: 1, sweep: 2 },
    reaches: isPaid,
  },
  {
    ...number,
    name: 'by number: cancelled around the transfer, which shows late',
    budget: { press: 1, approve: 1, late: 1, cancel: 1, deliver: 1 },
    reaches: isUnderReview,
  },
  {
    ...number,
    name: 'by number and at PayPal, both paid, with a push',
    tabs: ['atm', 'paypal'],
    budget: { press: 2, approve: 2, late: 1, deliver: 1 },
    reaches: isUnderReview,
  },
  {
    ...number,
    name: 'by number: a crash between any two steps, a push and a sweep',
    budget: { press: 2, approve: 1, crash: 1, deliver: 1, sweep: 1 },
  },
  {
    ...number,
    name: 'by number: an account and a code in two tabs at once, with a lost answer and a sweep',
    tabs: ['atm', 'cvs'],
    budget: { press: 2, approve: 2, fault: 1, sweep: 1 },
    atOnce: 2,
    quick: false,
  },
  {
    ...number,
    name: 'by number: changed and confirmed again while a transfer is on its way, with a sweep',
    budget: { press: 1, approve: 1, late: 1, confirm: 1, sweep: 1 },
    atOnce: 2,
    quick: false,
  },
]

const paid = {
  ...base,
  before: [{ press: 1, approve: 1, deliver: 1 }],
  atOnce: 1,
} as const

const hasGivenBack = ({ orders }: World) =>
  Object.values(orders).some(({ payment }) => (payment?.refundedAmount ?? 0) > 0)
const isPickedUp = ({ orders }: World) =>
  Object.values(orders).some(({ payment }) =>
    payment?.refundRequests?.some(({ state }) => state === 'by-hand'),
  )

/** Scenarios of refunds of cards, which ECPay makes as often as it is told to. */
const CHARGE_SCENARIOS: readonly Scenario[] = [
  {
    ...paid,
    name: 'a charge of the day: given back in part or whole, with a crash',
    services: { charge: 'Authorized' },
    budget: { giveBack: 1, crash: 1 },
    reaches: hasGivenBack,
  },
  {
    ...paid,
    name: 'a charge that is being closed: given back, with a crash and a sweep',
    services: { charge: 'To be captured' },
    budget: { giveBack: 1, crash: 1, sweep: 1 },
    reaches: hasGivenBack,
  },
  {
    ...paid,
    name: 'a charge that was closed: given back, with a crash and three sweeps',
    services: { charge: 'Captured' },
    budget: { giveBack: 1, crash: 1, sweep: 3 },
    reaches: isPickedUp,
  },
  {
    ...paid,
    name: 'a charge that was closed: given back, not listed for a while, with three sweeps',
    services: { charge: 'Captured' },
    budget: { giveBack: 1, fault: 4, sweep: 3 },
    reaches: isPickedUp,
    quick: false,
  },
  {
    ...paid,
    name: 'a charge that was closed: two owners give back one after the other, with a lost answer and three sweeps',
    services: { charge: 'Captured' },
    budget: { giveBack: 2, fault: 1, sweep: 3 },
    reaches: isPickedUp,
  },
  {
    ...paid,
    name: 'a charge that was closed: two owners give back at once, with a lost answer',
    services: { charge: 'Captured' },
    budget: { giveBack: 2, fault: 1 },
    atOnce: 2,
    reaches: hasGivenBack,
    quick: false,
  },
  {
    ...paid,
    name: 'a charge that is being closed: two owners give back at once, with a lost answer and a sweep',
    services: { charge: 'To be captured' },
    budget: { giveBack: 2, fault: 1, sweep: 1 },
    atOnce: 2,
    reaches: hasGivenBack,
    quick: false,
  },
  {
    ...paid,
    name: 'a charge of the day: two owners give back at once, with a lost answer and a sweep',
    services: { charge: 'Authorized' },
    budget: { giveBack: 2, fault: 1, sweep: 1 },
    atOnce: 2,
    reaches: hasGivenBack,
    quick: false,
  },
  {
    ...paid,
    name: 'a charge of the day: two owners give back around the close, with a crash and a sweep',
    services: { charge: 'Authorized' },
    budget: { giveBack: 2, close: 2, crash: 1, sweep: 1 },
    reaches: hasGivenBack,
    quick: false,
  },
  {
    ...paid,
    name: 'a charge of the day: given back, and not known for once, with two sweeps',
    services: { charge: 'Authorized', forgets: true },
    budget: { giveBack: 1, fault: 2, sweep: 2 },
    reaches: hasGivenBack,
    quick: false,
  },
]

const paidTwice = {
  ...base,
  tabs: ['ecpay-card', 'ecpay-card'],
  services: { charge: 'Authorized' },
  before: [{ tab: 0, press: 1 }, { tab: 1, press: 1 }, { approve: 2 }, { deliver: 4 }],
} as const

// One of the two payments went back, and nobody has to decide any more.
const isUndone = ({ orders, provider }: World) =>
  Object.values(orders).some(({ status, payment }) => status === '已付款' && !payment?.review) &&
  Object.values(provider).some(({ captures }) =>
    captures.some((capture) => refundedOf(capture) === TOTAL),
  )

/** Scenarios of two payments of one order on one day, of which owners undo one from its review. */
const UNDO_SCENARIOS: readonly Scenario[] = [
  {
    ...paidTwice,
    name: 'paid twice on one day: an owner undoes one, with a crash and a sweep',
    budget: { refundOne: 1, crash: 1, sweep: 1 },
    atOnce: 1,
    reaches: isUndone,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: an owner undoes one around the close, with a lost answer',
    budget: { refundOne: 1, close: 1, fault: 1, sweep: 1 },
    atOnce: 1,
    reaches: isUndone,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: an owner undoes one that ECPay does not know for once',
    services: { charge: 'Authorized', forgets: true },
    budget: { refundOne: 1, fault: 1, sweep: 1 },
    atOnce: 1,
    reaches: isUndone,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: two owners undo one around the close, with two lost answers',
    budget: { undo: 2, close: 2, fault: 2, sweep: 1 },
    atOnce: 1,
    reaches: isUndone,
    quick: false,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: two owners undo one at once',
    budget: { undo: 2 },
    atOnce: 2,
    reaches: isUndone,
    quick: false,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: two owners undo one at once, with a lost answer',
    budget: { undo: 2, fault: 1 },
    atOnce: 2,
    reaches: isUndone,
    quick: false,
  },
  {
    ...paidTwice,
    name: 'paid twice on one day: one owner undoes one, another ends the review, with a lost answer',
    budget: { undo: 1, end: 1, fault: 1 },
    atOnce: 2,
    reaches: isUndone,
    quick: false,
  },
  {
    ...paidTwice,
    name: 'paid twice, and both closed: two owners give one back, with two lost answers and a sweep',
    services: { charge: 'Captured' },
    budget: { undo: 2, fault: 2, sweep: 1 },
    atOnce: 1,
    reaches: isUndone,
    quick: false,
  },
]

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
    name: 'at the cashier and at LINE Pay, both paid',
    tabs: ['ecpay-card', 'line-pay'],
    budget: { press: 2, approve: 2 },
    atOnce: 1,
  },
  {
    ...base,
    name: 'at the cashier and at LINE Pay, both paid, with a lost answer and a sweep',
    tabs: ['ecpay-card', 'line-pay'],
    budget: { press: 2, approve: 2, fault: 1, sweep: 1 },
    atOnce: 1,
    quick: false,
  },
  {
    ...base,
    name: 'at the cashier: two tabs, a crash and two pushes',
    tabs: ['ecpay-card', 'ecpay-card'],
    budget: { press: 3, approve: 2, deliver: 2, crash: 1, sweep: 1 },
    quick: false,
  },
  ...NUMBER_SCENARIOS,
  ...CHARGE_SCENARIOS,
  ...UNDO_SCENARIOS,
]
