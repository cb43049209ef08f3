import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterSending, claimMail, type Mail, type Outcome, newMail } from './mail.ts'

/** A sender with a claim, or with a result that is not stored yet; `isLate` when its claim has run out. */
type Sender = {
  readonly held: Mail
  readonly outcome?: Outcome
  readonly wasTaken: boolean
  readonly isLate?: boolean
}

/**
 * `taken`: deliveries that the server accepted; `unknown`: accepted ones whose response was lost.
 */
type State = {
  readonly clock: number
  readonly mail: Mail
  readonly senders: readonly Sender[]
  readonly begun: number
  readonly faults: number
  readonly taken: number
  readonly unknown: number
}

const START = Date.parse('2026-11-21T02:00:00.000Z')
const draft = { id: 'o-paid', event: 'paid', kind: 'paid', values: {} } as const
const LOST: Outcome = { kind: 'unanswered', problem: 'timeout' }

const without = (state: State, sender: Sender): State => ({
  ...state,
  senders: state.senders.filter((one) => one !== sender),
})

// A sender starts: the claim is stored, or stored with a lost response.
function begins(state: State): readonly State[] {
  const begun = state.begun + 1
  const held = claimMail(state.mail, new Date(state.clock), `claim-${begun}`)
  if (!held || state.senders.length === 2) return []
  const next = { ...state, mail: held, begun, clock: state.clock + 1 }
  const sender = { held, wasTaken: false }
  return [
    { ...next, senders: [...state.senders, sender] },
    { ...next, faults: state.faults + 1 },
  ]
}

// The server accepts, accepts with a lost response, or refuses temporarily.
function sends(state: State, sender: Sender): readonly State[] {
  const rest = without(state, sender)
  const after = (outcome: Outcome, wasTaken: boolean): State => ({
    ...rest,
    senders: [...rest.senders, { ...sender, outcome, wasTaken }],
    taken: state.taken + (wasTaken ? 1 : 0),
    faults: state.faults + (outcome.kind === 'sent' ? 0 : 1),
    unknown: state.unknown + (wasTaken && outcome.kind !== 'sent' ? 1 : 0),
  })
  return [
    after({ kind: 'sent' }, true),
    after(LOST, true),
    after({ kind: 'failed', problem: '451' }, false),
  ]
}

function notes(state: State, sender: Sender, outcome: Outcome): State {
  const mail = afterSending(state.mail, sender.held, outcome, new Date(state.clock))
  return { ...without(state, sender), mail: mail ?? state.mail, clock: state.clock + 1 }
}

// A sender that dies after acceptance leaves the outcome unknown.
function dies(state: State, sender: Sender): State {
  return {
    ...without(state, sender),
    faults: state.faults + 1,
    unknown: state.unknown + (isUnheard(sender) ? 1 : 0),
  }
}

const isUnheard = ({ wasTaken, outcome, isLate }: Sender) =>
  wasTaken && outcome?.kind === 'sent' && isLate !== true

// Time passes until the mail is due. A current sender has timed out, but may record later.
function waits(state: State): readonly State[] {
  const due = Date.parse(state.mail.nextAt ?? '')
  const isSending = state.senders.some(({ outcome }) => outcome === undefined)
  if (Number.isNaN(due) || due <= state.clock || isSending) return []
  const late = state.senders.filter(isUnheard).length
  const senders = state.senders.map((sender) => ({ ...sender, isLate: true }))
  const { faults, unknown } = state
  return [{ ...state, clock: due, senders, faults: faults + late, unknown: unknown + late }]
}

function nextOf(state: State): readonly State[] {
  return [
    ...begins(state),
    ...waits(state),
    ...state.senders.flatMap((sender) => [
      dies(state, sender),
      ...(sender.outcome ? [notes(state, sender, sender.outcome)] : sends(state, sender)),
    ]),
  ]
}

const MOST_FAULTS = 3

function everyState(): readonly State[] {
  const mail = newMail(draft, new Date(START))
  const first = { clock: START, mail, senders: [], begun: 0, faults: 0, taken: 0, unknown: 0 }
  const seen = new Map<string, State>([[JSON.stringify(first), first]])
  const waiting: State[] = [first]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    for (const next of nextOf(state).filter(({ faults }) => faults <= MOST_FAULTS)) {
      const key = JSON.stringify(next)
      if (!seen.has(key)) waiting.push(next)
      seen.set(key, next)
    }
  }
  return [...seen.values()]
}

const states = everyState()

test(`two senders send a mail once more at most for each lost answer, under any interleaving (rule 333)`, () => {
  assert.ok(states.length > 1000, `${states.length} states`)
  for (const state of states) {
    assert.ok(state.taken <= 1 + state.unknown, JSON.stringify(state))
  }
})

test('a mail that nobody sends any more was taken, or was given up for a reason (rule 333)', () => {
  const rest = states.filter(({ mail, senders }) => {
    return senders.length === 0 && mail.nextAt === undefined
  })
  assert.ok(rest.length > 10)
  for (const { mail, taken } of rest) {
    assert.ok(mail.state === 'sent' ? taken > 0 : mail.problem !== undefined, JSON.stringify(mail))
  }
})

test('a mail that is not sent yet becomes due again', () => {
  for (const { mail } of states) {
    const isOver = mail.state === 'sent' || mail.state === 'failed'
    assert.equal(mail.nextAt === undefined, isOver, JSON.stringify(mail))
  }
})

test('that the server took a mail is noted, however late, and ends it', () => {
  const result = states.flatMap((state) =>
    state.senders.flatMap((sender) =>
      sender.outcome?.kind === 'sent' ? [notes(state, sender, sender.outcome)] : [],
    ),
  )
  assert.ok(result.length > 100)
  for (const { mail } of result) {
    assert.ok(mail.state === 'sent' || mail.state === 'failed', JSON.stringify(mail))
  }
})
