import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { violations } from './invariants.ts'
import { movesOf } from './moves.ts'
import { identity } from './process.ts'
import { delivery } from './provider-moves.ts'
import { showTransfers } from './provider.ts'
import { restViolations } from './rest.ts'
import type { Scenario } from './scenario.ts'
import { initial, type State } from './state.ts'
import { later, sweep, type SweepKind } from './time-moves.ts'
import type { ModelCapture, ModelProviderOrder } from './world.ts'

/** No run to rest takes more sweeps than this. */
const MOST_SWEEPS = 60

const QUIET: Scenario = {
  name: '',
  guard: false,
  tabs: [],
  ways: [],
  budget: {},
  atOnce: 1,
  quick: false,
}

// Lets the first of everything happen until no process is at work: no faults, no new moves of the shopper.
async function finishProcesses(state: State): Promise<State> {
  let current = state
  for (let steps = 0; current.processes.length > 0; steps += 1) {
    if (steps > 500) throw new Error('A process never ends')
    const [first] = movesOf({ ...current, budget: {} }, QUIET)
    if (!first) throw new Error('A process waits for nothing')
    current = await first.next()
  }
  return current
}

// Work that waits for a running request is due at every sweep until that has ended.
function minuteLater(state: State): State {
  return { ...state, world: later(state.world, state.world.clock + 60_000) }
}

// A difference that the owner was notified of is compared again for ever.
function isWithOwner({ world }: State): boolean {
  return Object.values(world.orders).some((order) => order.invoiceAlarm === 'unclear')
}

function papersOf({ world }: State): number {
  const documents = Object.values(world.orders).map(({ invoicing, invoiceAlarm }) => {
    return [invoicing?.state, invoicing?.documents, invoiceAlarm]
  })
  return identity([documents, Object.values(world.invoices).map(({ remaining }) => remaining)])
}

async function sweptOnce(state: State, kind: SweepKind): Promise<State> {
  let current = state
  for (let rounds = 0; rounds < MOST_SWEEPS; rounds += 1) {
    const next = await sweep(kind === 'sweep' ? current : minuteLater(current), kind)
    if (!next) return current
    const after = await finishProcesses(next)
    if (kind === 'invoiceSweep' && isWithOwner(after) && papersOf(after) === papersOf(current))
      return after
    current = after
  }
  return { ...current, wrong: [...current.wrong, `the ${kind} never has done`] }
}

// A parcel is asked about for weeks: two questions without news are enough.
async function followParcelsToRest(state: State): Promise<State> {
  let current = state
  let quiet = 0
  for (let rounds = 0; quiet < 2 && rounds < MOST_SWEEPS; rounds += 1) {
    const next = await sweep(current, 'parcelSweep')
    if (!next) return current
    const after = await finishProcesses(next)
    const isQuiet = parcelsOf(after) === parcelsOf(current) && !isBooking(after)
    quiet = isQuiet ? quiet + 1 : 0
    current = after
  }
  return current
}

function isBooking({ world }: State): boolean {
  return Object.values(world.orders).some((order) => liveParcel(order)?.state === 'booking')
}

function parcelsOf({ world }: State): number {
  const orders = Object.values(world.orders)
  return identity(orders.map(({ status, parcels, parcelAlarm }) => [status, parcels, parcelAlarm]))
}

async function swept(state: State): Promise<State> {
  return sweptOnce(await followParcelsToRest(await sweptOnce(state, 'sweep')), 'invoiceSweep')
}

async function deliverEvents(state: State): Promise<State> {
  let current = state
  for (const { id } of state.world.events) {
    const event = current.world.events.find((modelEvent) => modelEvent.id === id)
    if (event) current = await finishProcesses(await delivery(current, event))
  }
  return current
}

// The provider ends its reviews.
async function endReviews(state: State): Promise<State> {
  let current = state
  for (;;) {
    const ends = movesOf({ ...current, budget: {} }, QUIET).find(({ label }) =>
      label.startsWith("the provider's review"),
    )
    if (!ends) return current
    current = await ends.next()
  }
}

const isOfTab = (label: string, tab: number | undefined) =>
  tab === undefined || !label.startsWith('tab ') || label.startsWith(`tab ${tab + 1} `)

const isComing = (label: string, state: string | undefined) =>
  state === undefined || label.endsWith(` is ${state}`)

/** The beginning of a scenario, after all that happens in it before anything goes wrong. */
export async function beginning(scenario: Scenario): Promise<State> {
  const { before = [], budget } = scenario
  let state = initial(scenario)
  for (const { tab, becomes, ...part } of before) {
    state = { ...state, budget: part }
    const next = () =>
      movesOf(state, QUIET).find(({ label }) => isOfTab(label, tab) && isComing(label, becomes))
    for (let move = next(); move; move = next()) state = await move.next()
  }
  const events = before.length === 0 ? state.world.events : []
  return { ...state, world: { ...state.world, events }, budget }
}

/** The state once everything is healthy: first by sweeps alone, as if every webhook were lost, then with the webhooks. */
export async function atRest(state: State): Promise<readonly string[]> {
  const calm = shownAtLast(await swept(await endReviews(await finishProcesses(state))))
  const isMoneyKnown = restViolations({ ...calm, world: untold(calm.world) })
  const rested = await swept(await deliverEvents(calm))
  return [...isMoneyKnown, ...violations(rested), ...restViolations(rested)]
}

// A transfer that nobody looks for any more is shown all the same, and missed.
function shownAtLast(state: State): State {
  return { ...state, world: showTransfers(state.world, -Infinity) }
}

// A refund or dispute whose webhook is lost is found by comparing the books, not by the sweep.
function untold(world: State['world']): State['world'] {
  const provider = Object.fromEntries(
    Object.entries(world.provider).map(([ref, order]) => [
      ref,
      {
        ...order,
        captures: heardOf(world, order).map((capture) => ({
          ...capture,
          // A provider without keys sends no event; the sweep finds the refund.
          back: order.hasKeys ? knownBack(world, order.order, capture) : capture.back,
        })),
      },
    ]),
  )
  return { ...world, provider, disputes: {} }
}

// Only the event reports a manual capture of an order that is no longer polled.
function heardOf({ orders }: State['world'], { order, captures }: ModelProviderOrder) {
  const { payment } = Object.values(orders).find(({ id }) => id === order) ?? {}
  const known = new Set(payment?.attempts.map(({ captureId }) => captureId))
  return captures.filter(({ id, isByHand = false }) => !isByHand || known.has(id))
}

// The shop's refunds, and other refunds as far as the shop knows them.
function knownBack({ orders }: State['world'], order: string, { id, back }: ModelCapture) {
  const { payment } = Object.values(orders).find((one) => one.id === order) ?? {}
  if (payment?.captureId !== undefined && payment.captureId !== id) return back
  const own = back.filter(({ key }) => key !== undefined)
  const others = own.reduce((rest, { amount }) => rest - amount, payment?.refundedAmount ?? 0)
  return [...own, { id: '', amount: others }]
}
