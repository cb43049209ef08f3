import { FIRST } from './checkout.ts'
import { launch, onInstances, type Program } from './processes.ts'
import { PROGRAMS } from './programs.ts'
import { paidAtCashier } from './provider.ts'
import type { Budget, Scenario } from './scenario.ts'
import { type Move, spend, type State, type Tab } from './state.ts'
import { type ModelProviderOrder, providerClock, withEvent, withProviderOrder } from './world.ts'

const tabName = (tab: number) => `tab ${tab + 1}`

/** A process that is counted, on every instance of the shop; none when it has happened often enough. */
export function countMoves(
  state: State,
  kind: keyof Budget,
  label: string,
  program: Program,
): readonly Move[] {
  const after = spend(state, kind)
  return after ? onInstances(state, label, (instance) => launch(after, program, instance)) : []
}

function isBusy(state: State, tab: number): boolean {
  return state.processes.some((process) => process.tab === tab)
}

// A tab presses its button, or asks again how the payment stands; pressed while it is busy it is a double press.
function presses(state: State, { method }: Tab, tab: number): readonly Move[] {
  const after = isBusy(state, tab) ? spend(state, 'double') : state
  if (!after) return []
  const name = tabName(tab)
  const start = { name: `${name} start ${method}`, tab, run: () => PROGRAMS.start(FIRST, method) }
  const refresh = { name: `${name} refresh`, tab, run: () => PROGRAMS.refresh(FIRST) }
  return [
    ...countMoves(after, 'press', `${name} presses ${method}`, start),
    ...countMoves(after, 'refresh', `${name} asks again`, refresh),
  ]
}

type SentApproval = NonNullable<Tab['sent']>

function captureOf(tab: number, { reference, refusals }: SentApproval): Program {
  return {
    name: `${tabName(tab)} capture ${reference} after ${refusals} refusals`,
    tab,
    reference,
    run: () => PROGRAMS.capture(FIRST, reference, refusals),
  }
}

// Sends an approval; the request may repeat at once or much later.
function captures(state: State, tab: Tab, index: number): readonly Move[] {
  const { window: reference, sent, approvedAfter, ...rest } = tab
  const name = tabName(index)
  const again = sent
    ? countMoves(state, 'double', `${name} repeats its last request`, captureOf(index, sent))
    : []
  if (approvedAfter === undefined || reference === undefined || isBusy(state, index)) return again
  const now = { reference, refusals: approvedAfter }
  const result = withTab(state, index, { ...rest, window: reference, sent: now })
  const label = `${name} tells the shop that ${reference} is approved`
  const program = captureOf(index, now)
  return [...onInstances(state, label, (instance) => launch(result, program, instance)), ...again]
}

function withTab(state: State, index: number, tab: Tab): State {
  return { ...state, tabs: state.tabs.map((one, at) => (at === index ? tab : one)) }
}

/** Approval moves: first, after a refusal, or twice before a capture. */
export function approvals(state: State): readonly Move[] {
  return state.tabs.flatMap((tab, index) => {
    const order = state.world.provider[tab.window ?? '']
    const isAwaited = order?.status === 'open' || (order?.status === 'approved' && order.refused)
    const isTwice = order?.status === 'approved' && order.hasKeys && !order.refused
    const twice = isTwice ? spend(state, 'approveTwice') : undefined
    const after = isAwaited ? spend(state, 'approve') : twice
    if (!after || !order || order.isByBuyer === true) return []
    const opened = { ...order, status: 'approved' as const, refused: false }
    const world = withProviderOrder(state.world, opened)
    const approvedAfter = tab.refusals[order.ref] ?? 0
    const approved = order.hasKeys ? withEvent(world, { kind: 'approved', ref: order.ref }) : world
    return [
      {
        label: `the buyer approves ${order.ref} in ${tabName(index)}`,
        next: async () => withTab({ ...after, world: approved }, index, { ...tab, approvedAfter }),
      },
    ]
  })
}

// A bank or a store takes a number until its end, once; the cashier may show the transfer later than it was made.
function transfers(state: State, order: ModelProviderOrder): readonly Move[] {
  const { ref, expiresAt = 0, transferredAt, captures } = order
  const { world } = state
  if (captures.length > 0) return []
  if (transferredAt !== undefined) {
    const shown = paidAtCashier(world, order, 'completed')
    return [
      { label: `the transfer to ${ref} is shown`, next: async () => ({ ...state, world: shown }) },
    ]
  }
  const isNotified = state.tabs.some(({ refusals }) => refusals[ref] !== undefined)
  const after = spend(state, 'approve')
  if (!after || !isNotified || providerClock(world) > expiresAt) return []
  const paid = paidAtCashier(world, order, 'completed')
  const late = spend(after, 'late')
  const hidden = withProviderOrder(world, { ...order, transferredAt: providerClock(world) })
  return [
    { label: `the buyer pays ${ref}`, next: async () => ({ ...after, world: paid }) },
    ...(late
      ? [
          {
            label: `the buyer pays ${ref}, shown later`,
            next: async () => ({ ...late, world: hidden }),
          },
        ]
      : []),
  ]
}

/** What the buyer does with a number at the cashier: brings it there, and pays or is refused; the tab need not know. */
export function visits(state: State, ways: Scenario['ways']): readonly Move[] {
  return Object.values(state.world.provider).flatMap((order) => {
    if (order.expiresAt !== undefined) return transfers(state, order)
    // Only a number that the shop has told can be brought there.
    const isNotified = state.tabs.some(({ refusals }) => refusals[order.ref] !== undefined)
    if (order.isByBuyer !== true || !isNotified || order.captures.length > 0) return []
    const world = withProviderOrder(state.world, { ...order, status: 'open' })
    const brought: Move = {
      label: `the buyer brings ${order.ref} to the cashier`,
      next: async () => ({ ...state, world }),
    }
    const after = spend(state, 'approve')
    const ends = (['completed', 'declined'] as const).filter(
      (end) => end === 'completed' || ways.includes('declined'),
    )
    const paid = after
      ? ends.map((end) => ({
          label: `the buyer's card is ${end} for ${order.ref}`,
          next: async () => ({ ...after, world: paidAtCashier(state.world, order, end) }),
        }))
      : []
    return order.status === 'forgotten' ? [brought, ...paid] : paid
  })
}

/** Requests of this and another shopper. */
export function requests(state: State): readonly Move[] {
  const cancel = { name: 'cancel', run: () => PROGRAMS.cancel(FIRST) }
  const confirm = { name: 'confirm', run: PROGRAMS.confirm }
  const rival = { name: 'rival', run: PROGRAMS.rival }
  return [
    ...state.tabs.flatMap((tab, index) => [
      ...presses(state, tab, index),
      ...captures(state, tab, index),
    ]),
    ...countMoves(state, 'cancel', 'the member cancels the order', cancel),
    ...countMoves(state, 'confirm', 'the member changes the checkout and confirms again', confirm),
    ...countMoves(state, 'rival', 'somebody else orders the last unit', rival),
  ]
}
