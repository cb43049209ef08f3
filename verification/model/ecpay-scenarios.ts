import type { Scenario } from './scenario.ts'

const PAID = { press: 1, approve: 1 } as const
const base = { guard: true, tabs: ['paypal'], ways: [], atOnce: 2, quick: true } as const

const parcel = { ...base, services: { carrier: true }, before: [PAID] } as const
const booked = { ...parcel, before: [PAID, { book: 1 }] } as const
const invoice = { ...base, services: { issuer: true }, before: [PAID] } as const
const issued = { ...invoice, before: [PAID, { invoiceSweep: 1 }] } as const

// Nobody fetched it, and the shop has it again.
const cameBack = {
  ...booked,
  before: [
    ...booked.before,
    { carry: 1, becomes: 'handed-over' },
    { parcelSweep: 1 },
    ...(['at-centre', 'waiting', 'unclaimed', 'back-in-store', 'collected'] as const).map(
      (becomes) => ({ carry: 1, becomes }),
    ),
    { parcelSweep: 1 },
  ],
} as const

const isSentAgain: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ parcels = [] }) => parcels.length > 1)
const isReplaced: Scenario['reaches'] = ({ orders }) =>
  Object.values(orders).some(({ invoicing }) => (invoicing?.former?.length ?? 0) > 0)
const isCorrected: Scenario['reaches'] = ({ orders, invoices }) =>
  Object.values(orders).some(
    ({ invoice }) => invoice !== undefined && Object.keys(invoices).length > 0,
  )

const MINUTE = 60_000
/** Less than the shop waits for, by clocks that are a minute apart. */
const LATE = 110_000

/** Scenarios of the parcels and invoices of a paid order. */
export const ECPAY_SCENARIOS: readonly Scenario[] = [
  {
    ...parcel,
    name: 'parcels: two owners book at once, with a lost answer and a sweep',
    budget: { book: 2, fault: 1, parcelSweep: 1 },
  },
  {
    ...parcel,
    name: 'parcels: a crash between any two steps, booked again, and two sweeps',
    budget: { book: 2, crash: 1, parcelSweep: 2 },
    atOnce: 1,
  },
  {
    ...parcel,
    name: 'parcels: two sweeps and a push while one is booked and goes its way',
    budget: { book: 1, carry: 2, push: 1, parcelSweep: 2 },
    quick: false,
  },
  {
    ...booked,
    name: 'parcels: two sweeps and a push while one goes its way',
    budget: { carry: 2, push: 1, parcelSweep: 2 },
  },
  {
    ...parcel,
    name: 'parcels: booked while the money goes back',
    budget: { book: 1, giveBack: 1, parcelSweep: 1 },
    quick: false,
  },
  {
    ...booked,
    name: 'parcels: the money goes back while one goes its way',
    budget: { carry: 2, giveBack: 1, parcelSweep: 1 },
  },
  {
    ...parcel,
    name: 'parcels: booked anew after one that was void, with a lost answer and a crash',
    budget: { book: 3, carry: 1, fault: 1, crash: 1, parcelSweep: 2 },
    quick: false,
  },
  {
    ...parcel,
    name: 'parcels: two owners, two lost answers, a refund and two sweeps',
    budget: { book: 2, fault: 2, giveBack: 1, parcelSweep: 2 },
    quick: false,
  },
  {
    ...cameBack,
    name: 'parcels: one that came back is sent again by two owners, and booked, with a lost answer',
    budget: { again: 2, book: 1, fault: 1, parcelSweep: 1 },
    reaches: isSentAgain,
  },
  {
    ...cameBack,
    name: 'parcels: one that came back is sent again and booked while its money goes back',
    budget: { again: 1, book: 1, giveBack: 1, parcelSweep: 1 },
    reaches: isSentAgain,
  },
  {
    ...cameBack,
    name: 'parcels: one that came back is sent again, booked twice and goes its way, with a crash',
    budget: { again: 2, book: 2, carry: 1, crash: 1, parcelSweep: 2 },
    atOnce: 1,
    reaches: isSentAgain,
    quick: false,
  },
  {
    ...invoice,
    name: 'invoices: corrected while it is issued, with a lost answer',
    budget: { correct: 1, invoiceSweep: 2, fault: 1 },
    reaches: isCorrected,
  },
  {
    ...issued,
    name: 'invoices: an issued one is corrected during two sweeps at once',
    budget: { correct: 1, invoiceSweep: 2 },
    reaches: isReplaced,
  },
  {
    ...invoice,
    name: 'invoices: corrected by two owners before and after it is issued, with a lost answer',
    budget: { correct: 2, invoiceSweep: 2, fault: 1 },
    reaches: isReplaced,
    quick: false,
  },
  {
    ...issued,
    name: 'invoices: an issued one is corrected by two owners, with a lost answer',
    budget: { correct: 2, invoiceSweep: 2, fault: 1 },
    atOnce: 1,
    reaches: isReplaced,
  },
  {
    ...issued,
    name: 'invoices: an issued one is corrected while the money goes back, with a crash',
    budget: { correct: 1, giveBack: 1, invoiceSweep: 2, crash: 1 },
    atOnce: 1,
    reaches: isReplaced,
  },
  {
    ...issued,
    name: 'invoices: an issued one is corrected around the end of its period, by two sweeps at once',
    budget: { correct: 1, invoiceSweep: 2, period: 1, fault: 1 },
    reaches: isReplaced,
    quick: false,
  },
  {
    ...issued,
    name: 'invoices: an issued one is corrected beside a document by hand and a refund',
    budget: { correct: 1, giveBack: 1, hand: 1, invoiceSweep: 2 },
    atOnce: 1,
    reaches: isReplaced,
  },
  {
    ...invoice,
    name: 'invoices: two sweeps at once, with a lost answer',
    budget: { invoiceSweep: 2, fault: 1 },
  },
  {
    ...invoice,
    name: 'invoices: a crash between any two steps, a refund and a sweep',
    budget: { invoiceSweep: 2, giveBack: 1, crash: 1 },
    atOnce: 1,
  },
  {
    ...invoice,
    name: 'invoices: two parts go back, with a lost answer',
    budget: { invoiceSweep: 2, giveBack: 2, fault: 1 },
    atOnce: 1,
  },
  {
    ...issued,
    name: 'invoices: two sweeps at once put a refund documented, with a lost answer',
    before: [...issued.before, { giveBack: 1 }],
    budget: { invoiceSweep: 2, fault: 1 },
  },
  {
    ...issued,
    name: 'invoices: given back around the end of its period, with a lost answer',
    budget: { invoiceSweep: 2, giveBack: 1, period: 1, fault: 1 },
    atOnce: 1,
  },
  {
    ...issued,
    name: 'invoices: the rest goes back while two sweeps put a part documented, with a lost answer',
    before: [...issued.before, { giveBack: 1 }],
    budget: { invoiceSweep: 2, giveBack: 1, fault: 1 },
    quick: false,
  },
  {
    ...issued,
    name: 'invoices: two parts go back during two sweeps, with two lost answers',
    budget: { invoiceSweep: 3, giveBack: 2, fault: 2 },
    quick: false,
  },
  {
    ...invoice,
    name: 'invoices: two sweeps, two crashes and a refund',
    budget: { invoiceSweep: 3, giveBack: 1, crash: 2 },
    quick: false,
  },
  {
    ...invoice,
    name: 'invoices: an own number beside two sweeps, with a lost answer',
    budget: { invoiceSweep: 2, ownNumber: 1, fault: 1 },
  },
  {
    ...issued,
    name: 'invoices: a document by hand at the issuer beside a refund, with a lost answer',
    budget: { invoiceSweep: 2, giveBack: 1, hand: 1, fault: 1 },
    atOnce: 1,
  },
  ...[-MINUTE, MINUTE].map((instance) => ({
    ...issued,
    name: `invoices: a refund documented by clocks ${instance / 1000} s apart, carried out late`,
    before: [...issued.before, { giveBack: 1 }],
    clocks: { instance, lateAtEcpay: LATE },
    budget: { invoiceSweep: 3, crash: 1 },
    atOnce: 1,
  })),
  ...[-MINUTE, MINUTE].map((instance) => ({
    ...invoice,
    name: `invoices: an own number by clocks ${instance / 1000} s apart, issued late`,
    clocks: { instance, lateAtEcpay: LATE },
    budget: { invoiceSweep: 3, ownNumber: 1, crash: 1 },
    atOnce: 1,
    quick: false,
  })),
  {
    ...issued,
    name: 'invoices: two documents by hand beside two parts that go back, with a lost answer',
    budget: { invoiceSweep: 2, giveBack: 2, hand: 2, fault: 1 },
    atOnce: 1,
    quick: false,
  },
  {
    ...invoice,
    name: 'invoices: an own number and a document by hand, all the money back, two sweeps at once',
    budget: { invoiceSweep: 2, giveBack: 1, hand: 1, ownNumber: 1, fault: 1 },
    quick: false,
  },
  {
    ...parcel,
    name: 'parcels and invoices of one order, given back meanwhile',
    services: { carrier: true, issuer: true },
    budget: { book: 1, giveBack: 1, carry: 1, invoiceSweep: 1, parcelSweep: 1 },
    quick: false,
  },
]
