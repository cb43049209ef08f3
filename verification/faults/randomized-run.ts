import { setTimeout as wait } from 'node:timers/promises'

import pMap from 'p-map'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { controlEcpay, invoiceRef } from '../../e2e/support/ecpay-control.ts'
import { randomFrom } from '../../e2e/support/random.ts'
import { addressOf } from './at-ecpay.ts'
import {
  askAll,
  audit,
  auditInvoices,
  type RunSeed,
  heal,
  SHOPPERS_AT_ONCE,
  type World,
} from './audit.ts'
import type { Contention } from './contention.ts'
import { bringToCashier, type EcpayFault, strike } from './ecpay-purchase.ts'
import { openLedger } from './ledger.ts'
import {
  auditMails,
  type MailAudit,
  misbehaveMail,
  outboxOf,
  sendAllMails,
  takenMails,
} from './mail-audit.ts'
import { drawPlan, type Plan } from './plan.ts'
import { bothProviders } from './providers.ts'
import { purchase } from './purchase.ts'
import { type Guard, type ShopUnderFault, startShopUnderFault } from './shop-under-fault.ts'
import type { EcpayVisit, ShopperContext } from './shopper.ts'

/** The sums of a run; amounts in whole TWD, the rest are counts. */
export type Figures = {
  readonly purchases: number
  /** Faults that were injected, without those at ECPay. */
  readonly faults: number
  readonly captured: number
  /** What of it LINE Pay took, and ECPay by card or number. */
  readonly byLinePay: number
  readonly byEcpay: number
  readonly recorded: number
  readonly lost: number
  readonly doubled: number
  /** Wrong statuses shown to a shopper, and payments that never ended. */
  readonly wrongStatuses: number
  /** Notified mails. */
  readonly mails: number
  /** Missing, untrue or unexplained repeated mails. */
  readonly wrongMails: number
  /** Invoices that the shop knows, and orders of which it and the issuer say something else. */
  readonly invoices: number
  readonly wrongInvoices: number
  /** Mails that were sent once more, because the answer to the first was lost. */
  readonly repeatedMails: number
}

/** A run: its sums, what each unequal one is about, and what the shop wrote to its log. */
export type Run = {
  readonly figures: Figures
  readonly findings: readonly string[]
  readonly log: string
}

// Faults make a shopper press more often in a minute than one member may for several orders.
const ORDERS_A_MEMBER = 1
const DISTURB_EVERY = 45
const DISTURBANCES = ['mailbox', 'firestore', 'shop', 'silence'] as const
const SWEEP_EVERY = 2500

// Time passes faster than in the shop's schedule, so that sweeps meet purchases under way.
async function sweepMeanwhile(world: World, isOver: () => boolean): Promise<void> {
  const { own, ledger, seed } = world
  const random = randomFrom(seed)
  while (!isOver()) {
    await wait(SWEEP_EVERY)
    try {
      await ledger.makeAllDue(() => random.happens(0.3))
      await own.sweep()
    } catch {
      // The shop or its database was just killed; the next sweep comes.
    }
  }
}

function planOf({ seed, shares }: RunSeed, index: number): Plan {
  return drawPlan(randomFrom(seed * 100_003 + index), shares)
}

async function membersOf({ at }: ShopUnderFault, purchases: number): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 0; n < Math.ceil(purchases / ORDERS_A_MEMBER); n += 1) {
    members.push(await newMember({}, at))
  }
  return members
}

type RunPurchases = { readonly bought: ReadonlyMap<string, Member>; readonly disturbances: number }

// Kills a part, or silences the shop's connections to Firestore.
function disturb({ own }: World, nth: number): void {
  const disturbance = DISTURBANCES[nth % DISTURBANCES.length] ?? 'shop'
  if (disturbance === 'silence') own.line.silence('present')
  else void own.kill(disturbance)
}

async function buyAll(world: World, count: number): Promise<RunPurchases> {
  const members = await membersOf(world.own, count)
  const bought = new Map<string, Member>()
  let disturbances = 0
  const buy = async (index: number) => {
    if (index % DISTURB_EVERY === DISTURB_EVERY - 1) {
      disturbances += 1
      disturb(world, disturbances)
    }
    const member = members[Math.floor(index / ORDERS_A_MEMBER)]
    if (!member) throw new Error(`No member for purchase ${index}`)
    const plan = planOf(world, index)
    if (plan.mail !== 'none') {
      // The mail server may just be dying; then this one gets its mails.
      await misbehaveMail(world.own, { fault: plan.mail, to: member.email }).catch(() => undefined)
    }
    const id = await purchase(world.context, member, plan)
    if (id !== undefined) bought.set(id, member)
  }
  await pMap(Array(count).keys(), buy, { concurrency: SHOPPERS_AT_ONCE })
  return { bought, disturbances }
}

function plannedFaults(count: number, drawn: RunSeed): number {
  const plans = Array.from({ length: count }, (_, index) => planOf(drawn, index))
  const atProviders = plans.flatMap((plan) => [...plan.faults, ...plan.linePayFaults])
  const ofMails = plans.filter(({ mail }) => mail !== 'none').length
  return atProviders.reduce<number>((sum, { times = 1 }) => sum + times, ofMails)
}

async function mailSums({ own, ledger }: World, disturbances: number) {
  const [outbox, taken] = await Promise.all([outboxOf(ledger), takenMails(own)])
  const audits = (await ledger.orders()).map((order) =>
    auditMails(order, {
      outbox: outbox.filter((entry) => entry.order === order.id),
      taken: taken.filter(({ messageId }) => messageId.includes(order.id)),
    }),
  )
  const sum = (of: (mailAudit: MailAudit) => number) =>
    audits.reduce((all, mailAudit) => all + of(mailAudit), 0)
  const findings = audits.flatMap((mailAudit) => mailAudit.findings)
  // A sender that is killed, or cannot store the outcome, sends the mail again.
  const unexplained = disturbances > 0 ? 0 : sum((mailAudit) => mailAudit.unexplained)
  return {
    mails: sum(({ notified: result }) => result),
    wrongMails: findings.length + unexplained,
    repeatedMails: sum(({ repeats }) => repeats),
    findings,
  }
}

async function runIn(world: World, purchases: number): Promise<Run> {
  const { context, own } = world
  let isOver = false
  const sweeping = sweepMeanwhile(world, () => isOver)
  const { bought, disturbances } = await buyAll(world, purchases)
  isOver = true
  await sweeping
  // Faults that still wait were never injected.
  const faults =
    plannedFaults(purchases, world) - (await context.providers.waiting()) + disturbances
  await heal(world)
  await sendAllMails(own, world.ledger)
  const silent = await askAll(world, bought)
  const { findings, ...sums } = await audit(world, bought)
  const { invoices, findings: unpapered } = await auditInvoices(world)
  await sendAllMails(own, world.ledger)
  const { findings: untold, ...mails } = await mailSums(world, disturbances)
  const wrong = context.wrongStatuses.map((wrongStatuse) => JSON.stringify(wrongStatuse))
  return {
    figures: {
      purchases,
      faults,
      ...sums,
      wrongStatuses: wrong.length + silent.length,
      ...mails,
      invoices,
      wrongInvoices: unpapered.length,
    },
    findings: [...findings, ...wrong, ...silent, ...untold, ...unpapered],
    log: own.log(),
  }
}

// What the remote control is notified of a visit: a card may be declined, and each kind has a forgery of its own.
function payAtEcpay(isCard: boolean, { ecpayPush, cardOutcome }: EcpayVisit) {
  const forged = isCard ? 'bad-mac' : 'bad-seal'
  const push = ecpayPush === 'forged' ? forged : ecpayPush
  return isCard ? { push, outcome: cardOutcome } : { push }
}

const isDocument = ({ op }: EcpayFault) => op === 'void' || op === 'allowance'

/** Buys with faults drawn from a seed, ends them, and compares PayPal's records with the shop's. */
export async function randomizedRun(
  purchases: number,
  {
    seed,
    guard,
    shares,
    contention,
  }: RunSeed & { readonly guard: Guard; readonly contention: Contention },
): Promise<Run> {
  const firestore = '--abort-rate 0.03 --drop-answers 0.03 --drop-code 13 --idle-seconds 2'
  const own = await startShopUnderFault({
    firstPort: 3300,
    guard,
    ecpay: true,
    firestore: [...firestore.split(' '), '--contention', contention, '--seed', String(seed)],
  })
  const ledger = openLedger(own.at)
  const context: ShopperContext = {
    shop: own.at.shop,
    providers: bothProviders(own.at),
    wrongStatuses: [],
    ecpay: {
      misbehave: async (ref, drawn) => {
        for (const fault of drawn) await strike({ own }, ref, fault)
      },
      pay: async (id, number, visit) => {
        const isCard = number.at(-3) === 'C'
        if (isCard && !(await bringToCashier(own.at.shop, id, number))) return
        const path = isCard ? `/cards/${number}/pay` : `/codes/${number}/pay`
        await controlEcpay(addressOf({ own }), path, payAtEcpay(isCard, visit))
      },
    },
    misbehaveAtEcpay: async (id, drawn) => {
      const { orderId, invoicing } = await ledger.order(id)
      const number = invoicing?.number
      for (const fault of drawn) {
        // An issue is known by its key, a document by its invoice's number.
        if (!isDocument(fault) && number === undefined)
          await strike({ own }, invoiceRef(orderId), fault)
        if (isDocument(fault) && number !== undefined) await strike({ own }, number, fault)
      }
    },
  }
  try {
    return await runIn({ own, ledger, context, seed, shares }, purchases)
  } finally {
    await ledger.close()
    await own.stop()
  }
}
