import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isEmail } from '#lib/text/plain-text.ts'
import { draftPaidDigest, LATER, later, NOW, START } from './mail.fixture.ts'
import {
  afterSending,
  afterTry,
  CLAIM_FOR,
  claimMail,
  delayPlaced,
  type Mail,
  newMail,
  type Outcome,
  placedMailIn,
  TRY_FOR,
  undeliveredMail,
} from './mail.ts'
import { delayInRush } from './paid-digest.ts'
import { MAIL_KINDS, SHOPPER_MAILS } from './placeholders.ts'
const HOUR = 60 * 60_000

const draft = {
  id: 'doc-1-paid',
  event: 'paid',
  kind: 'paid',
  order: 'doc-1',
  number: 'Order2026112110-0001',
  to: { address: 'ada@example.com', name: '王小明' },
  values: { total: 'NT$1,540' },
} as const

const fresh = newMail(draft, START)

function reservation(mail: Mail, now: Date, name = `at ${now.getTime()}`): Mail {
  const claim = claimMail(mail, now, name)
  assert.ok(claim)
  return claim
}

test('a mail is claimed by one sender, until the claim ends', () => {
  const claim = reservation(fresh, START)
  assert.equal(claim.attempts, 1)
  assert.equal(claimMail(claim, later(CLAIM_FOR - 1), 'other'), undefined)
  assert.equal(reservation(claim, later(CLAIM_FOR)).attempts, 2)
})

test('a claim whose answer was lost is its own when the transaction runs again', () => {
  const claim = reservation(fresh, START, 'mine')
  assert.equal(claimMail(claim, START, 'mine'), claim)
  assert.equal(claimMail(claim, START, 'other'), undefined)
})

test('a mail that was sent keeps neither address nor contents, and is never claimed again', () => {
  const sent = afterTry(reservation(fresh, START), { kind: 'sent' }, later(1000))
  assert.equal(sent.state, 'sent')
  assert.equal(sent.to, undefined)
  assert.equal(sent.values, undefined)
  assert.equal(claimMail(sent, later(TRY_FOR), 'other'), undefined)
})

test('an address that the server does not know is not tried again', () => {
  const bounced = afterTry(
    reservation(fresh, START),
    { kind: 'bounced', problem: 'RCPT TO 550' },
    START,
  )
  assert.equal(bounced.state, 'failed')
  assert.equal(bounced.problem, 'RCPT TO 550')
  assert.equal(claimMail(bounced, later(TRY_FOR), 'other'), undefined)
})

test('the pauses grow to four hours, and after three days it is given up', () => {
  const pauses: number[] = []
  let mail = fresh
  let now = START
  while (mail.state !== 'failed') {
    mail = afterTry(reservation(mail, now), { kind: 'failed', problem: 'ETIMEDOUT' }, now)
    if (mail.nextAt === undefined) break
    pauses.push(Date.parse(mail.nextAt) - now.getTime())
    now = new Date(mail.nextAt)
  }
  assert.deepEqual(pauses.slice(0, 4), [60_000, 120_000, 240_000, 480_000])
  assert.equal(Math.max(...pauses), 4 * HOUR)
  assert.equal(now.getTime(), START.getTime() + TRY_FOR)
  assert.equal(mail.state, 'failed')
})

test('a mail whose answer was lost is sent once more, and then no more', () => {
  const lost = { kind: 'unanswered', problem: 'ECONNECTION' } as const
  const once = afterTry(reservation(fresh, START), lost, START)
  assert.equal(once.state, 'due')
  const again = reservation(once, later(HOUR))
  assert.equal(afterTry(again, lost, later(HOUR)).state, 'failed')
  assert.equal(afterTry(again, { kind: 'sent' }, later(HOUR)).state, 'sent')
})

const addresses: [string, boolean][] = [
  ['ada@example.com', true],
  ['ada.lovelace+shop@mail.example.com', true],
  ['', false],
  ['ada', false],
  ['ada@example.com\r\nBcc: all@example.com', false],
  ['ada@example.com, eve@example.com', false],
  ['<ada@example.com>', false],
  ['"ada lovelace"@example.com', false],
  ['ada@exa mple.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
]

for (const [address, isOne] of addresses) {
  test(`${JSON.stringify(address)} is ${isOne ? 'one' : 'no'} mail address`, () => {
    assert.equal(isEmail(address), isOne)
  })
}

const mail = (overrides: Partial<Mail>): Mail => ({
  id: 'doc-1-paid',
  event: 'paid',
  kind: 'paid',
  order: 'doc-1',
  number: 'Order2026112110-0001',
  state: 'failed',
  createdAt: '2026-11-21T02:00:00.000Z',
  attempts: 9,
  unanswered: 0,
  problem: '550 no such user',
  ...overrides,
})

for (const kind of SHOPPER_MAILS) {
  test(`that a mail about "${kind}" did not arrive is reported in Chinese`, () => {
    const result = undeliveredMail(mail({ kind }))
    assert.match(result?.values.undelivered ?? '', /^\p{Script=Han}/u)
    assert.equal(result?.number, 'Order2026112110-0001')
  })
}

test('no mail is written about one of the owner, an unconfirmed address, or one that is not given up', () => {
  for (const kind of MAIL_KINDS.filter((one) => one.startsWith('owner-'))) {
    assert.equal(undeliveredMail(mail({ kind })), undefined)
  }
  assert.equal(undeliveredMail(mail({ kind: 'join-confirm' })), undefined)
  assert.equal(undeliveredMail(mail({ state: 'sent' })), undefined)
})

test("the owner's mails about paid orders beyond an hour's first twenty wait for its end", () => {
  assert.equal(newMail(delayInRush(draftPaidDigest(20), NOW, 20), NOW).nextAt, NOW.toISOString())
  assert.equal(newMail(delayInRush(draftPaidDigest(21), NOW, 20), NOW).nextAt, LATER.toISOString())
  assert.equal(
    newMail(delayInRush(draftPaidDigest(12_345), NOW, 20), NOW).nextAt,
    LATER.toISOString(),
  )
  assert.deepEqual(delayInRush(draftPaidDigest(21, 'paid'), NOW, 20), draftPaidDigest(21, 'paid'))
})

test('the mail of a placed order waits some minutes, and is reported by that of its payment or its end', () => {
  const now = new Date('2026-11-21T02:00:00.000Z')
  const draft = {
    id: 'o1-placed',
    event: 'placed',
    kind: 'placed',
    order: 'o1',
    values: {},
  } as const
  const mail = newMail(delayPlaced(draft, now, 5), now)
  assert.equal(mail.nextAt, '2026-11-21T02:05:00.000Z')
  assert.equal(newMail(delayPlaced(draft, now, 0), now).nextAt, now.toISOString())
  const paid = { ...draft, kind: 'paid' } as const
  assert.equal(delayPlaced(paid, now, 5), paid)
  assert.equal(placedMailIn(mail, { status: '待付款' }), undefined)
  assert.equal(placedMailIn(mail, { status: '已取消' }), 'o1-cancelled')
  const told = placedMailIn(mail, { status: '已付款', paidAt: now.toISOString() })
  assert.equal(told, 'o1-paid')
  assert.equal(placedMailIn(paid, { status: '已付款', paidAt: now.toISOString() }), undefined)
  const sent = afterTry(mail, { kind: 'sent', gatheredIn: 'o1-paid' }, now)
  assert.partialDeepStrictEqual(sent, { state: 'sent', gatheredIn: 'o1-paid' })
})

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

const BEGIN = Date.parse('2026-11-21T02:00:00.000Z')
const oneDraft = { id: 'o-paid', event: 'paid', kind: 'paid', values: {} } as const
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
  const mail = newMail(oneDraft, new Date(BEGIN))
  const first = { clock: BEGIN, mail, senders: [], begun: 0, faults: 0, taken: 0, unknown: 0 }
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

test(`two senders send a mail once more at most for each lost answer, under any interleaving`, () => {
  assert.ok(states.length > 1000, `${states.length} states`)
  for (const state of states) {
    assert.ok(state.taken <= 1 + state.unknown, JSON.stringify(state))
  }
})

test('a mail that nobody sends any more was taken, or was given up for a reason', () => {
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
