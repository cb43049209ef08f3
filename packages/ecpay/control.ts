import { z } from 'zod'

import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import { codePushes, payCode, pushCode } from './codes.ts'
import { clock, type Ecpay, stateOf, taipei } from './context.ts'
import { effects, operations } from './faults.ts'
import { addEvent, findParcel, refsOfParcel, scriptNames, step } from './parcels.ts'
import { cardPushes, endVisit, outcomeNames, pushCard } from './payments.ts'
import { pushKinds, pushStatus, pushTrouble } from './pushes.ts'
import { type CardPayment, cardSchema, type Parcel, type PaymentCode } from './records.ts'

const push = z.enum(pushKinds).default('once')
const schemas = {
  step: z.strictObject({ steps: z.number().int().min(1).max(20).default(1), push }),
  state: z.strictObject({ code: z.string().regex(/^\d{3,4}$/), push }),
  script: z.strictObject({ script: z.enum(scriptNames) }),
  trouble: z.strictObject({ status: z.enum(['01', '02', '03', '04']).default('01') }),
  clock: z.strictObject({
    days: z.number().positive().optional(),
    at: z.iso.datetime().optional(),
  }),
  pay: z.strictObject({
    outcome: z.enum(outcomeNames).default('ok'),
    push: z.enum(cardPushes).default('once'),
    /** The query shows it so many milliseconds later. */
    shownAfterMs: z.number().int().min(0).default(0),
  }),
  cardState: cardSchema.pick({ closeAs: true, undone: true }).partial().strict(),
  card: z.strictObject({ push: z.enum(cardPushes).default('once') }),
  code: z.strictObject({
    push: z.enum(codePushes).default('once'),
    /** What was paid, where it is not what was asked for. */
    amount: z.number().int().positive().optional(),
    /** A bank that checks no deadline takes it after it too. */
    late: z.boolean().default(false),
    shownAfterMs: z.number().int().min(0).default(0),
  }),
  codePush: z.strictObject({ push: z.enum(codePushes).default('once') }),
  amount: z.strictObject({ amount: z.number().int().positive() }),
  balance: z.strictObject({ balance: z.number().int() }),
}

function json({ body }: Call): unknown {
  return body.trim() === '' ? {} : JSON.parse(body)
}

type Control = (ecpay: Ecpay, call: Call, ref: string) => unknown

/** The newest parcel of that name. */
function onParcel(change: (ecpay: Ecpay, parcel: Parcel, call: Call) => unknown): Control {
  return (ecpay, call, ref) => {
    const parcel = findParcel(ecpay, ref)
    if (parcel === undefined) return answer(404, { error: `No parcel ${ref}.` })
    return change(ecpay, parcel, call)
  }
}

const stepParcel = onParcel(async (ecpay, parcel, call) => {
  const { steps, push } = schemas.step.parse(json(call))
  let now = parcel
  for (let done = 0; done < steps; done += 1) {
    now = step(ecpay, now)
    ecpay.store.save()
    await pushStatus(ecpay, now, push)
  }
  return now
})

const setState = onParcel(async (ecpay, parcel, call) => {
  const { code, push } = schemas.state.parse(json(call))
  const now = addEvent(ecpay, parcel, code)
  ecpay.store.save()
  await pushStatus(ecpay, now, push)
  return now
})

const cardRefs = ({ id, customField }: CardPayment) => [id, customField]

/** The newest card payment of that number, or of that order's document. */
function onCard(change: (ecpay: Ecpay, card: CardPayment, call: Call) => unknown): Control {
  return (ecpay, call, ref) => {
    const card = ecpay.store.cards.list().findLast((one) => cardRefs(one).includes(ref))
    if (card === undefined) return answer(404, { error: `No card payment ${ref}.` })
    return change(ecpay, card, call)
  }
}

const payCard = onCard(async (ecpay, card, call) => {
  const { outcome, push, shownAfterMs } = schemas.pay.parse(json(call))
  const ended = endVisit(ecpay, card, outcome, shownAfterMs)
  ecpay.store.save()
  await pushCard(ecpay, ended, push)
  return ended
})

/** The newest number of that number of the shop's, or of that order's document. */
function onCode(change: (ecpay: Ecpay, code: PaymentCode, call: Call) => unknown): Control {
  return (ecpay, call, ref) => {
    const code = ecpay.store.codes.list().findLast((one) => codeRefs(one).includes(ref))
    if (code === undefined) return answer(404, { error: `No number ${ref}.` })
    return change(ecpay, code, call)
  }
}

const codeRefs = ({ id, customField }: PaymentCode) => [id, customField]

const payNumber = onCode(async (ecpay, code, call) => {
  const { push, late, ...paid } = schemas.code.parse(json(call))
  if (clock(ecpay).getTime() > Date.parse(code.expiresAt) && !late) {
    throw new Error('The bank refuses it after its deadline; {"late": true} takes it.')
  }
  const now = payCode(ecpay, code, paid)
  ecpay.store.save()
  await pushCode(ecpay, now, push)
  return now
})

/** Moves the clock on by days or to a time, and the lives of parcels by one step a day, without pushes. */
function moveClock(ecpay: Ecpay, call: Call): object {
  const { days = 0, at } = schemas.clock.parse(json(call))
  const state = stateOf(ecpay)
  const ahead = at === undefined ? state.aheadMs + days * 86_400_000 : Date.parse(at) - Date.now()
  ecpay.store.states.put({ ...state, aheadMs: ahead })
  for (const parcel of ecpay.store.parcels.list()) {
    let now = parcel
    for (let day = 0; day < Math.floor(days); day += 1) now = step(ecpay, now)
  }
  return { now: taipei(clock(ecpay)) }
}

const isAbout = (refs: readonly string[], { query }: Call) => {
  const ref = query.get('ref')
  return ref === null || refs.includes(ref)
}

/** Remote controls by method and path below /_local. */
const controls: Readonly<Record<string, Control>> = {
  'GET ': () => ({ controls: Object.keys(controls), operations, faults: effects }),
  'GET /parcels': ({ store }, call) => ({
    parcels: store.parcels.list().filter((parcel) => isAbout(refsOfParcel(parcel), call)),
  }),
  'POST /parcels/{ref}/step': stepParcel,
  'POST /parcels/{ref}/state': setState,
  'POST /parcels/{ref}/script': onParcel(({ store }, parcel, call) =>
    store.parcels.put({ ...parcel, ...schemas.script.parse(json(call)) }),
  ),
  'POST /parcels/{ref}/trouble': onParcel((ecpay, parcel, call) =>
    pushTrouble(ecpay, parcel, schemas.trouble.parse(json(call)).status),
  ),
  'GET /invoices': ({ store }, call) => ({
    invoices: store.invoices
      .list()
      .filter(({ id, relateNumber }) => isAbout([id, relateNumber], call)),
  }),
  'GET /cards': ({ store }, call) => ({
    cards: store.cards.list().filter((card) => isAbout(cardRefs(card), call)),
  }),
  'POST /cards/{ref}/pay': payCard,
  'POST /cards/{ref}/state': onCard(({ store }, card, call) =>
    store.cards.put({ ...card, ...schemas.cardState.parse(json(call)) }),
  ),
  'POST /cards/{ref}/push': onCard(async (ecpay, card, call) => {
    await pushCard(ecpay, card, schemas.card.parse(json(call)).push)
    return card
  }),
  'POST /cards/{ref}/amount': onCard(({ store }, card, call) =>
    store.cards.put({ ...card, ...schemas.amount.parse(json(call)) }),
  ),
  'GET /codes': ({ store }, call) => ({
    codes: store.codes.list().filter((code) => isAbout(codeRefs(code), call)),
  }),
  'POST /codes/{ref}/pay': payNumber,
  'POST /codes/{ref}/push': onCode(async (ecpay, code, call) => {
    await pushCode(ecpay, code, schemas.codePush.parse(json(call)).push)
    return code
  }),
  'GET /pushes': ({ pushes }) => ({ pushes }),
  'GET /clock': (ecpay) => ({ now: taipei(clock(ecpay)) }),
  'POST /clock': moveClock,
  'POST /balance': (ecpay, call) =>
    ecpay.store.states.put({ ...stateOf(ecpay), ...schemas.balance.parse(json(call)) }),
  'GET /faults': ({ faults }) => ({ faults: faults.list() }),
  'POST /faults': ({ faults }, call) => faults.add(json(call)),
  'DELETE /faults': (ecpay, call) => {
    ecpay.faults.clear(call.query.get('ref'))
    ecpay.shutUntil = 0
  },
  'GET /requests': ({ calls }, call) => ({
    requests: calls.filter(({ refs }) => isAbout(refs, call)),
  }),
}

function isReply(done: unknown): done is Exclude<Reply, string> {
  return Object(done).status === 404
}

/** Answers the remote control under /_local. */
export async function answerControl(ecpay: Ecpay, call: Call): Promise<Reply> {
  // Tests and people call it; a page in a browser has no business here.
  if (header(call, 'origin') !== undefined) return answer(403, { error: 'Not for pages.' })
  const parts = call.path.slice('/_local'.length).split('/')
  const place = (parts.length === 4 ? parts.with(2, '{ref}') : parts).join('/')
  const control = controls[`${call.method} ${place}`]
  if (control === undefined) return answer(404, { error: 'GET /_local lists what there is.' })
  try {
    const done = await control(ecpay, call, decodeURIComponent(parts[2] ?? ''))
    return isReply(done) ? done : answer(200, done ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) return answer(400, { error: z.prettifyError(error) })
    return answer(409, { error: String(error) })
  }
}
