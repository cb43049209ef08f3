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
    | 'confirm',
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
  /** Whether the scenario is part of `npm test`; the others belong to `npm run model`. */
  readonly quick: boolean
}

/** Everything that is searched. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a refused payment, the other button, a webhook and a sweep',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, sweep: 1, deliver: 1 },
    quick: true,
  },
  {
    name: 'one tab, a double press, lost answers and a crash',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 1, approve: 1, double: 1, fault: 1, crash: 1, sweep: 1 },
    quick: true,
  },
  {
    name: 'two tabs at once, without the guard',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: [],
    budget: { press: 2, approve: 2, fault: 1, sweep: 1 },
    quick: true,
  },
  {
    name: 'a payment under review at the provider, late and repeated webhooks',
    guard: true,
    tabs: ['paypal'],
    ways: ['pending', 'declined'],
    budget: { press: 1, approve: 1, deliver: 3, sweep: 1 },
    quick: true,
  },
  {
    name: 'an approval that runs out',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: [],
    budget: { press: 2, approve: 2, expire: 1, sweep: 1, deliver: 1 },
    quick: true,
  },
  {
    name: 'money given back, disputed and won',
    guard: true,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, deliver: 3, refund: 1, dispute: 2 },
    quick: true,
  },
  {
    name: 'cancelled while it is being paid',
    guard: false,
    tabs: ['paypal'],
    ways: ['refused'],
    budget: { press: 1, approve: 1, cancel: 1, fault: 1, sweep: 1, deliver: 1 },
    quick: true,
  },
  {
    name: 'changed and confirmed again while it is being paid',
    guard: false,
    tabs: ['paypal'],
    ways: [],
    budget: { press: 1, approve: 1, confirm: 1, fault: 1, sweep: 1 },
    quick: true,
  },
  {
    name: 'refused twice, approved anew, in two tabs, with lost answers',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 3, approve: 3, double: 1, fault: 1, sweep: 1, deliver: 1 },
    quick: false,
  },
  {
    name: 'two tabs, two crashes and two sweeps, without the guard',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, fault: 1, crash: 1, sweep: 2 },
    quick: false,
  },
  {
    name: 'one tab, two lost answers, refresh and two sweeps',
    guard: true,
    tabs: ['paypal'],
    ways: ['refused', 'pending', 'declined'],
    budget: { press: 2, approve: 2, fault: 2, refresh: 1, sweep: 2, deliver: 1 },
    quick: false,
  },
  {
    name: 'expiry, lost answers and late webhooks in two tabs',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, expire: 1, fault: 1, deliver: 2, sweep: 1 },
    quick: false,
  },
  {
    name: 'cancel, confirm again and pay, with faults',
    guard: false,
    tabs: ['paypal', 'card'],
    ways: ['refused'],
    budget: { press: 2, approve: 2, cancel: 1, confirm: 1, fault: 1, sweep: 1 },
    quick: false,
  },
]
