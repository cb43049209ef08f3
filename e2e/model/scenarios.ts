/** How often each kind of move may happen in one run; what is not named never happens. */
export type Budget = Partial<
  Record<
    | 'press'
    | 'approve'
    | 'double'
    | 'refresh'
    | 'sweep'
    | 'deliver'
    | 'fault'
    | 'crash'
    | 'expire'
    | 'refund'
    | 'dispute'
    | 'cancel'
    | 'confirm'
    | 'rival',
    number
  >
>

/** A part of the shop's life that is searched whole: who acts, what may go wrong, and how often. */
export type Scenario = {
  readonly name: string
  /** Whether the provider refuses a second payment under one order number. */
  readonly guard: boolean
  /** The tabs of the shopper, each with the button that it presses. */
  readonly tabs: readonly ('paypal' | 'card')[]
  /** How a capture may end, besides taking the money. */
  readonly ways: readonly ('refused' | 'pending' | 'declined')[]
  readonly budget: Budget
  /** How many processes of the shop are at work at once. */
  readonly atOnce: number
  /** Whether the scenario is part of `npm test`; the others belong to `npm run model`. */
  readonly quick: boolean
}

/** Everything that is searched. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a refused payment, then the other button and a sweep',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 1, sweep: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'a refused payment, approved anew, with late webhooks',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 1, approve: 2, deliver: 2 },
    atOnce: 1,
    quick: true,
  },
  {
    name: 'a double press and a lost answer',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 2, approve: 1, double: 1, fault: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'a crash between any two steps, a webhook and a sweep',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 1, approve: 1, crash: 1, deliver: 1, sweep: 1 },
    atOnce: 1,
    quick: true,
  },
  {
    name: 'two tabs at once, without the guard',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: [],
    budget: { press: 2, approve: 2 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'a payment that the provider reviews, late and repeated webhooks',
    guard: true,
    tabs: ['paypal'],
    ways: ['pending', 'declined'],
    budget: { press: 1, approve: 1, deliver: 2 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'an approval that runs out',
    guard: false,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, expire: 1, sweep: 1, deliver: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'money given back, disputed and won',
    guard: true,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, deliver: 1, refund: 1, dispute: 2 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'cancelled while it is being paid',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 1, approve: 1, cancel: 1, fault: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'changed and confirmed again while it is being paid',
    guard: false,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, confirm: 1, sweep: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'two people and the last piece',
    guard: true,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, cancel: 1, confirm: 1, rival: 1 },
    atOnce: 2,
    quick: true,
  },
  {
    name: 'refused, approved anew in two tabs, a webhook and a sweep',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, sweep: 1, deliver: 1 },
    atOnce: 3,
    quick: false,
  },
  {
    name: 'two tabs, a lost answer and a sweep, without the guard',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, fault: 1, sweep: 1 },
    atOnce: 3,
    quick: false,
  },
  {
    name: 'two tabs, two crashes and two sweeps, without the guard',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: [],
    budget: { press: 2, approve: 2, crash: 2, sweep: 2 },
    atOnce: 3,
    quick: false,
  },
  {
    name: 'one tab, two lost answers, another question and two sweeps',
    guard: true,
    tabs: ['paypal'],
    ways: ['refused', 'pending', 'declined'],
    budget: { press: 2, approve: 2, fault: 2, refresh: 1, sweep: 2 },
    atOnce: 3,
    quick: false,
  },
  {
    name: 'expiry, a lost answer and late webhooks in two tabs',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: [],
    budget: { press: 2, approve: 2, expire: 1, fault: 1, deliver: 1, sweep: 1 },
    atOnce: 3,
    quick: false,
  },
  {
    name: 'cancelled, confirmed again and paid, with a lost answer',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, cancel: 1, confirm: 1, rival: 1, fault: 1, sweep: 1 },
    atOnce: 3,
    quick: false,
  },
]
