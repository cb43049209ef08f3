import {
  type AllowanceToMake,
  InvoiceProblem,
  type InvoiceIssuer,
  type InvoiceRecord,
  type InvoiceToIssue,
  type IssuedInvoice,
} from '#lib/invoice/issuer.ts'
import { voidableUntil } from '#lib/invoice/period.ts'

import { step, world } from '../world.ts'

/** What the issuer of a world has, by its key; and how many were asked for under each. */
export const issued = new Map<string, InvoiceRecord>()

/** Empties the issuer. */
export function emptyIssuer(): void {
  issued.clear()
}

const LONGEST = 40

// Lost on the way there, on the way back, or carried out later than anybody waits.
async function across<Answer>(name: string, act: () => Answer): Promise<Answer> {
  await step()
  const lost = new InvoiceProblem(name, 'unknown', 'TimeoutError')
  if (world().strikes()) throw lost
  if (world().strikes()) {
    const at = world().time + world().random() * LONGEST * 1000
    const quietly = () => {
      try {
        act()
      } catch (error) {
        if (!(error instanceof InvoiceProblem)) throw error
      }
    }
    world().late.push({ at, act: quietly })
    throw lost
  }
  const answer = act()
  if (world().strikes()) throw lost
  await step()
  return answer
}

function issue({ relateNumber, total }: InvoiceToIssue): IssuedInvoice {
  if (issued.has(relateNumber)) throw new InvoiceProblem('Issue', 'duplicate', '不可重複')
  const number = `AB${10_000_000 + issued.size}`
  const invoice = { number, random: '1234', issuedAt: new Date(world().time).toISOString() }
  issued.set(relateNumber, { ...invoice, amount: total, remaining: total, isVoid: false })
  return invoice
}

function change({ number }: IssuedInvoice, next: (record: InvoiceRecord) => InvoiceRecord): void {
  for (const [key, record] of issued) if (record.number === number) issued.set(key, next(record))
}

function voidRecord(record: InvoiceRecord): InvoiceRecord {
  if (record.isVoid) throw new InvoiceProblem('Invalid', 'already-void', '已作廢過')
  if (record.remaining < record.amount) {
    throw new InvoiceProblem('Invalid', 'has-allowance', '已被折讓過')
  }
  if (world().time >= voidableUntil(new Date(record.issuedAt)).getTime()) {
    throw new InvoiceProblem('Invalid', 'refused', '超過期限')
  }
  return { ...record, isVoid: true }
}

function allow({ invoice, amount }: AllowanceToMake): string {
  change(invoice, (record) => {
    if (record.isVoid || record.remaining < amount) {
      throw new InvoiceProblem('Allowance', 'refused', '金額超過')
    }
    return { ...record, remaining: record.remaining - amount }
  })
  return '2026112300000001'
}

const ISSUER: InvoiceIssuer = {
  issue: (invoice) => across('Issue', () => issue(invoice)),
  find: async (key) => {
    await step()
    if (world().strikes()) throw new InvoiceProblem('GetIssue', 'unknown', 'TimeoutError')
    return issued.get(key)
  },
  voidInvoice: (invoice) => across('Invalid', () => change(invoice, voidRecord)),
  allow: (allowance) => across('Allowance', () => allow(allowance)),
  voidAllowance: async () => {},
  checkCarrier: async () => 'unchecked',
  checkDonation: async () => 'unchecked',
  findCompany: async () => undefined,
  numberRanges: async () => [],
}

/** The issuer of the random runs. */
export function issuer(): InvoiceIssuer {
  return ISSUER
}
