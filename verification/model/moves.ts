import { consoleCaptures, disputes, paymentsElsewhere, refunds } from './console-moves.ts'
import { carries, hands, periods, pushes } from './ecpay-moves.ts'
import { ownerRequests } from './owner-moves.ts'
import { arrivals, crashes, creations, steps } from './processes.ts'
import { deliveries, expiries, settlements } from './provider-moves.ts'
import type { Scenario } from './scenario.ts'
import { approvals, requests, visits } from './shopper-moves.ts'
import type { Move, State } from './state.ts'
import { closes, mails, sweeps, waits } from './time-moves.ts'

/** Every move that a state allows, always in the same order. */
export function movesOf(state: State, scenario: Scenario): readonly Move[] {
  const alone = creations(state, scenario)
  if (alone.length > 0) return alone
  const isFull = state.processes.length >= scenario.atOnce
  const begun = isFull
    ? []
    : [
        ...requests(state),
        ...ownerRequests(state),
        ...deliveries(state),
        ...pushes(state),
        ...sweeps(state),
      ]
  return [
    ...steps(state, scenario),
    ...crashes(state),
    ...arrivals(state, scenario),
    ...begun,
    ...approvals(state),
    ...visits(state, scenario.ways),
    ...expiries(state),
    ...waits(state),
    ...closes(state),
    ...mails(state),
    ...settlements(state),
    ...refunds(state),
    ...disputes(state),
    ...consoleCaptures(state),
    ...paymentsElsewhere(state),
    ...carries(state),
    ...periods(state),
    ...hands(state),
  ]
}
