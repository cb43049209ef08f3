import type { Scenario } from './scenario.ts'

const base = {
  guard: false,
  tabs: ['line-pay'],
  ways: ['refused'],
  atOnce: 2,
  quick: true,
} as const

/** Scenarios of a provider without keys and events. */
export const KEYLESS_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: 'without keys: a repeated request, and an approval that the page and the sweep find at once',
    budget: { press: 1, approve: 1, double: 1, sweep: 1 },
  },
  {
    ...base,
    name: 'without keys: a lost answer, and a sweep',
    budget: { press: 1, approve: 1, fault: 1, sweep: 1 },
  },
  {
    ...base,
    name: 'without keys: a crash between any two steps, a reload and a sweep',
    budget: { press: 1, approve: 1, crash: 1, refresh: 1, sweep: 1 },
  },
  {
    ...base,
    name: 'both providers in two tabs at once',
    tabs: ['paypal', 'line-pay'],
    ways: [],
    budget: { press: 2, approve: 2 },
  },
  {
    ...base,
    name: 'without keys: an approval that runs out',
    ways: [],
    budget: { press: 2, approve: 1, expire: 1, sweep: 1 },
  },
  {
    ...base,
    name: 'without keys: cancelled while it is being paid, with a lost answer',
    budget: { press: 1, approve: 1, cancel: 1, fault: 1 },
  },
  {
    ...base,
    name: 'without keys: the owner gives money back, with a crash',
    ways: [],
    budget: { press: 1, approve: 1, giveBack: 1, crash: 1 },
  },
  {
    ...base,
    name: 'without keys: the owner gives money back, with a lost answer and a sweep',
    ways: [],
    budget: { press: 1, approve: 1, giveBack: 1, fault: 1, sweep: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'without keys: money is given back at the provider, which tells nobody',
    ways: [],
    budget: { press: 1, approve: 1, refund: 1, sweep: 1 },
  },
  {
    ...base,
    name: 'without keys: refused and approved anew in two tabs, with a lost answer and a sweep',
    tabs: ['line-pay', 'paypal'],
    budget: { press: 3, approve: 2, fault: 1, sweep: 1 },
    atOnce: 3,
    quick: false,
  },
  {
    ...base,
    name: 'without keys: a lost answer, and two sweeps',
    budget: { press: 1, approve: 1, fault: 1, sweep: 2 },
    quick: false,
  },
  {
    ...base,
    name: 'without keys: the owner gives money back, twice pressed, with a crash',
    ways: [],
    budget: { press: 1, approve: 1, giveBack: 2, crash: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'without keys: a double press in one tab, a repeated request and a sweep',
    budget: { press: 2, approve: 1, double: 1, sweep: 1 },
    quick: false,
  },
  {
    ...base,
    name: 'without keys: two crashes, a reload and two sweeps in two tabs',
    tabs: ['line-pay', 'paypal'],
    ways: [],
    budget: { press: 2, approve: 2, crash: 2, refresh: 1, sweep: 2 },
    atOnce: 3,
    quick: false,
  },
  {
    ...base,
    name: 'without keys: a hold that lapses, and somebody else who needs the unit',
    reservation: true,
    ways: [],
    budget: { press: 1, approve: 1, wait: 1, rival: 1, sweep: 1 },
    quick: true,
  },
]
